// SPDX-License-Identifier: MIT
// Sorts the long segments that windows_find has listed (radix/long.glsl#lists), stable, by digits
// from the least significant on. Each pass has two steps: workgroups count the digits of the parts,
// and then move their items. All steps are in one dispatch: where no segment is long, further ones
// would cost more than the rest of a sort of few items.
//
// A workgroup takes parts until all are taken. Then it waits until all are done, for a number of
// polls, and goes on to the next step. If they are not done by then, it ends. The workgroup that
// finishes the last part of a step need not wait. So some workgroup always goes on, and the result
// is right if no other one runs meanwhile.
//
// Grid: any number of workgroups. Reads: Keys, Payload. Reads and writes: Table, Queue, DstKeys,
// Spare, DstPayload, SparePayload. CPU twin: slices.SortStableFunc, see segment_test.go.
#include "lib/grid.glsl"
#include "radix/window.glsl#table_coherent"
#include "radix/long.glsl#lists"

layout(local_size_x = GROUP_SIZE) in;

uniform uint half_next;  // the other half of Queue
uniform uint polls;

uvec2 digitShare(uint d, uint worker);
void digitCounted(uint tile, uint d, uint count) {}
#include "radix/tile.glsl"
#include "radix/move_tiles.glsl"
#include "radix/long.glsl#parts"

shared uint taken;
shared uint done;

void countPart()
{
    for (uint d = threadIndex(); d < RADIX; d += GROUP_SIZE) digit_start[d] = 0u;
    sync();
    for (uint tile = part_begin; tile < part_end; tile += TILE_SIZE) {
        uint left = min(part_end - tile, TILE_SIZE);
        KEY key[ITEMS_PER_THREAD];
        loadTile(tile, left, key);
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if (runBegin() + k * LANE_COUNT < left) atomicAdd(digit_start[digitOf(key[k])], 1u);
        }
    }
    sync();
    if (part_count == 1u) return;
    uint row = rowOf(part_number);
    for (uint d = threadIndex(); d < RADIX; d += GROUP_SIZE) table[row + d] = digit_start[d];
}

void movePart()
{
    addParts();
    startDigits(part_number, segment_items);
    sync();
    if (oneDigit()) moveStraight(part_begin, part_end);
    else moveTiles(part_begin, part_end);
}

uint takeEntry(uint turn)
{
    sync();
    if (threadIndex() == 0u) taken = atomicAdd(queue[half_begin + QUEUE_TAKEN + turn], 1u);
    sync();
    return taken;
}

// Waits until all entries of a turn are done. Returns whether they are.
bool allDone(uint turn, uint entries)
{
    if (threadIndex() == 0u) {
        done = queue[half_begin + QUEUE_DONE + turn];
        for (uint i = 0u; i < polls && done < entries; i++) done = queue[half_begin + QUEUE_DONE + turn];
    }
    sync();
    memoryBarrierBuffer();
    return done >= entries;
}

void main()
{
    if (workgroupIndex() == 0u) {
        for (uint i = threadIndex(); i < QUEUE_HALF; i += GROUP_SIZE) queue[half_next + i] = 0u;
    }
    uint lone = queue[half_begin + QUEUE_LONE];
    uint parts = queue[half_begin + QUEUE_PARTS];
    if (lone + parts == 0u) return;
    // In turn 0 each entry is a segment, with all steps. In the others it is a part, with one step.
    uint steps = 2u * digitCount();
    uint turns = parts == 0u ? 1u : 1u + steps;
    for (uint turn = lone == 0u ? 1u : 0u; turn < turns; turn++) {
        uint entries = turn == 0u ? lone : parts;
        for (uint k = takeEntry(turn); k < entries; k = takeEntry(turn)) {
            loadPart(turn == 0u ? wordLone(k) : wordPart(k), turn == 0u);
            uint end = turn == 0u ? steps : turn;
            for (uint step = turn == 0u ? 0u : turn - 1u; step < end; step++) {
                setDigit(step / 2u);
                setStores(step / 2u);
                if (step % 2u == 0u) countPart();
                else movePart();
                memoryBarrierBuffer();
                sync();
            }
            if (threadIndex() == 0u) atomicAdd(queue[half_begin + QUEUE_DONE + turn], 1u);
        }
        if (turn > 0u && !allDone(turn, entries)) return;
    }
}
