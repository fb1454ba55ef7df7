// SPDX-License-Identifier: MIT
// Per-pixel linked lists: a head for each pixel, and nodes that all pixels share.
#include "hair/pixel.glsl"

struct Head {
    uint first;   // index of the newest node + 1; 0: no node
    uint layers;  // fragments of the pixel so far, including those without a node
};
layout(std430, binding = BIND_HEADS) HEADS_ACCESS buffer Heads { Head heads[]; };
// x: depth as float bits; y, z: premultiplied colour as four halves, as for Blend; w: index of the
// next node + 1, 0 at the end
layout(std430, binding = BIND_NODES) NODES_ACCESS buffer Nodes { uvec4 nodes[]; };
