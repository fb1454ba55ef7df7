// SPDX-License-Identifier: MIT
// Emits and updates: item q is a living particle for q below their number, and from there on a newborn. Each goes through
// the caller's update once, is written to its place, and leaves a bit in each row of Mask: that it lives, and for each
// stream that it told an event. Totals gets a worker's number of each.
// Grid: one workgroup a worker. Reads: Count, Parents, Tables, Index. Reads and writes: State, Records.
// Writes: Mask, Totals. CPU twin: twin_test.go.
#include "lib/item_sum.glsl"
#include "lib/grid.glsl"
#include "lib/chunk.glsl"
#include "lib/group_reduce.glsl"
#include "particles/state.glsl"
#include <RECORD>
#include <UNIFORMS>
#include "particles/random.glsl"
#include "particles/birth.glsl"
#include "particles/curves.glsl"
#include "particles/forces.glsl"
#include "particles/colliders.glsl"
#include <DEPTH>

uint slot;  // where the particle at hand lies in its buffer: of Slots it stays there
uint told_streams;

// Leaves an event: the record as update leaves it goes to the stream. Once or more often in a step is the same.
void tell(uint stream) { told_streams |= 2u << stream; }

#include <NAMES>
#include <SLOT>
#include <SOURCE>
#include <FUNCTIONS>
#include <INIT>
#include <UPDATE>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_RECORDS) buffer Records { ParticlePart records[]; };
layout(std430, binding = BIND_MASK) writeonly buffer Mask { uint mask[]; };
layout(std430, binding = BIND_TOTALS) writeonly buffer Totals { uint totals[]; };

#define LANE_BIT_ROWS ROWS
#define LANE_BIT_WORDS (TILE_SIZE / 32u)
#include "lib/lane_bits.glsl"

// Item q: a bit for each row.
uint advance(uint q, uint before)
{
    slot = slotOf(q);
    Particle p;
    if (q < before) {
        p = LOAD_PARTICLE(records, slot);
    } else {
        uint id = next_id[side] + q - before;
        p = noParticle();
        setId(p, id);
        beginRandom(id, 0x80000000u);
        Birth b = birthOf(q - before, id);
        init(p, b);
    }
    told_streams = 0u;
    beginRandom(idOf(p, q), 0u);
    uint lives = update(p) ? 1u : 0u;
    ParticlePart w[PARTICLE_PARTS];
    packParticle(p, w);
    STORE_PARTICLE(records, slot, w);
    return lives | told_streams;
}

uint itemsOf(uint before, uint born) { return before + born; }

void main()
{
    uint worker = workgroupIndex();
    uint t = threadIndex();
    uint before = alive[side];
    uint wanted = emit_count + sourceCount() * emit_each;
    uint born = min(wanted, capacity - before);
    uint n = itemsOf(before, born);
    if (worker == 0u && t == 0u) {
        items = n;
        born_now = born;
        wanted_now = wanted;
    }
    uint end = chunkBegin(worker + 1u, n);
    uint counted[ROWS];
    for (uint r = 0u; r < ROWS; r++) counted[r] = 0u;
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        clearBits();
        uint bits = 0u;  // of all the invocation's items: lanes vote behind a barrier, as the caller's code may have parted them
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + t;
            if (i < end - tile) bits |= advance(tile + i, before) << (k * ROWS);
        }
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            for (uint r = 0u; r < ROWS; r++) {
                uint bit = bits >> (k * ROWS + r) & 1u;
                setBit(r, k * GROUP_SIZE + t, bit != 0u);
                counted[r] += bit;
            }
        }
        sync();
        for (uint w = t; w < ROWS * LANE_BIT_WORDS; w += GROUP_SIZE) {
            mask[w / LANE_BIT_WORDS * mask_stride + tile / 32u + w % LANE_BIT_WORDS] = lane_bits[w];
        }
        if (end - tile <= TILE_SIZE) break;
        sync();
    }
    for (uint r = 0u; r < ROWS; r++) {
        uint sum = groupReduce(counted[r]);
        if (t == 0u) totals[r * workers + worker] = sum;
    }
}
