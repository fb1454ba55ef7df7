// SPDX-License-Identifier: MIT
// The heads of segments: the items at which one begins.

#part none
// One segment: all items.
void checkHeads() {}
void tileBegin(uint tile, uint end) {}
bool isHead(uint tile, uint i) { return false; }

#part offsets
// A segment begins at each item in the offsets (the part search). The heads of a tile are bits in
// shared memory: one search a tile instead of one an item. A sync must separate isHead from the
// next tileBegin, which contains barriers.
#include "lib/heads.glsl#search"

shared uint head_bits[TILE_SIZE / 32u + 1u];  // of a tile and the item after it
// 1 if the tile's items have more offsets than HEAD_WALK: then each item is searched.
shared uint heads_searched;
uint head_first;  // the first offset at or after the tile's first item

// The number of offsets that a tile walks, a multiple of GROUP_SIZE. More offsets than items means
// that most segments are empty; millions of them can be at one item.
#define HEAD_WALK (2u * TILE_SIZE)

// Sets the heads of a tile whose offsets start at first, by a search for each item. Its time does
// not depend on the number of offsets.
void searchHeads(uint tile, uint first)
{
    uint beyond = firstOffsetIn(first, segmentCount() + 1u, tile + TILE_SIZE + 1u);
    for (uint i = threadIndex(); i <= TILE_SIZE; i += GROUP_SIZE) {
        uint s = firstOffsetIn(first, beyond, tile + i);
        if (s < beyond && offsetAt(s) == tile + i) atomicOr(head_bits[i / 32u], 1u << (i % 32u));
    }
}

// What a step of the search leaves: one more than the last offset that it found before the item. A
// workgroup of 32 invocations or more takes 8 steps at most.
shared uint search_from[9];
shared uint search_beyond;  // 1 if offsets behind the guess can be in the tile

// Raises search_from[at] to next, of the last invocation with before.
void raiseSearch(uint at, bool before, uint next)
{
#if LANES == LANES_SHARED
    if (before) atomicMax(search_from[at], next);
#else
    if (lastLane(laneBallot(before)) == laneIndex() + 1u) atomicMax(search_from[at], next);
#endif
}

// The first of offsets low to high - 1 that is at or after item i, or high, by the whole workgroup.
// Each step divides the range by GROUP_SIZE, so that few loads wait for each other. search_from is
// 0 before, from step at on. Contains barriers.
uint findOffset(uint i, uint low, uint high, uint at)
{
    for (; low < high; at++) {
        uint each = (high - low + GROUP_SIZE - 1u) / GROUP_SIZE;
        uint last = low + threadIndex() * each + each - 1u;
        raiseSearch(at, last < high && offsetAt(min(last, high - 1u)) < i, last + 1u);
        sync();
        low = max(low, search_from[at]);
        high = min(low + each - 1u, high);
    }
    return low;
}

void setHead(uint tile, uint offset)
{
    uint i = offset - tile;
    if (i <= TILE_SIZE) atomicOr(head_bits[i / 32u], 1u << (i % 32u));
}

void tileBegin(uint tile, uint end)
{
    // Segments of similar lengths: the offsets of the tile are near those that its place among the
    // items says. Most tiles need no other loads than these.
    uint t = threadIndex();
    uint offsets = segmentCount() + 1u;
    uint guess = uint(float(tile) / float(max(itemCount(), 1u)) * float(offsets));
    uint from = min(guess - min(guess, GROUP_SIZE), offsets - min(offsets, 2u * GROUP_SIZE));
    uint to = min(from + 2u * GROUP_SIZE, offsets);
    uint a = offsetAt(min(from + t, to - 1u));
    uint b = offsetAt(min(from + t + GROUP_SIZE, to - 1u));

    for (uint w = t; w <= TILE_SIZE / 32u; w += GROUP_SIZE) head_bits[w] = 0u;
    if (t == 0u) heads_searched = 0u;
    if (t < 9u) search_from[t] = 0u;
    if (t == 9u) search_beyond = 0u;
    sync();
    raiseSearch(0u, a < tile, min(from + t, to - 1u) + 1u);
    raiseSearch(0u, b < tile, min(from + t + GROUP_SIZE, to - 1u) + 1u);
    setHead(tile, a);
    setHead(tile, b);
    if (t == GROUP_SIZE - 1u && to < offsets && (b < tile || b - tile <= TILE_SIZE)) search_beyond = 1u;
    sync();

    uint first = max(search_from[0], from);
    uint next = to;
    if (first == from && from > 0u) {
        first = findOffset(tile, 0u, from, 1u);
        next = first;
    } else if (first == to && to < offsets) {
        first = findOffset(tile, to, offsets, 1u);
        next = first;
    }
    head_first = first;
    if (next == to && search_beyond == 0u) return;
    uint last = min(segmentCount(), first + HEAD_WALK - 1u);
    uint s = next + t;
    for (; s <= last; s += GROUP_SIZE) {
        uint offset = offsetAt(s);
        if (offset - tile > TILE_SIZE) break;
        setHead(tile, offset);
    }
    // The last walked offset is in the tile too, and more offsets follow.
    if (s == last + GROUP_SIZE && last < segmentCount()) heads_searched = 1u;
    sync();
    if (heads_searched != 0u) {
        searchHeads(tile, first);
        sync();
    }
}
bool isHead(uint tile, uint i) { return (head_bits[i / 32u] >> (i % 32u) & 1u) != 0u; }

#part search
// Segment s is the items from offsets[s] up to offsets[s + 1]; offsets ascend, and may repeat where
// a segment is empty.
layout(std430, binding = BIND_HEADS) readonly buffer Heads { uint heads[]; };
layout(std430, binding = BIND_SEGMENTCOUNT) readonly buffer SegmentCount { uint segment_word[]; };
uniform uint heads_at;
uniform uint segment_max;
uniform uint segment_word_at;

uint segmentCount()
{
    if (segment_word_at == COUNT_ON_HOST) return segment_max;
    return min(segment_word[segment_word_at], segment_max);
}
void checkHeads()
{
    if (segment_word_at != COUNT_ON_HOST && segment_word[segment_word_at] > segment_max) atomicOr(fault_bits, FAULT_COUNT);
}

uint offsetAt(uint s) { return heads[heads_at + s]; }

// The first of offsets low to high - 1 that is at or after item i, or high.
uint firstOffsetIn(uint low, uint high, uint i)
{
    while (low < high) {
        uint middle = (low + high) / 2u;
        if (offsetAt(middle) < i) low = middle + 1u;
        else high = middle;
    }
    return low;
}

// The first offset that is at or after item i, or segmentCount() + 1.
uint firstOffsetFrom(uint i) { return firstOffsetIn(0u, segmentCount() + 1u, i); }

// The segment that holds item i; segmentCount() or more if none does.
uint segmentOf(uint i) { return firstOffsetFrom(i + 1u) - 1u; }

#part flags
// A segment begins at each item whose word in Heads is not zero.
layout(std430, binding = BIND_HEADS) readonly buffer Heads { uint heads[]; };
uniform uint heads_at;

void checkHeads() {}
void tileBegin(uint tile, uint end) {}
bool isHead(uint tile, uint i) { return heads[heads_at + tile + i] != 0u; }

#part keys
// A segment begins at each item whose key differs from the key before in any bit. Keys have
// KEY_WORDS words in Heads.
layout(std430, binding = BIND_HEADS) readonly buffer Heads { uint heads[]; };
uniform uint heads_at;

void checkHeads() {}
void tileBegin(uint tile, uint end) {}
bool isHead(uint tile, uint i)
{
    uint at = tile + i;
    if (at == 0u) return true;
    uint differ = 0u;
    for (uint w = 0u; w < KEY_WORDS; w++) {
        uint word = heads_at + at * KEY_WORDS + w;
        differ |= heads[word] ^ heads[word - KEY_WORDS];
    }
    return differ != 0u;
}
