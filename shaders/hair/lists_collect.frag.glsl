// SPDX-License-Identifier: MIT
// Per-pixel linked lists, first half. Each fragment takes a node and prepends it to its pixel's
// list: Yang, Hensley, Gruen and Thibieroz, "Real-Time Concurrent Linked List Construction on the
// GPU", EGSR 2010. A fragment gets no node if all are taken, or if its pixel's list is as long as
// the resolve can walk. It is then counted and blended over the scene at once, so it lies behind
// all fragments of the list.
#include <RIBBON_IN>
#include "hair/ribbon_color.glsl"
#include "hair/ribbon_depth.glsl"
#include "hair/list_node.glsl"
layout(early_fragment_tests) in;  // fragments behind the head take no node
layout(binding = 0, offset = 0) uniform atomic_uint taken;
layout(binding = 0, offset = 4) uniform atomic_uint leftover;
layout(location = 0) out vec4 color;

void main()
{
    vec4 c = ribbonColor();
    if (c.a <= 0.0) discard;
    uint pixel = pixelIndex();
    uint limit = uint(nodes.length());
    uint node = limit;
    // The test comes before the increment, so that the counter does not wrap around in a frame of
    // more than 2^32 fragments.
    if (atomicAdd(heads[pixel].layers, 1u) < MOST_LAYERS && atomicCounter(taken) < limit) node = atomicCounterIncrement(taken);
    if (node < limit) {
        uint next = atomicExchange(heads[pixel].first, node + 1u);
        nodes[node] = uvec4(floatBitsToUint(ribbonDepth()), packHalf2x16(c.rg), packHalf2x16(c.ba), next);
        discard;
    }
    atomicCounterIncrement(leftover);
    color = c;
}
