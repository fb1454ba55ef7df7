// SPDX-License-Identifier: MIT
// Emits and updates: the first items are the living, those behind them the newborn. Each goes through the caller's update
// once, is written to its place, and leaves a bit in each row of Mask: that it lives, and for each stream that it told an
// event. Totals gets a worker's number of each. Of Slots the items are visited as particles/slot_index.glsl says.
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
layout(std430, binding = BIND_TOTALS) writeonly buffer Totals { uint totals[]; };

#include "particles/tile_bits.glsl"

// Item q: a bit for each row.
uint advance(uint q, uint before)
{
    if (isFree(q)) return 0u;
    slot = slotOf(q, before);
    Particle p;
    if (isOld(q, before)) {
        p = LOAD_PARTICLE(records, slot);
    } else {
        uint j = newbornOf(q, before);
        uint id = next_id[side] + j;
        p = noParticle();
        setId(p, id);
        beginRandom(id, 0x80000000u);
        Birth b = birthOf(j, id);
        init(p, b);
    }
    told_streams = 0u;
    beginRandom(idOf(p, slot), 0u);
    uint lives = update(p) ? 1u : 0u;
    ParticlePart w[PARTICLE_PARTS];
    packParticle(p, w);
    STORE_PARTICLE(records, slot, w);
    return lives | told_streams;
}

void main()
{
    uint worker = workgroupIndex();
    uint t = threadIndex();
    uint before = alive[side];
    uint wanted = emit_count + sourceCount() * emit_each;
    uint born = min(wanted, capacity - before);
    uint n = itemsToVisit(before, born);
    if (worker == 0u && t == 0u) {
        items = before + born;
        born_now = born;
        wanted_now = wanted;
    }
    uint end = chunkBegin(worker + 1u, n);
    uint counted[ROWS];
    for (uint r = 0u; r < ROWS; r++) counted[r] = 0u;
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        clearBits();
        uint bits = 0u;
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + t;
            if (i < end - tile) bits |= advance(tile + i, before) << (k * ROWS);
        }
        collectBits(bits, counted);
        for (uint w = t; w < ROWS * LANE_BIT_WORDS; w += GROUP_SIZE) {
            mask_words[maskAt(w / LANE_BIT_WORDS, tile) + w % LANE_BIT_WORDS] = lane_bits[w];
        }
        if (end - tile <= TILE_SIZE) break;
        sync();
    }
    for (uint r = 0u; r < ROWS; r++) {
        uint sum = groupReduce(counted[r]);
        if (t == 0u) totals[r * workers + worker] = sum;
    }
}
