// SPDX-License-Identifier: MIT
// Each invocation loops over its share of the items: item k of share s is s * across + k * along.
// With across 1 the shares are interleaved. With along 1 each is a block. One share is the loop
// that the literature warns of.
// Grid: one invocation a share. Reads: Src. Writes: Dst. CPU twin: the loop in oracle_test.go.
#include "lib/operator.glsl#combine"
#include "lib/grid.glsl"
#include "bench/ladder_items.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_DST) writeonly buffer Dst { VALUE dst[]; };
uniform uint share_count;
uniform uint share_items;
uniform uint across;
uniform uint along;
uniform uint divisor;

void main()
{
    uint share = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (share >= share_count) return;
    VALUE sum = VALUE_IDENTITY;
    for (uint k = 0u; k < share_items; k++) {
        uint i = share * across + k * along;
        if (i < item_count) sum = combine(sum, itemAt(i));
    }
    dst[share] = sum / float(divisor);
}
