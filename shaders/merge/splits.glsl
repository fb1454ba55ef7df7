// SPDX-License-Identifier: MIT
// The splits of a tile: how many items of A come before it and before its end (tileSplits). A
// dispatch of its own may have found them. They are two words for each tile, split_step words
// apart: in the memory that the tile is then written to, or apart.

#part own
// tileSplits: found by the workgroup itself.
#include "merge/split.glsl"

uvec2 tileSplits(uvec2 d, uint na, uint nb, uint tile) { return findSplits(d, na, nb); }

#part words
// tileSplits: in a buffer of words. The workgroup that reads those of a tile is the one that may
// write over them.
layout(std430, binding = BIND_SPLITS) readonly buffer Splits { uint splits[]; };
uniform uint splits_at;

uint splitWord(uint i) { return splits[splits_at + i]; }
#include "merge/splits.glsl#either"

#part payload
// tileSplits: in DstPayload.
#include "merge/payload.glsl#dst"

uint splitWord(uint i) { return dst_payload[dst_payload_at + i]; }
#include "merge/splits.glsl#either"

#part either
#include "merge/split.glsl"
uniform uint splits_known;  // by a dispatch before
uniform uint split_step;

// The splits of outputs d.x to d.y - 1, which are a tile.
uvec2 tileSplits(uvec2 d, uint na, uint nb, uint tile)
{
    if (splits_known == 0u) return findSplits(d, na, nb);
    uint low = splitWord(tile * split_step);
    uint high = na;
    if (d.y < na + nb) high = splitWord(tile * split_step + 1u);
    return uvec2(low, clamp(high, low, low + d.y - d.x));  // as in findSplits
}

#part find
// putSplit: finds how many items of A come before each tile, and writes it for the tile that begins
// there and for the one that ends there. itemOf is defined before this.
//
// A workgroup has the WINDOW tiles of a window. With many invocations for each it first finds the
// splits at the begin and at the end of the window. Those of its tiles lie between them, so their
// searches take few steps in little memory.
#include "lib/lanes.glsl#base"
layout(std430, binding = BIND_SPLITS) writeonly buffer Splits { uint splits[]; };
uniform uint splits_at;
uniform uint split_step;
uniform uint tile_items;  // of the merge

#define SEARCHERS (GROUP_SIZE / WINDOW)
#define END_SEARCHERS 64u
shared uint split_found[3u * WINDOW];  // of a round, for each search; three rounds use it in turn
shared uint split_ends[2];

// How many items of A, from low to low + span, are among the first d. So many invocations test as
// many places at once. No search of the workgroup has a span of more than `most`. Contains
// barriers.
uint findSplit(uint searchers, uint d, uint low, uint span, uint most)
{
    uint search = threadIndex() / searchers;
    uint probe = threadIndex() % searchers;
    if (probe == 0u) split_found[search] = 0u;
    sync();
    for (uint round = 0u; most != 0u; round = (round + 1u) % 3u) {
        uint width = span / (searchers + 1u) + 1u;  // the result has span + 1 values
        uint place = (probe + 1u) * width - 1u;
        if (probe == 0u) split_found[(round + 1u) % 3u * WINDOW + search] = 0u;
        if (place < span) {
            uint i = low + place;
            // An item of A comes before an equal one of B.
            if (!before(itemOf(false, d - 1u - i), itemOf(true, i))) atomicMax(split_found[round * WINDOW + search], probe + 1u);
        }
        sync();
        uint skip = split_found[round * WINDOW + search] * width;
        low += skip;
        span = min(span - skip, width - 1u);
        most /= searchers + 1u;
    }
    sync();
    return low;
}

// The tile whose split an invocation helps to find, at most the one that item n begins or is in.
uint splitTile(uint n) { return min(workgroupIndex() * WINDOW + threadIndex() / SEARCHERS, n / tile_items); }

// The tile's merge has na + nb outputs, from `base` on. No search has a span of more than `most`.
void putSplit(uint tile, uint n, uint base, uint na, uint nb, uint most)
{
    uint window = WINDOW * tile_items;
    uint d = tile * tile_items - base;
    uint low = max(d, nb) - nb;
    uint high = min(d, na);
    if (most > window / 2u) {  // then a window is a part of one merge
        uint begin = min(workgroupIndex() * window - base, na + nb);
        uint end = min(begin + window, na + nb);
        uint search = threadIndex() / END_SEARCHERS;
        uint at = search == 0u ? begin : end;
        uint from = max(at, nb) - nb;
        uint found = findSplit(END_SEARCHERS, at, from, search < 2u ? min(at, na) - from : 0u, most);
        if (threadIndex() == 0u) split_ends[0] = found;
        if (threadIndex() == END_SEARCHERS) split_ends[1] = found;
        sync();
        // A less that is no order could give ends that cross.
        low = max(split_ends[0], max(split_ends[1], end - d) - (end - d));
        high = max(low, min(split_ends[1], split_ends[0] + d - begin));
        most = window / 2u;
    }
    low = findSplit(SEARCHERS, d, low, high - low, most);
    bool own = tile == workgroupIndex() * WINDOW + threadIndex() / SEARCHERS && tile * tile_items < n;
    if (!own || threadIndex() % SEARCHERS != 0u) return;
    splits[splits_at + tile * split_step] = low;
    if (d > 0u) splits[splits_at + (tile - 1u) * split_step + 1u] = low;
}
