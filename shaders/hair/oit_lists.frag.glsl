// SPDX-License-Identifier: MIT
// The OIT method "lists": per-pixel linked lists. Yang, Hensley, Gruen and Thibieroz, "Real-Time
// Concurrent Linked List Construction on the GPU", EGSR 2010.

#part collect
// Each fragment takes a node and prepends it to its pixel's list. A fragment gets no node if all
// are taken, or if its pixel's list is as long as the resolve can walk. It is then counted and
// blended over the scene at once, so it lies behind all fragments of the list.
#include <RIBBON_IN>
#include "hair/ribbon_fragment.glsl#color"
#include "hair/ribbon_fragment.glsl#depth"

#part collect resolve
// A head for each pixel, and nodes that all pixels share.
#include "hair/ribbon_fragment.glsl#pixel"

struct Head {
    uint first;   // index of the newest node + 1; 0: no node
    uint layers;  // fragments of the pixel so far, including those without a node
};
layout(std430, binding = BIND_HEADS) HEADS_ACCESS buffer Heads { Head heads[]; };
// x: depth as float bits; y, z: premultiplied colour as four halves, as for Blend; w: index of the
// next node + 1, 0 at the end
layout(std430, binding = BIND_NODES) NODES_ACCESS buffer Nodes { uvec4 nodes[]; };

#part collect
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

#part resolve
// The NEAREST nearest fragments of a pixel are sorted and blended exactly. The others are blended
// behind them, in the order in which the walk from the newest node to the oldest pushes them out of
// the nearest. TressFX 4 does the same.
layout(location = 0) out vec4 color;

vec4 over(vec4 tail, uvec2 c)
{
    vec4 front = vec4(unpackHalf2x16(c.x), unpackHalf2x16(c.y));
    return front + tail * (1.0 - front.a);
}

void main()
{
    uint at = heads[pixelIndex()].first;
    if (at == 0u) discard;
    float depth[NEAREST];  // ascending
    uvec2 colors[NEAREST];
    for (int k = 0; k < NEAREST; k++) {
        depth[k] = uintBitsToFloat(0x7F800000u);
        colors[k] = uvec2(0u);  // transparent
    }
    vec4 tail = vec4(0.0);
    // The lists have no cycles. The bound is for drivers that end long loops without an error.
    for (uint i = 0u; at != 0u && i < MOST_LAYERS; i++) {
        uvec4 node = nodes[at - 1u];
        at = node.w;
        float d = uintBitsToFloat(node.x);
        uvec2 c = node.yz;
        if (d < depth[NEAREST - 1]) {
            // From its place on, all others move back by one. Of equal depths the newer stays
            // nearer.
            bool placed = false;
            for (int k = 0; k < NEAREST; k++) {
                placed = placed || d < depth[k];
                if (placed) {
                    float further = depth[k];
                    uvec2 behind = colors[k];
                    depth[k] = d;
                    colors[k] = c;
                    d = further;
                    c = behind;
                }
            }
        }
        tail = over(tail, c);
    }
    for (int k = NEAREST - 1; k >= 0; k--) tail = over(tail, colors[k]);
    color = tail;
}
