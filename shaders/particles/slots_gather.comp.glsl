// SPDX-License-Identifier: MIT
// Brings the bits of update from the order of slots into the order of birth: Mask and Totals become
// as records_update writes them without Slots. Newborns that live get their slot's bit, for the
// next step.
// Grid: one workgroup a worker. Reads: State, Index. Reads and writes: Bits. Writes: Mask, Totals.
// CPU twin: twin_test.go.
#include "lib/grid.glsl"
#include "lib/worker.glsl#chunk"
#include "particles/state.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_BITS) buffer Bits { uint visited[]; };
layout(std430, binding = BIND_MASK) writeonly buffer Mask { uint mask[]; };
layout(std430, binding = BIND_TOTALS) writeonly buffer Totals { uint totals[]; };
layout(std430, binding = BIND_INDEX) readonly buffer Index { uint index[]; };

#include "particles/tile_bits.glsl"

// The bits of item q, one for each row.
uint bitsOf(uint q, uint before)
{
    uint slot = index[side * indexHalf() + q];
    uint at = q < before ? slot : mask_stride * 32u + q - before;
    uint bits = 0u;
    for (uint r = 0u; r < ROWS; r++) bits |= (visited[r * 2u * mask_stride + at / 32u] >> (at % 32u) & 1u) << r;
    // Other invocations may read this word now, but not this bit.
    if (q >= before && (bits >> LIFE_ROW & 1u) != 0u) atomicOr(visited[slot / 32u], 1u << (slot % 32u));
    return bits;
}

void main()
{
    uint worker = workgroupIndex();
    uint t = threadIndex();
    uint n = items;
    uint before = alive[side];
    uint end = chunkBegin(worker + 1u, n);
    uint counted = 0u;  // sum of row t
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        clearBits();
        uint bits = 0u;
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + t;
            if (i < end - tile) bits |= bitsOf(tile + i, before) << (k * ROWS);
        }
        collectBits(bits);
        for (uint w = t; w < ROWS * LANE_BIT_WORDS; w += GROUP_SIZE) {
            mask[w / LANE_BIT_WORDS * mask_stride + tile / 32u + w % LANE_BIT_WORDS] = lane_bits[w];
        }
        if (t < ROWS) counted += bitsIn(t);
        if (end - tile <= TILE_SIZE) break;
        sync();
    }
    if (t < ROWS) totals[t * workers + worker] = counted;
}
