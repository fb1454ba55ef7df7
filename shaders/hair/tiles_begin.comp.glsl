// SPDX-License-Identifier: MIT
// The depth of the first hair in each tile of a light's map, turned around so that zero is none. Segments are looked at
// in steps of half a tile.
// Grid: one invocation a segment. Reads: Segments, Points, Count. Reads and writes: Begins. CPU twin: shadow_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/light.glsl"
#include "hair/volume.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SEGMENTS) readonly buffer Segments { uint segments[]; };
layout(std430, binding = BIND_POINTS) readonly buffer Points { vec4 points[]; };
layout(std430, binding = BIND_BEGINS) buffer Begins { uint begins[]; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    uint p = segments[i] & SEGMENT_POINT;
    vec3 a = inLight(points[p].xyz);
    vec3 b = inLight(points[p + 1u].xyz);
    uint steps = clamp(uint(length(b.xy - a.xy) * 2.0 / float(TILE)) + 1u, 1u, 64u);
    for (uint k = 0u; k <= steps; k++) {
        vec3 at = mix(a, b, float(k) / float(steps));
        uvec2 texel = uvec2(clamp(at.xy, vec2(0.0), vec2(lights.z - 1.0)));
        uint bits = ~floatBitsToUint(clamp(hairDepth(at.z), 0.0, 1.0));
        atomicMax(begins[tileOf(texel)], bits);
    }
}
