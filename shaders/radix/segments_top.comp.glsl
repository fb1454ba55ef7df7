// SPDX-License-Identifier: MIT
// Finds the first k items of each short segment (radix/window.glsl#short), for k up to the lanes of
// a team. A team of neighbouring lanes takes a segment, an item a lane at a time. The lanes hold
// the first items so far, in order. Of the next items, those that come before the k-th are
// inserted; if they are many, all are sorted and merged. Equal keys are ordered by item, so that no
// two are equal.
//
// Grid: one workgroup for GROUP_SIZE / team segments, in one or two dimensions. Reads: Keys, Heads,
// SegmentCount, Count. Writes: DstKeys, DstIndices, Fault.
// CPU twin: firstsOf in radix/segments_first_test.go.
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/lanes.glsl#shuffle"
#include "lib/heads.glsl#search"
#include "radix/keys.glsl#digit_each"
#include "radix/window.glsl#short"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_DSTKEYS) writeonly buffer DstKeys { uint dst_keys[]; };
layout(std430, binding = BIND_DSTINDICES) writeonly buffer DstIndices { uint dst_indices[]; };
uniform uint dst_keys_at;
uniform uint dst_indices_at;
uniform uint k_wanted;
uniform uint team;         // lanes: a power of two from k_wanted to LANE_COUNT, which is at most 32
uniform uint writes_keys;  // 0: Keys are not what the caller wants

const uvec2 NO_ITEM = uvec2(0xFFFFFFFFu);  // a key's number and its item; behind all others

bool isBefore(uvec2 a, uvec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

// The lower or the upper one of a lane's item and that of the lane d away.
uvec2 exchanged(uvec2 own, uint d, bool upper)
{
    uvec2 other = laneValue(own, laneIndex() ^ d);
    return isBefore(other, own) != upper ? other : own;
}

// Puts a team's items in order, the last one first if down is true. The items are in the first
// lanes: no team has more than most.
uvec2 sorted(uvec2 own, bool down, uint most)
{
    uint lane = laneIndex() % team;
    for (uint size = 2u; size <= LANE_COUNT; size *= 2u) {
        if (size < 2u * most) {
            for (uint d = size / 2u; d > 0u; d /= 2u) own = exchanged(own, d, (((lane & d) != 0u) != ((lane & size) != 0u)) != down);
        }
    }
    return own;
}

// Puts a team's items in order that first rise and then fall, or the other way round.
uvec2 merged(uvec2 own)
{
    for (uint d = LANE_COUNT / 2u; d > 0u; d /= 2u) {
        if (d < team) own = exchanged(own, d, (laneIndex() & d) != 0u);
    }
    return own;
}

// The bits of this lane's team.
uint teamBits(LaneMask all, uint lane) { return all >> (laneIndex() - lane) & 0xFFFFFFFFu >> (32u - team); }

// Inserts the items of some lanes, one of each team at a time.
uvec2 inserted(uvec2 first, uvec2 own, uint lane, bool mine)
{
    for (LaneMask all = laneBallot(mine); all != NO_LANES; all = laneBallot(mine)) {
        uint bits = teamBits(all, lane);
        uint from = laneIndex() - lane + uint(max(findLSB(bits), 0));
        uvec2 item = laneValue(own, from);
        uint place = uint(bitCount(teamBits(laneBallot(isBefore(first, item)), lane)));
        uvec2 before = laneValue(first, max(laneIndex(), 1u) - 1u);
        if (bits != 0u && lane >= place) first = lane == place ? item : before;
        mine = mine && laneIndex() != from;
    }
    return first;
}

// The first items among those so far and the next ones.
uvec2 firstOf(uvec2 first, uvec2 own, uint lane)
{
    bool mine = isBefore(own, laneValue(first, laneIndex() - lane + k_wanted - 1u));
    uint count = uint(bitCount(teamBits(laneBallot(mine), lane)));
    if (laneBallot(count > INSERTED) == NO_LANES) return inserted(first, own, lane, mine);
    own = sorted(own, true, team);
    return merged(isBefore(own, first) ? own : first);
}

void main()
{
    uint t = threadIndex();
    if (workgroupIndex() == 0u && t == 0u) {
        checkCount();
        checkHeads();
    }
    uint n = itemCount();
    uint lane = t % team;
    uint s = workgroupIndex() * (GROUP_SIZE / team) + t / team;
    uint begin = 0u;
    uint end = 0u;
    if (s < segmentCount()) {
        begin = min(offsetAt(s), n);
        end = max(begin, min(offsetAt(s + 1u), n));
        if (!isShort(begin, end)) end = begin;
    }

    uint most = team;  // items of the first round
    while (most > 1u && laneBallot(end - begin > most / 2u) == NO_LANES) most /= 2u;
    uvec2 first = NO_ITEM;
    for (uint at = begin; laneBallot(at < end) != NO_LANES; at += LOADED * team) {
        uint number[LOADED];
        for (uint k = 0u; k < LOADED; k++) number[k] = numberOf(keyAt(min(at + k * team + lane, max(n, 1u) - 1u)));
        for (uint k = 0u; k < LOADED; k++) {
            uint i = at + k * team + lane;
            uvec2 own = i < end ? uvec2(number[k], i) : NO_ITEM;
            if (k == 0u && at == begin) first = sorted(own, false, most);
            else first = firstOf(first, own, lane);
        }
    }
    if (lane < min(k_wanted, end - begin)) {
        uint place = s * k_wanted + lane;
        dst_indices[dst_indices_at + place] = first.y;
        if (writes_keys != 0u) dst_keys[dst_keys_at + place] = keyAt(first.y);
    }
}
