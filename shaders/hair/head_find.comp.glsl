// SPDX-License-Identifier: MIT
// Finds the visible head surface of each sample: the nearest depth and its triangle. Of triangles
// at equal depths the last one counts, in any order of the invocations.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include <READS>
#include "hair/head_corner.glsl"
#include "hair/scene_depth.glsl#words"

layout(local_size_x = GROUP_SIZE) in;
uniform uint lanes_log2;

#part words
// The first dispatch computes the depth. The second one, with finds_owners set, finds the triangle
// at that depth. Depths are 0 before.
// Grid: 1 << lanes_log2 invocations a triangle. Reads: Corners, Indices, Count. Reads and writes:
// Depths, Owners. CPU twin: none; head_trace_test.go compares with the drawn head.
layout(std430, binding = BIND_DEPTHS) buffer Depths { uint depths[]; };
layout(std430, binding = BIND_OWNERS) buffer Owners { uint owners[]; };
uniform uint finds_owners;

// Tolerance in float steps: the compiler may round a depth differently in the second dispatch. A
// triangle at the very depth goes before.
const uint SLACK = 4u;

void keep(uint at, uint word, uint owner)
{
    if (finds_owners == 0u) {
        atomicMax(depths[at], word);
        owners[at] = 0u;  // for the second dispatch; where there is no depth, nothing reads it
        return;
    }
    uint nearest = depths[at];
    if (word == nearest) atomicMax(owners[at], owner | OWNER_EXACT);
    else if (min(word, 0xFFFFFFFFu - SLACK) + SLACK >= nearest) atomicMax(owners[at], owner);
}

#part pairs
// One dispatch, by atomics of 64 bits.
// Grid: 1 << lanes_log2 invocations a triangle. Reads: Corners, Indices, Count. Reads and writes:
// Pairs, which are 0 before. CPU twin: part words; head_pairs_test.go compares them.
layout(std430, binding = BIND_PAIRS) buffer Pairs { uint64_t pairs[]; };

void keep(uint at, uint word, uint owner) { atomicMax(pairs[at], packUint2x32(uvec2(owner, word))); }

#part words pairs
// The pixels that may have a sample in the part of a triangle in front of the near plane.
bool pixelBox(HeadTriangle h, out ivec2 first, out ivec2 last)
{
    vec2 low = vec2(1e30), high = vec2(-1e30);
    float near = viewport.z;
    for (int k = 0; k < 3; k++) {
        vec4 a = h.clip[k], b = h.clip[(k + 1) % 3];
        if (a.w >= near) {
            low = min(low, a.xy / a.w);
            high = max(high, a.xy / a.w);
        }
        if ((a.w >= near) == (b.w >= near)) continue;
        vec2 cut = mix(a.xy, b.xy, (near - a.w) / (b.w - a.w)) / near;
        low = min(low, cut);
        high = max(high, cut);
    }
    // Those whose samples lie in the box, which is a little larger for rounding.
    const float INSET = (SAMPLES == 4 ? 0.125 : 0.5) - 0.05;
    first = ivec2(clamp(ceil((low * 0.5 + 0.5) * viewport.xy - 1.0 + INSET), vec2(0.0), viewport.xy));
    last = ivec2(clamp(floor((high * 0.5 + 0.5) * viewport.xy - INSET), vec2(-1.0), viewport.xy - 1.0));
    return all(lessThanEqual(first, last));
}

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    uint t = i >> lanes_log2;
    if (t >= itemCount()) return;
    HeadTriangle h = headTriangle(t);
    ivec2 first, last;
    if (!pixelBox(h, first, last)) return;
    int wide = last.x - first.x + 1;
    int many = wide * (last.y - first.y + 1);
    int lanes = 1 << lanes_log2;
    for (int p = int(i) & (lanes - 1); p < many; p += lanes) {
        ivec2 pixel = first + ivec2(p % wide, p / wide);
        for (int k = 0; k < SAMPLES; k++) {
            vec3 weights = cornerWeights(h, screenAt(vec2(pixel) + sampleAt(k)));
            if (!(min(weights.x, min(weights.y, weights.z)) >= 0.0 || max(weights.x, max(weights.y, weights.z)) <= 0.0)) continue;
            float weight_sum = weights.x + weights.y + weights.z;
            if (weight_sum == 0.0) continue;  // edge-on
            precise vec3 share = weights / weight_sum;
            precise float z = share.x * h.clip[0].z + share.y * h.clip[1].z + share.z * h.clip[2].z;
            precise float w = share.x * h.clip[0].w + share.y * h.clip[1].w + share.z * h.clip[2].w;
            precise float depth = z / w * 0.5 + 0.5;
            if (!(w >= viewport.z && depth >= 0.0 && depth < 1.0)) continue;
            uint word = ~floatBitsToUint(depth);
            keep(sampleIndex(pixel, k), word, t + 1u);
        }
    }
}
