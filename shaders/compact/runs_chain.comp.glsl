// SPDX-License-Identifier: MIT
// Run-length encoding in one dispatch: compact_rows_chain, which also writes the length of each
// run. The invocation that finds a start writes the length of the run before it, so it needs the
// start before its own. That may lie tiles back: beside its status, a tile publishes its last
// start.
// Grid: one workgroup a tile, and at least one. Reads: Records, Count. Writes: Dst (the starts),
// Values, Lengths, Args, Fault. Both: Chain.
// CPU twin: the loop in runs_test.go.
#include "lib/item.glsl#sum"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/group.glsl#reduce"
#include "lib/look_back.glsl#tiles"
#pragma optionNV(unroll all)
#include "compact/args.glsl#args"
#include "compact/runs.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
layout(std430, binding = BIND_VALUES) writeonly buffer Values { uint values[]; };
layout(std430, binding = BIND_LENGTHS) writeonly buffer Lengths { uint lengths[]; };
uniform uint dst_at;
uniform uint values_at;
uniform uint lengths_at;
uniform uint want_starts;
uniform uint want_values;
uniform uint want_lengths;

bool isKept(uint i) { return isStart(i); }
#include "compact/look_back.glsl"

shared uint start_before_tile;

// A tile's last start follows its status: 0 before it is known, NO_START if the tile has none.
#define NO_START 0xFFFFFFFFu
uint startPlace(uint tile) { return statusPlace(tile) + 1u; }

// The last start in the rows of the subgroups before end.
uint lastStart(uint end)
{
    uint last = 0u;
    for (uint first = 0u; first < SUBGROUP_COUNT; first += LANE_COUNT) {
        uint g = first + laneIndex();
        if (g < min(end, SUBGROUP_COUNT)) last = max(last, last_starts[g]);
    }
    return subgroupMax(last);
}

// The last start in a whole tile, for the fallback.
uint findStart(uint tile)
{
    uint last = 0u;
    for (uint k = 0u; k < TILE_SIZE; k += LANE_COUNT) {
        uint i = tile * TILE_SIZE + k + laneIndex();
        if (isKept(i)) last = i + 1u;
    }
    return subgroupMax(last);
}

// The last start before a tile. One subgroup looks back, a tile a lane, over tiles without a start.
// If a tile has published nothing after chain_spins more polls, the subgroup searches it.
uint startBefore(uint tile)
{
    uint end = tile;
    uint spins = 0u;
    while (end > 0u) {
        bool reads = laneIndex() + end >= LANE_COUNT;
        uint word = NO_START;
        if (reads) word = chain[startPlace(laneIndex() + end - LANE_COUNT)];
        uint found = lastLane(laneBallot(word != 0u && word != NO_START));
        uint missing = lastLane(laneBallot(word == 0u));
        if (missing > found && spins < chain_spins) {
            spins++;
        } else if (missing > found) {
            end = missing + end - LANE_COUNT - 1u;
            uint start = findStart(end);
            if (start != 0u) return start;
        } else if (found > 0u) {
            return subgroupShuffle(word, found - 1u);
        } else {
            end = max(end, LANE_COUNT) - LANE_COUNT;
        }
    }
    return 0u;
}

// Writes the starts, the records and the lengths of the runs before. start is the last one before
// this subgroup's rows.
void putRuns(uint tile, uint at, uint start, uint held[ITEMS_PER_THREAD * STRIDE_WORDS], LaneMask starts[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = rowsBegin(tile) + k * LANE_COUNT;
        uint row = i - laneIndex();
        LaneMask below = starts[k] & lanesBelow();
        uint to = at + maskCount(below);
        uint before = lastLane(below);
        if ((starts[k] & laneBit()) != NO_LANES) {
            if (want_starts != 0u) dst[dst_at + to] = i;
            if (want_values != 0u) {
                for (uint w = 0u; w < STRIDE_WORDS; w++) values[values_at + to * STRIDE_WORDS + w] = held[k * STRIDE_WORDS + w];
            }
            if (to > 0u && want_lengths != 0u) lengths[lengths_at + to - 1u] = i + 1u - (before > 0u ? row + before : start);
        }
        uint last = lastLane(starts[k]);
        start = last > 0u ? row + last : start;
        at += maskCount(starts[k]);
    }
}

void main()
{
    uint tile = takeTile();
    uint n = itemCount();
    if (tile == 0u && threadIndex() == 0u) {
        checkCount();
        if (n == 0u) {
            writeFound(0u);
            if (want_starts != 0u) dst[dst_at] = 0u;
        }
    }
    if (tile < tileCount(n)) {
        uint begin = tile * TILE_SIZE;
        uint held[ITEMS_PER_THREAD * STRIDE_WORDS];
        LaneMask starts[ITEMS_PER_THREAD];
        uint total;
        uint at = holdRuns(begin, n, held, starts, total);
        if (!LOOKS_TWICE) {
            uint here = startHere(begin, starts);
            if (laneIndex() == 0u) last_starts[subgroupIndex()] = here;
            sync();
        }
        uint last = lastStart(SUBGROUP_COUNT);
        if (LOOKS_TWICE) publishAggregate(tile, total);
        if (threadIndex() == 0u && !chainIsSilent(tile)) atomicExchange(chain[startPlace(tile)], last == 0u ? NO_START : last);
        // Not the last subgroup, if there are several and the status is not published yet: it
        // publishes that.
        if (subgroupIndex() == (LOOKS_TWICE ? min(1u, SUBGROUP_COUNT - 1u) : 0u)) {
            uint start = startBefore(tile);
            if (laneIndex() == 0u) start_before_tile = start;
        }
        if (!LOOKS_TWICE) publishAggregate(tile, total);
        uint base = prefixBefore(tile, total);  // ends with a barrier
        uint start = lastStart(subgroupIndex());
        putRuns(begin, base + at, start > 0u ? start : start_before_tile, held, starts);
        if (n - begin <= TILE_SIZE && threadIndex() == 0u) {
            uint runs = base + total;
            writeFound(runs);
            if (want_starts != 0u) dst[dst_at + runs] = n;
            if (want_lengths != 0u) lengths[lengths_at + runs - 1u] = n + 1u - (last > 0u ? last : start_before_tile);
        }
    }
}
