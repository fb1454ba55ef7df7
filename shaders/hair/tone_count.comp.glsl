// SPDX-License-Identifier: MIT
// Counts the pixels of hair and head by the logarithm of their light, for an automatic exposure. A
// bin is a quarter of a stop. Pixels of which less than half is covered do not count.
// Grid: a workgroup takes SIDE x SIDE pixels. Reads: the scene, the hair image. Writes: Bins, which
// start at 0. CPU twin: exposure_test.go.
#include "lib/grid.glsl"
#include "lib/sync.glsl"
#include "hair/frame.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(binding = UNIT_SUMS) uniform sampler2D hair;
layout(std430, binding = BIND_BINS) buffer Bins { uint bins[]; };
uniform uint has_hair;  // the hair has its own image
shared uint tile_bins[LIGHT_BINS];

#include <LIGHT_SCENE>

void main()
{
    for (uint i = gl_LocalInvocationIndex; i < LIGHT_BINS; i += GROUP_SIZE) tile_bins[i] = 0u;
    sync();
    const uint side = uint(SIDE);
    uint across = (uint(viewport.x) + side - 1u) / side;
    uint block = workgroupIndex();
    ivec2 p = ivec2(uvec2(block % across, block / across) * side + uvec2(gl_LocalInvocationIndex % side, gl_LocalInvocationIndex / side));
    if (all(lessThan(p, ivec2(viewport.xy)))) {
        vec4 over = has_hair != 0u ? texelFetch(hair, p, 0) : vec4(0.0);
        vec4 c = over + (1.0 - over.a) * sceneLight(p);
        float light = dot(c.rgb, vec3(0.2126, 0.7152, 0.0722)) / max(c.a, 0.5);
        // The negated form also leaves out a NaN.
        if (c.a >= 0.5 && light > 0.0) {
            float bin = clamp(4.0 * log2(light) + 0.5 * float(LIGHT_BINS), 0.0, float(LIGHT_BINS) - 1.0);
            atomicAdd(tile_bins[uint(bin)], 1u);
        }
    }
    sync();
    for (uint i = gl_LocalInvocationIndex; i < LIGHT_BINS; i += GROUP_SIZE) {
        if (tile_bins[i] != 0u) atomicAdd(bins[i], tile_bins[i]);
    }
}
