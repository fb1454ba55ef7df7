// SPDX-License-Identifier: MIT
// The merge path of two sorted arrays (Green, McColl and Bader 2012). aAt(i), bAt(i) and before()
// are defined before this. Contains barriers.
#include "lib/lanes.glsl#base"
#define SEARCHERS (GROUP_SIZE < 64u ? GROUP_SIZE / 2u : 32u)
shared uint split_found[6];  // of a round, for two diagonals; three rounds use it in turn

// How many items of A are among the first d.x and the first d.y of the stable merge. SEARCHERS
// invocations search each diagonal and test as many places at once, so 2^24 items take 5 rounds,
// where a binary search takes 24. More invocations would save a round at most, and read more memory
// at random.
uvec2 findSplits(uvec2 d, uint na, uint nb)
{
    uint t = threadIndex();
    uint side = min(t / SEARCHERS, 1u);
    uint probe = t % SEARCHERS;
    uvec2 low = max(d, uvec2(nb)) - nb;
    uvec2 span = min(d, uvec2(na)) - low;
    sync();  // of the call before
    if (t < 2u) split_found[t] = 0u;
    sync();
    for (uint round = 0u; (span.x | span.y) != 0u; round = (round + 1u) % 3u) {
        uvec2 width = span / (SEARCHERS + 1u) + 1u;  // the result has span + 1 values
        uint place = (probe + 1u) * width[side] - 1u;
        if (t < 2u) split_found[(round + 1u) % 3u * 2u + t] = 0u;
        if (t < 2u * SEARCHERS && place < span[side]) {
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
