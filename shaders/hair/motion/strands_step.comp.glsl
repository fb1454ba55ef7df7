// SPDX-License-Identifier: MIT
// One step of time for each strand: forces, springs to the style, lengths, the head. See package hair/motion.
// Lengths are one system of equations for each strand, of three diagonals, linear in the points' moves (Han and Harada
// 2013): eliminated from the root to the tip while points are moved, solved back to the root. What is left of them a last
// walk takes away, root to tip, point by point (Mueller, Kim and Chentanez 2012): then lengths are exact.
// Grid: one invocation a strand. Reads: First, Rest, Solid, Params, Count. Reads and writes: Points, Velocities (w:
// right sides), Work (places under way, w: upper diagonal). CPU twin: step in hair/motion/twin.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/motion/wind.glsl"
#include "hair/motion/solid.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_FIRST) readonly buffer First { uint first[]; };
layout(std430, binding = BIND_REST) readonly buffer Rest { vec4 rest[]; };  // w: from the point before; of a root: all
layout(std430, binding = BIND_POINTS) buffer Points { vec4 points[]; };
layout(std430, binding = BIND_VELOCITIES) buffer Velocities { vec4 velocities[]; };
layout(std430, binding = BIND_WORK) buffer Work { vec4 work[]; };
uniform uint points_at;
uniform uint seed;

// How much of the wind a strand gets: neighbours do not move quite alike.
float gainOf(uint strand)
{
    uint h = strand ^ seed;
    h = (h ^ (h >> 16)) * 0x7FEB352Du;
    h = (h ^ (h >> 15)) * 0x846CA68Bu;
    h ^= h >> 16;
    return 1.0 + WIND_SPREAD * (float(h >> 8) / 8388608.0 - 1.0);
}

// The part of the way that a spring of that many 1/s2 goes in a step (XPBD: exact for any step).
float pull(float spring) { float k = spring * head_at.w * head_at.w; return k / (1.0 + k); }

vec3 direction(vec3 d) { float l = length(d); return l > TINY ? d / l : vec3(0.0); }

// Moves the points by forces and springs, and eliminates.
void move(uint s, uint begin, uint end)
{
    vec4 root = rest[begin];
    vec3 old = points[points_at + begin].xyz;  // of the point before
    vec3 p = turned(head_turn, root.xyz) + head_at.xyz;
    points[points_at + begin].xyz = p;
    vec3 at_rest = root.xyz;
    vec4 frame = head_turn;       // how the segment before is turned from the style
    vec3 n = vec3(0.0);           // its direction
    float pivot = 1.0, side = 0.0, along = 0.0;
    float gain = gainOf(s);
    float firm = min(REFERENCE * REFERENCE / max(root.w * root.w, TINY), FIRMEST);
    for (uint i = begin + 1u; i < end; i++) {
        vec4 r = rest[i];
        vec3 x = points[points_at + i].xyz;
        vec3 v = velocities[i].xyz;
        float t = 1.0 - float(i - begin) / float(end - begin - 1u);
        float spring = style.x * firm * (1.0 + ROOT_HOLD * t * t * t);
        along += r.w;
        v += head_at.w * (gravity.xyz - carried.xyz * min(1.0, spring / HOLDS));
        vec3 air = windAt(x) * (gain * smoothstep(0.0, SHELTER, along)) - v;
        vec3 tangent = direction(x - old);
        v += gravity.w * (air - tangent * dot(tangent, air));
        v *= carried.w * min(1.0, FASTEST / max(length(v), TINY));
        vec3 q = x + v * head_at.w;
        q += pull(spring) * (turned(head_turn, r.xyz) + head_at.xyz - q);
        vec3 styled = turned(frame, r.xyz - at_rest);
        q += pull(style.y / max(r.w * r.w, TINY)) * (p + styled - q);
        vec3 d = q - p;
        vec3 m = direction(d);
        if (r.w > TINY && m != vec3(0.0)) frame = normalize(joined(between(direction(styled), m), frame));
        // The constraint's row: shares the point before with the row before, but for the root, which does not move.
        float off = -dot(n, m);
        work[i - 1u] = vec4(p, off / pivot);
        float before = off / pivot * off;
        side = r.w - length(d) - off * side;
        pivot = (i == begin + 1u ? 1.0 : 2.0) - before;
        side /= pivot;
        velocities[i].w = side;
        p = q;
        n = m;
        at_rest = r.xyz;
        old = x;
    }
    work[end - 1u] = vec4(p, 0.0);
}

// Solves for the tensions, tip to root, and moves the points by them.
void tighten(uint begin, uint end)
{
    vec4 here = work[end - 1u];
    float tension = 0.0;
    vec3 outer = vec3(0.0);
    for (uint i = end - 1u; i > begin; i--) {
        vec4 inner = work[i - 1u];
        vec3 n = direction(here.xyz - inner.xyz);
        tension = velocities[i].w - here.w * tension;
        work[i] = vec4(here.xyz + n * tension - outer, here.w);
        outer = n * tension;
        here = inner;
    }
}

void main()
{
    uint s = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (s >= itemCount()) return;
    uint begin = first[s];
    uint end = first[s + 1u];
    move(s, begin, end);
    tighten(begin, end);
    vec3 p = work[begin].xyz;
    for (uint i = begin + 1u; i < end; i++) {
        vec4 x = points[points_at + i];
        float l = rest[i].w;
        vec3 q = work[i].xyz;
        float keep = 1.0;
        for (int k = 0; ; k++) {
            vec3 d = direction(q - p);
            q = p + (d == vec3(0.0) ? vec3(0.0, -1.0, 0.0) : d) * l;
            if (k == PUSHES) break;
            vec4 near = solidAt(q);
            if (near.w >= style.z) break;
            q += near.xyz * ((style.z - near.w) / max(dot(near.xyz, near.xyz), 0.25));
            keep = wind.w;
        }
        velocities[i] = vec4((q - x.xyz) / head_at.w * keep, 0.0);
        points[points_at + i] = vec4(q, x.w);
        p = q;
    }
}
