// SPDX-License-Identifier: MIT
// Colliders. Each moves a ball of some radius out of a solid, changes its velocity, and returns
// whether it touched. bounce is the share of the normal speed that is reflected, slip the share of
// the tangential speed that is kept.

// Moves the ball out by depth along normal, which points out of the solid.
bool pushOut(inout vec3 at, inout vec3 velocity, vec3 normal, float depth, float bounce, float slip)
{
    if (!(depth > 0.0)) return false;
    at += normal * depth;
    float into = dot(velocity, normal);
    if (into < 0.0) velocity = (velocity - normal * into) * slip - normal * (into * bounce);
    return true;
}

// The half space where dot(plane.xyz, p) < plane.w. plane.xyz may have any length but 0: such a
// plane touches nothing.
bool hitPlane(inout vec3 at, inout vec3 velocity, float radius, vec4 plane, float bounce, float slip)
{
    float l = length(plane.xyz);
    if (!(l > 0.0)) return false;
    return pushOut(at, velocity, plane.xyz / l, radius + (plane.w - dot(plane.xyz, at)) / l, bounce, slip);
}

// A sphere by its centre and radius.
bool hitSphere(inout vec3 at, inout vec3 velocity, float radius, vec4 sphere, float bounce, float slip)
{
    vec3 d = at - sphere.xyz;
    float l = length(d);
    vec3 normal = l > 1e-9 ? d / l : vec3(0.0, 1.0, 0.0);
    return pushOut(at, velocity, normal, radius + sphere.w - l, bounce, slip);
}

// A capsule between two points, with the radius around.
bool hitCapsule(inout vec3 at, inout vec3 velocity, float radius, vec3 from, vec3 to, float around, float bounce, float slip)
{
    vec3 along = to - from;
    float t = clamp(dot(at - from, along) / max(dot(along, along), 1e-12), 0.0, 1.0);
    return hitSphere(at, velocity, radius, vec4(from + along * t, around), bounce, slip);
}

// A box along the axes, by its middle and half its size.
bool hitBox(inout vec3 at, inout vec3 velocity, float radius, vec3 middle, vec3 extent, float bounce, float slip)
{
    vec3 d = at - middle;
    vec3 q = abs(d) - extent;
    vec3 out_of = max(q, 0.0);
    float outside = length(out_of);
    vec3 side = mix(vec3(-1.0), vec3(1.0), greaterThanEqual(d, vec3(0.0)));
    if (outside > 0.0) return pushOut(at, velocity, out_of / outside * side, radius - outside, bounce, slip);
    float nearest = max(q.x, max(q.y, q.z));
    vec3 normal = side * (q.x == nearest ? vec3(1.0, 0.0, 0.0) : q.y == nearest ? vec3(0.0, 1.0, 0.0) : vec3(0.0, 0.0, 1.0));
    return pushOut(at, velocity, normal, radius - nearest, bounce, slip);
}
