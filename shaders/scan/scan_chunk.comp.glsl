// SPDX-License-Identifier: MIT
// Prefix sums of each worker's chunk, on from the totals of the workers before it: dst[i] = src[0] + ... + src[i-1],
// and + src[i] when inclusive is 1; modulo 2^32. dst may be src.
// Grid: one workgroup a worker. Reads: Src, Totals, Count. Writes: Dst. CPU twin: the loop in scan_test.go.
#include "lib/op_add_uint.glsl"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/chunk.glsl"
#include "lib/spine.glsl"
#include "lib/group_scan.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
uniform uint src_at;
uniform uint dst_at;
uniform uint inclusive;

// One tile, with a word of padding after every 32 so that both ways of walking it spread over the banks.
shared uint staged[TILE_SIZE + TILE_SIZE / 32u];
uint padded(uint i) { return i + i / 32u; }

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);
    uint t = threadIndex();
    if (worker == 0u && t == 0u) checkCount();

    uint carry = totalsBefore(worker);
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + t;
            staged[padded(i)] = i < end - tile ? src[src_at + tile + i] : 0u;
        }
        sync();
        uint v[ITEMS_PER_THREAD];
        uint sum = 0u;
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            v[k] = staged[padded(t * ITEMS_PER_THREAD + k)];
            sum += v[k];
        }
        uint total;
        uint before = carry + groupExclusiveAdd(sum, total);
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            staged[padded(t * ITEMS_PER_THREAD + k)] = before + inclusive * v[k];
            before += v[k];
        }
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + t;
            if (i < end - tile) dst[dst_at + tile + i] = staged[padded(i)];
        }
        carry += total;
        if (end - tile <= TILE_SIZE) break;
        sync();
    }
}
