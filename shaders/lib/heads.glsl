// SPDX-License-Identifier: MIT
// The heads of segments: which items begin one.

#part none
// One segment: all items.
void checkHeads() {}
void tileBegin(uint tile, uint end) {}
bool isHead(uint tile, uint i) { return false; }

#part offsets
// A segment begins at each item that an offset names (lib/offsets.glsl). Each tile's heads are
// gathered as bits in shared memory: one search a tile, not one an item.
#include "lib/offsets.glsl"

shared uint head_bits[TILE_SIZE / 32u + 1u];  // of a tile, and the item after it
shared uint heads_searched;                       // more offsets name the tile's items than are walked: search

// How many offsets a tile walks, a multiple of GROUP_SIZE. More than items means that most are of
// empty segments, of which there may be millions at one item.
#define HEAD_WALK (2u * TILE_SIZE)

// The heads of a tile that begins at offset first, by a search for each item: no longer whatever
// the number of offsets.
void searchHeads(uint tile, uint first)
{
    uint beyond = firstOffsetIn(first, segmentCount() + 1u, tile + TILE_SIZE + 1u);
    for (uint i = threadIndex(); i <= TILE_SIZE; i += GROUP_SIZE) {
        uint s = firstOffsetIn(first, beyond, tile + i);
        if (s < beyond && offsetAt(s) == tile + i) atomicOr(head_bits[i / 32u], 1u << (i % 32u));
    }
}

void tileBegin(uint tile, uint end)
{
    sync();  // those who read the tile before have done
    for (uint w = threadIndex(); w <= TILE_SIZE / 32u; w += GROUP_SIZE) head_bits[w] = 0u;
    if (threadIndex() == 0u) heads_searched = 0u;
    sync();
    uint first = firstOffsetFrom(tile);
    uint last = min(segmentCount(), first + HEAD_WALK - 1u);
    uint s = first + threadIndex();
    for (; s <= last; s += GROUP_SIZE) {
        uint i = offsetAt(s) - tile;
        if (i > TILE_SIZE) break;
        atomicOr(head_bits[i / 32u], 1u << (i % 32u));
    }
    // The invocation that walked the last of them found it in the tile too, and there are more.
    if (s == last + GROUP_SIZE && last < segmentCount()) heads_searched = 1u;
    sync();
    if (heads_searched != 0u) {
        searchHeads(tile, first);
        sync();
    }
}
bool isHead(uint tile, uint i) { return (head_bits[i / 32u] >> (i % 32u) & 1u) != 0u; }

#part flags
// A segment begins at each item whose word in Heads is not zero.
layout(std430, binding = BIND_HEADS) readonly buffer Heads { uint heads[]; };
uniform uint heads_at;

void checkHeads() {}
void tileBegin(uint tile, uint end) {}
bool isHead(uint tile, uint i) { return heads[heads_at + tile + i] != 0u; }

#part keys
// A segment begins at each item whose key, of KEY_WORDS words in Heads, is not the key before it,
// bit for bit.
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
