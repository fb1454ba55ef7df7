// SPDX-License-Identifier: MIT
// The OIT method "exact": it stores and sorts all fragments. CPU twin: composed in
// hair/exact_test.go.

#part count
// Counts the fragments of hair over each pixel that the scene does not hide.
#include "hair/frame.glsl"
layout(early_fragment_tests) in;
layout(std430, binding = 3) buffer Layers { uint layers[]; };

void main()
{
    atomicAdd(layers[uint(gl_FragCoord.y) * uint(viewport.x) + uint(gl_FragCoord.x)], 1u);
}

#part emit
// Writes each fragment of hair: its key (pixel above depth), its premultiplied colour and its
// index. The fragments of a pixel are contiguous, in any order. Each one decrements the pixel's
// count to get its place, so the count ends at 0.
#include <RIBBON_IN>
#include "hair/ribbon_fragment.glsl#color"
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

#part compose
// Composes the fragments of each pixel far to near, in 32-bit floats; blending puts the result over
// the scene. The fragments are sorted by pixel and depth. Fragments of a pixel with equal depth are
// sorted by colour here, so that the image depends only on the set of fragments. A pixel that
// cannot be right becomes magenta and is counted in `Faults`.
#include "hair/frame.glsl"
layout(std430, binding = 3) buffer Layers { uint layers[]; };
layout(std430, binding = 4) readonly buffer Offsets { uint offsets[]; };
layout(std430, binding = 5) readonly buffer FragmentKeys { uvec2 keys[]; };
layout(std430, binding = 6) buffer FragmentOrder { uint order[]; };
layout(std430, binding = 7) readonly buffer FragmentColors { uvec2 fragment_colors[]; };
layout(std430, binding = 8) buffer Faults { uint uncounted; uint too_long; };  // pixels
layout(location = 0) out vec4 color;

uint turns = 0u;  // loop iterations so far

bool before(uvec2 a, uvec2 b) { return a.x != b.x ? a.x > b.x : a.y > b.y; }

// Sorts a run of the order by colour. Shell's sort with Ciura's gaps: most runs have two entries.
void sortRun(uint first, uint end)
{
    const uint gaps[8] = uint[](701u, 301u, 132u, 57u, 23u, 10u, 4u, 1u);
    for (int g = 0; g < 8; g++) {
        uint gap = gaps[g];
        for (uint i = first + gap; i < end && turns < TURNS; i++, turns++) {
            uint moved = order[i];
            uvec2 key = fragment_colors[moved];
            uint j = i;
            for (; j >= first + gap && before(key, fragment_colors[order[j - gap]]) && turns < TURNS; j -= gap, turns++)
                order[j] = order[j - gap];
            order[j] = moved;
        }
    }
}

void main()
{
    uint pixels = uint(viewport.x) * uint(viewport.y);
    uint pixel = uint(gl_FragCoord.y) * uint(viewport.x) + uint(gl_FragCoord.x);
    uint begin = offsets[pixel];
    uint end = offsets[pixel + 1u];
    bool wrong = offsets[pixels] > uint(keys.length());  // no room for all
    if (layers[pixel] != 0u) {
        layers[pixel] = 0u;
        wrong = true;
        atomicAdd(uncounted, 1u);
    }
    vec4 sum = vec4(0.0);
    for (uint i = end; i > begin && !wrong; turns++) {
        uint run = i - 1u;
        uint depth = keys[run].x;
        for (; run > begin && keys[run - 1u].x == depth && turns < TURNS; turns++) run--;
        if (i - run > 1u) sortRun(run, i);
        for (; i > run && turns < TURNS; turns++) {
            i--;
            uvec2 halves = fragment_colors[order[i]];
            vec4 c = vec4(unpackHalf2x16(halves.x), unpackHalf2x16(halves.y));
            sum = c + sum * (1.0 - c.a);
        }
        if (turns >= TURNS) {
            wrong = true;
            atomicAdd(too_long, 1u);
        }
    }
    color = wrong ? vec4(1.0, 0.0, 1.0, 1.0) : sum;
    if (color.a == 0.0 && color.rgb == vec3(0.0)) discard;
}
