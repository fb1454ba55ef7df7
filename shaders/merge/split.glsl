// SPDX-License-Identifier: MIT
// The merge path of two sorted arrays (Green, McColl and Bader 2012). aAt(i), bAt(i) and before()
// are defined before this. Contains barriers.
#include "lib/lanes.glsl#base"
#define MOST_SEARCHERS (GROUP_SIZE / 2u)
#define FEW_SEARCHERS (GROUP_SIZE < 64u ? MOST_SEARCHERS : 32u)
#define FEW_FROM (1u << 18u)  // items, of the sort or of the first array
shared uint split_found[6];  // of a round, for two diagonals; three rounds use it in turn

// How many items of A are among the first d.x and the first d.y of the stable merge. A half of the
// workgroup searches each diagonal. A round tests as many places at once, so 2^17 items take 3
// rounds of 256 invocations, where a binary search takes 17. In many items fewer invocations
// search: tiles would read too much memory at random.
uvec2 findSplits(uvec2 d, uint na, uint nb)
{
    uint t = threadIndex();
    bool few = itemCount() > FEW_FROM;
    uint searchers = few ? FEW_SEARCHERS : MOST_SEARCHERS;
    uint side = t < searchers ? 0u : 1u;
    uint probe = t - side * searchers;
    uvec2 low = max(d, uvec2(nb)) - nb;
    uvec2 span = min(d, uvec2(na)) - low;
    sync();  // of the call before
    if (t < 2u) split_found[t] = 0u;
    sync();
    for (uint round = 0u; (span.x | span.y) != 0u; round = (round + 1u) % 3u) {
        // The result has span + 1 values.
        uvec2 width = (few ? span / (FEW_SEARCHERS + 1u) : span / (MOST_SEARCHERS + 1u)) + 1u;
        uint place = (probe + 1u) * width[side] - 1u;
        if (t < 2u) split_found[(round + 1u) % 3u * 2u + t] = 0u;
        if (probe < searchers && place < span[side]) {
            uint i = low[side] + place;
            // An item of A comes before an equal one of B.
            if (!before(bAt(d[side] - 1u - i), aAt(i))) atomicMax(split_found[round * 2u + side], probe + 1u);
        }
        sync();
        uvec2 skip = uvec2(split_found[round * 2u], split_found[round * 2u + 1u]) * width;
        low += skip;
        span = min(span - skip, width - 1u);
    }
    // A less that is no order could give crossing splits, and reads outside of the arrays.
    low.y = clamp(low.y, low.x, low.x + d.y - d.x);
    return low;
}
