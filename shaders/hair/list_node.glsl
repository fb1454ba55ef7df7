// SPDX-License-Identifier: MIT
// The per-pixel lists: for each pixel a head, and nodes that all pixels share.
#include "hair/pixel.glsl"

struct Head {
    uint first;   // the newest node's index + 1; 0 ends a list
    uint layers;  // fragments that the pixel has had, also those without a node
};
layout(std430, binding = BIND_HEADS) HEADS_ACCESS buffer Heads { Head heads[]; };
// depth as float bits; premultiplied colour as four half floats, what Blend has; the next node's index + 1
layout(std430, binding = BIND_NODES) NODES_ACCESS buffer Nodes { uvec4 nodes[]; };
