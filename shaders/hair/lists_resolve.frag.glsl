// SPDX-License-Identifier: MIT
// Per-pixel linked lists, second half. The NEAREST nearest fragments of a pixel are sorted and
// blended exactly. The others are blended behind them, in the order in which the walk from the
// newest node to the oldest pushes them out of the nearest. TressFX 4 does the same.
#include "hair/list_node.glsl"
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
