// SPDX-License-Identifier: MIT
// One step of time for each strand: forces, springs to the style, lengths, the head. See package
// hair/motion. The system of equations for lengths (lengths.glsl) is eliminated from the root to
// the tip while points move, then solved back to the root. A last walk from root to tip corrects
// the remaining error point by point (Mueller, Kim and Chentanez 2012), so that lengths are exact.
// Grid: one invocation a strand. Reads: First, Rest, Solid, Params, Count. Reads and writes:
// Points, Velocities, Work. CPU twin: step in hair/motion/twin.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/motion/wind.glsl"
#include "hair/motion/solid.glsl#solid"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_FIRST) readonly buffer First { uint first[]; };
layout(std430, binding = BIND_REST) readonly buffer Rest { vec4 rest[]; };  // w: from the point before; of a root: all
layout(std430, binding = BIND_POINTS) buffer Points { vec4 points[]; };
layout(std430, binding = BIND_VELOCITIES) buffer Velocities { vec4 velocities[]; };
layout(std430, binding = BIND_WORK) buffer Work { vec4 work[]; };
uniform uint points_at;
uniform uint seed;
#include "hair/motion/outside.glsl"
#include "hair/motion/lengths.glsl"

// The share of the wind that a strand gets. It differs, so that neighbours do not move alike.
float windGain(uint strand)
{
    uint h = strand ^ seed;
    h = (h ^ (h >> 16)) * 0x7FEB352Du;
    h = (h ^ (h >> 15)) * 0x846CA68Bu;
    h ^= h >> 16;
    return 1.0 + WIND_SPREAD * (float(h >> 8) / 8388608.0 - 1.0);
}

// The share of its distance that a spring of this constant (1/s2) covers in a step (XPBD: exact for
// any step).
float springShare(float spring) { float k = spring * head_at.w * head_at.w; return k / (1.0 + k); }

// Moves two points towards their distance in the style. Both move equally, except that the root
// stays.
void bend(inout vec3 a, inout vec3 b, float rest_length, float compliance, bool root)
{
    vec3 d = b - a;
    vec3 by = direction(d) * ((length(d) - rest_length) / ((root ? 1.0 : 2.0) + compliance));
    b -= by;
    if (!root) a += by;
}

// Moves the points by forces and springs. Elimination follows three points behind.
void applyForces(uint s, uint begin, uint end)
{
    vec4 r1 = rest[begin];                      // the point before, at rest
    vec3 old = points[points_at + begin].xyz;   // before the step
    vec3 inner = vec3(0.0);                     // speed
    vec3 v = velocities[begin + 1u].xyz;
    vec3 p1 = rotated(head_turn, r1.xyz) + head_at.xyz;
    points[points_at + begin].xyz = p1;
    float gain = windGain(s);
    float firm = min(REFERENCE * REFERENCE / max(r1.w * r1.w, TINY), FIRMEST);
    float reached = 0.0;
    vec4 r2 = r1, r3 = r1;
    vec3 p2 = p1, p3 = p1;
    last = p1;
    hold = vec3(0.0);
    normal = vec3(0.0);
    pivot = 1.0;
    side = 0.0;
    for (uint i = begin + 1u; i < end; i++) {
        vec4 r = rest[i];
        vec3 x = points[points_at + i].xyz;
        vec3 next = i + 1u < end ? velocities[i + 1u].xyz : v;
        // Friction inside bending hair: differences between neighbours' velocities decay.
        vec3 shared_v = v + wind.w * (0.5 * (inner + next) - v);
        inner = v;
        v = shared_v;
        float t = 1.0 - float(i - begin) / float(end - begin - 1u);
        float spring = style.x * firm * (1.0 + ROOT_HOLD * t * t * t);
        reached += r.w;
        v += head_at.w * (gravity.xyz - carried.xyz * min(1.0, spring / HOLDS));
        vec3 air = windAt(x) * (gain * smoothstep(0.0, SHELTER, reached)) - v;
        vec3 tangent = direction(x - old);
        v += gravity.w * (air - tangent * dot(tangent, air));
        v *= carried.w * min(1.0, FASTEST / max(length(v), TINY));
        vec3 q = x + v * head_at.w;
        q += springShare(spring) * (rotated(head_turn, r.xyz) + head_at.xyz - q);
        float compliance = r.w * r.w / max(style.y * head_at.w * head_at.w, TINY);
        if (i > begin + 1u) bend(p2, q, distance(r2.xyz, r.xyz), compliance, i == begin + 2u);
        if (i > begin + 2u) bend(p3, q, distance(r3.xyz, r.xyz), compliance, i == begin + 3u);
        if (i > begin + 3u) row(i - 3u, i == begin + 4u, p3, r3.w);
        p3 = p2;
        p2 = p1;
        p1 = q;
        r3 = r2;
        r2 = r1;
        r1 = r;
        old = x;
        v = next;
    }
    if (end > begin + 3u) row(end - 3u, end == begin + 4u, p3, r3.w);
    if (end > begin + 2u) row(end - 2u, end == begin + 3u, p2, r2.w);
    row(end - 1u, end == begin + 2u, p1, r1.w);
    work[end - 1u] = vec4(last, 0.0);
}

void main()
{
    uint s = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (s >= itemCount()) return;
    uint begin = first[s];
    uint end = first[s + 1u];
    applyForces(s, begin, end);
    solveTensions(begin, end);
    vec3 p = work[begin].xyz;
    for (uint i = begin + 1u; i < end; i++) {
        vec4 x = points[points_at + i];
        float l = rest[i].w;
        vec3 q = work[i].xyz;
        float pushed = max(length(velocities[i].xyz) - 1.0, 0.0);
        q = outside(p, direction(q - p), l, pushed);
        // Friction changes velocities, never places. Holding a point back would pull the points
        // below it along for ever.
        vec3 v = (q - x.xyz) / head_at.w;
        v *= max(1.0 - style.w * pushed / max(length(v) * head_at.w, TINY), 0.0);
        velocities[i] = vec4(v, 0.0);
        points[points_at + i] = vec4(q, x.w);
        p = q;
    }
}
