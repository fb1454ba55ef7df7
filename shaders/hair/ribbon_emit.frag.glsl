// SPDX-License-Identifier: MIT
// Writes each fragment of hair: its key (pixel above depth), its premultiplied colour and its
// index. The fragments of a pixel are contiguous, in any order. Each one decrements the pixel's
// count to get its place, so the count ends at 0.
#include <RIBBON_IN>
#include "hair/ribbon_color.glsl"
layout(early_fragment_tests) in;
layout(std430, binding = 3) buffer Layers { uint layers[]; };
layout(std430, binding = 4) readonly buffer Offsets { uint offsets[]; };
// x: depth; y: pixel
layout(std430, binding = 5) writeonly buffer FragmentKeys { uvec2 keys[]; };
layout(std430, binding = 6) writeonly buffer FragmentOrder { uint order[]; };
layout(std430, binding = 7) writeonly buffer FragmentColors { uvec2 fragment_colors[]; };  // four halves

void main()
{
    vec4 c = ribbonColor();
    uint pixel = uint(gl_FragCoord.y) * uint(viewport.x) + uint(gl_FragCoord.x);
    // For a fragment that was not counted, 0 - 1 wraps around to a place past the end.
    uint place = atomicAdd(layers[pixel], 0xFFFFFFFFu) - 1u;
    uint at = offsets[pixel] + place;
    if (place >= uint(keys.length()) || at >= uint(keys.length())) return;
    keys[at] = uvec2(floatBitsToUint(gl_FragCoord.z), pixel);
    order[at] = at;
    fragment_colors[at] = uvec2(packHalf2x16(c.rg), packHalf2x16(c.ba));
}
