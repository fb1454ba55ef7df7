// SPDX-License-Identifier: MIT
// Emits and updates particles. The first items are the living particles, the next ones the
// newborns. The caller's update runs once for each item. The item is then written to its place, and
// sets a bit in each row of Mask: whether it lives, and for each channel whether it emitted an
// event. There are more workgroups than workers of the next kernel, each with a tile or a few in
// turn. In a walk over a grid dense places cost more and lie together, and a workgroup that is done
// makes room for one that waits. Totals gets the sums of the chunks that the next kernel walks. It
// has two sets: this step adds to one and zeroes the other for the next step. With Slots
// particles/slot.glsl#index defines the order of items.
// Grid: any number of workgroups. Reads: Count, Parents, Tables, Index. Reads and writes: State,
// Records, Totals, Fault. Writes: Mask. CPU twin: twin_test.go.
#include "lib/grid.glsl"
#include "lib/lanes.glsl#base"
#include "particles/state.glsl"
#include <RECORD>
#include <UNIFORMS>
#include "particles/advance.glsl"
#include <BITS>

layout(local_size_x = GROUP_SIZE) in;
uniform uint workers;  // of the next kernel
uniform uint groups;
layout(std430, binding = BIND_TOTALS) buffer Totals { uint totals[]; };

#include "particles/tile_bits.glsl"

// The chunk of item q of n, with tiles of SHARE_TILE items: the inverse of lib/worker.glsl#chunk.
uint shareOf(uint q, uint n)
{
    uint tiles = n / SHARE_TILE + min(n % SHARE_TILE, 1u);
    uint each = tiles / workers;
    uint rest = tiles % workers;
    uint tile = q / SHARE_TILE;
    return tile < rest * (each + 1u) ? tile / (each + 1u) : rest + (tile - rest * (each + 1u)) / each;
}

void main()
{
    uint group = workgroupIndex();
    uint t = threadIndex();
    uint before = alive[side];
    uint n = beginStep(before, group == 0u && t == 0u);
    for (uint i = group * GROUP_SIZE + t; i < ROWS * workers; i += groups * GROUP_SIZE) totals[(1u - side) * TOTALS_STRIDE + i] = 0u;
    // The next kernel reads Mask in larger tiles, so the last of them may hold no bits of an
    // earlier step.
    uint tile_items = COUNTED ? SHARE_TILE : TILE_SIZE;
    uint tiles = (n / tile_items + min(n % tile_items, 1u)) * (tile_items / TILE_SIZE);
    for (uint tile = group; tile < tiles; tile += groups) {
        clearBits();
        uint q = tile * TILE_SIZE + t;
        uint bits = 0u;
        if (q < n && !isFree(q)) {
            ParticlePart w[PARTICLE_PARTS];
            bits = advance(q, before, w);
            STORE_PARTICLE(records, slot, w);
        }
        collectBits(bits);
        for (uint w = t; w < ROWS * LANE_BIT_WORDS; w += GROUP_SIZE) {
            mask_words[maskAt(w / LANE_BIT_WORDS, tile * TILE_SIZE) + w % LANE_BIT_WORDS] = lane_bits[w];
        }
        if (COUNTED && t < ROWS) atomicAdd(totals[side * TOTALS_STRIDE + t * workers + shareOf(tile * TILE_SIZE, n)], bitsIn(t));
        if (tiles - tile <= groups) break;
        sync();
    }
}
