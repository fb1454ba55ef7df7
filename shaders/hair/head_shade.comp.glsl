// SPDX-License-Identifier: MIT
// Shades the head. Colour: the mean of the samples of a pixel that the head covers. Alpha: their
// share of all samples.
#include "lib/grid.glsl"
#include <READS>
#include "hair/head_corner.glsl"
#include "hair/scene_depth.glsl#words"
#include "hair/head_surface.glsl"
#include "hair/packed.glsl#lit"

layout(local_size_x = GROUP_SIZE) in;
layout(binding = 0, rgba16f) writeonly uniform image2D scene;
uniform uint hair_points;

#part words
// Grid: a workgroup takes SIDE x SIDE pixels. Reads: Corners, Indices, Depths, Owners, Lit, the
// head's depth maps. Writes: the scene image. CPU twin: none; head_trace_test.go compares with the
// drawn head.
readsWords(Depths, depths, BIND_DEPTHS, UNIT_DEPTHS)
readsWords(Owners, owners, BIND_OWNERS, UNIT_OWNERS)

// The depth words and the owners of a pixel's samples.
void takeSamples(ivec2 p, out uint words[SAMPLES], out uint owner[SAMPLES])
{
    for (int k = 0; k < SAMPLES; k++) {
        words[k] = wordAt(depths, sampleIndex(p, k));
        owner[k] = 0u;
        if (words[k] != 0u) owner[k] = wordAt(owners, sampleIndex(p, k)) & ~OWNER_EXACT;
    }
}

#part pair
// One sample a pixel, whose owner and depth were found together.
// Grid: a workgroup takes SIDE x SIDE pixels. Reads: Corners, Indices, Lit, the head's depth maps.
// Reads and zeroes: Pairs. Writes: Depths, the scene image.
// CPU twin: part words; head_pairs_test.go compares them.
layout(std430, binding = BIND_DEPTHS) writeonly buffer Depths { uint depths[]; };
layout(std430, binding = BIND_PAIRS) buffer Pairs { uvec2 pairs[]; };

void takeSamples(ivec2 p, out uint words[SAMPLES], out uint owner[SAMPLES])
{
    uint at = sampleIndex(p, 0);
    uvec2 both = pairs[at];
    depths[at] = both.y;
    if (both.y != 0u) pairs[at] = uvec2(0u);
    words[0] = both.y;
    owner[0] = both.x;
}

#part pairs
// The same with four samples, which are loaded and stored together.
// Grid: a workgroup takes SIDE x SIDE pixels. Reads: Corners, Indices, Lit, the head's depth maps.
// Reads and zeroes: Pairs. Writes: Depths, the scene image.
// CPU twin: part words; head_pairs_test.go compares them.
layout(std430, binding = BIND_DEPTHS) writeonly buffer Depths { uvec4 depths[]; };
layout(std430, binding = BIND_PAIRS) buffer Pairs { uvec4 pairs[]; };

void takeSamples(ivec2 p, out uint words[SAMPLES], out uint owner[SAMPLES])
{
    uint at = sampleIndex(p, 0) / 4u;
    uvec4 low = pairs[2u * at], high = pairs[2u * at + 1u];
    uvec4 four = uvec4(low.yw, high.yw), owners = uvec4(low.xz, high.xz);
    depths[at] = four;
    if (four != uvec4(0u)) {
        pairs[2u * at] = uvec4(0u);
        pairs[2u * at + 1u] = uvec4(0u);
    }
    for (int k = 0; k < SAMPLES; k++) {
        words[k] = four[k];
        owner[k] = owners[k];
    }
}

#part words pair pairs
// How many pixels apart in depth two samples of one piece of surface are at most: a slope of 70
// degrees within a pixel.
const float SAME_SURFACE = 2.7;

// The view depth in metres of a depth in the depth buffer. In a perspective projection z / w is
// a - b / w.
float viewDepthOf(float depth)
{
    mat4 rows = transpose(view_projection);
    float a = dot(rows[2].xyz, rows[3].xyz);  // rows[3].xyz is the direction of the view
    float b = a * rows[3].w - rows[2].w;
    return b / (a - (2.0 * depth - 1.0));
}

// Colour of a triangle at the pixel's middle, or at the triangle's place nearest to it.
vec3 colorAt(uint t, vec2 pixel)
{
    HeadTriangle h = headTriangle(t);
    vec3 weights = cornerWeights(h, screenAt(pixel));
    weights = max(weights / (weights.x + weights.y + weights.z), vec3(0.0));
    weights /= weights.x + weights.y + weights.z;
    vec4 place_openness = vec4(0.0), normal_scalp = vec4(0.0), reached = vec4(0.0);
    float hair_openness = 0.0;
    for (uint k = 0u; k < 3u; k++) {
        uint v = wordAt(indices, 3u * t + k);
        place_openness += weights[k] * vectorAt(corners, 2u * v);
        normal_scalp += weights[k] * vectorAt(corners, 2u * v + 1u);
        reached += weights[k] * litAt(hair_points + v);
        hair_openness += weights[k] * hairOpennessAt(hair_points + v);
    }
    return headColor(place_openness.xyz, normal_scalp.xyz, normal_scalp.w, place_openness.w, reached, hair_openness);
}

void main()
{
    const uint side = uint(SIDE);
    uint across = (uint(viewport.x) + side - 1u) / side;
    uint block = workgroupIndex();
    ivec2 p = ivec2(uvec2(block % across, block / across) * side + uvec2(gl_LocalInvocationIndex % side, gl_LocalInvocationIndex / side));
    if (any(greaterThanEqual(p, ivec2(viewport.xy)))) return;
    uint words[SAMPLES], owner[SAMPLES];
    takeSamples(p, words, owner);
    float depth[SAMPLES];  // in metres, of the samples that the head covers
    uint left = 0u;        // those without a colour, a bit each
    for (int k = 0; k < SAMPLES; k++) {
        depth[k] = viewDepthOf(depthOfWord(words[k]));
        if (words[k] != 0u && owner[k] != 0u) left |= 1u << k;
    }
    if (left == 0u) {
        imageStore(scene, p, vec4(0.0));
        return;
    }
    uint seen = uint(bitCount(left));
    // Samples on one piece of surface share a colour, though each may have a triangle.
    vec3 sum = vec3(0.0);
    while (left != 0u) {
        int first = findLSB(left);
        uint piece = 0u;
        for (int k = 0; k < SAMPLES; k++) {
            if (abs(depth[k] - depth[first]) <= SAME_SURFACE * depth[first] / eye.w) piece |= 1u << k;
        }
        piece = (piece & left) | 1u << first;
        sum += float(bitCount(piece)) * colorAt(owner[first] - 1u, vec2(p) + 0.5);
        left &= ~piece;
    }
    imageStore(scene, p, vec4(sum / float(seen), float(seen) / float(SAMPLES)));
}
