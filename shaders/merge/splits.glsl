// SPDX-License-Identifier: MIT
// The splits of a tile: how many items of A come before it and before its end (tileSplits). A
// dispatch of its own may have found them. They are then in the first two words of the tile in what
// the merge writes, and the workgroup that reads them is the one that writes over them.

#part own
// tileSplits: found by the workgroup itself.
#include "merge/split.glsl"

uvec2 tileSplits(uvec2 d, uint na, uint nb, uint to) { return findSplits(d, na, nb); }

#part dst
// tileSplits: in Dst, as words.
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
uniform uint split_words;   // of an item of what holds them

// The splits of outputs d.x to d.y - 1, which are items of Dst from `to` on.
uvec2 tileSplits(uvec2 d, uint na, uint nb, uint to)
{
    if (splits_known == 0u) return findSplits(d, na, nb);
    uint low = splitWord(to * split_words);
    uint high = na;
    if (d.y < na + nb) high = splitWord(to * split_words + 1u);
    return uvec2(low, clamp(high, low, low + d.y - d.x));  // as in findSplits
}

#part find
// putSplit: finds how many items of A are among the first d of a stable merge, and writes it for
// the tile that begins there and for the one that ends there. itemOf is defined before this.
#include "lib/lanes.glsl#base"
layout(std430, binding = BIND_SPLITS) writeonly buffer Splits { uint splits[]; };
uniform uint splits_at;
uniform uint split_words;  // of an item of what holds them

#define SEARCHERS 32u
#define SEARCHES (GROUP_SIZE / SEARCHERS)
shared uint split_found[3u * SEARCHES];  // of a round, for each search; three rounds use it in turn

// SEARCHERS invocations test as many places at once. No search of the workgroup has more than
// `most`. Contains barriers.
uint findSplit(uint d, uint na, uint nb, uint most)
{
    uint side = threadIndex() / SEARCHERS;
    uint probe = threadIndex() % SEARCHERS;
    uint low = max(d, nb) - nb;
    uint span = min(d, na) - low;
    if (threadIndex() < SEARCHES) split_found[threadIndex()] = 0u;
    sync();
    for (uint round = 0u; most != 0u; round = (round + 1u) % 3u) {
        uint width = span / (SEARCHERS + 1u) + 1u;  // the result has span + 1 values
        uint place = (probe + 1u) * width - 1u;
        if (threadIndex() < SEARCHES) split_found[(round + 1u) % 3u * SEARCHES + threadIndex()] = 0u;
        if (place < span) {
            uint i = low + place;
            // An item of A comes before an equal one of B.
            if (!before(itemOf(false, d - 1u - i), itemOf(true, i))) atomicMax(split_found[round * SEARCHES + side], probe + 1u);
        }
        sync();
        uint skip = split_found[round * SEARCHES + side] * width;
        low += skip;
        span = min(span - skip, width - 1u);
        most /= SEARCHERS + 1u;
    }
    return low;
}

// The first output of an invocation's tile, or n if there is none.
uint splitTile(uint n)
{
    uint tile = workgroupIndex() * SEARCHES + threadIndex() / SEARCHERS;
    return tile <= n / MERGE_TILE ? min(tile * MERGE_TILE, n) : n;
}

// first is the first output of the tile, d its place in its merge.
void putSplit(uint first, uint n, uint d, uint na, uint nb, uint most)
{
    uint low = findSplit(d, na, nb, most);
    if (threadIndex() % SEARCHERS != 0u || first >= n) return;
    splits[splits_at + first * split_words] = low;
    if (d > 0u) splits[splits_at + (first - MERGE_TILE) * split_words + 1u] = low;
}
