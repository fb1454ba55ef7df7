// SPDX-License-Identifier: MIT
// Turns as quaternions, xyz and w. CPU twin: turned, between and joined in hair/motion/twin.go.
vec3 turned(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }

// First b, then a.
vec4 joined(vec4 a, vec4 b) { return vec4(a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz)); }

// The shortest turn from a to b, both of length 1; none where they point away from each other and all are as short.
vec4 between(vec3 a, vec3 b)
{
    float c = 1.0 + dot(a, b);
    return c < 1e-4 ? vec4(0.0, 0.0, 0.0, 1.0) : normalize(vec4(cross(a, b), c));
}
