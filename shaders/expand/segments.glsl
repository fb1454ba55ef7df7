// SPDX-License-Identifier: MIT
// The segments of an expansion, and the search of those that a tile touches.
#include "lib/lanes.glsl#base"
layout(std430, binding = BIND_SEGMENTS) readonly buffer Segments { uint segment_words[]; };
layout(std430, binding = BIND_SEGMENTCOUNT) readonly buffer SegmentCount { uint segment_word[]; };
uniform uint segments_at;
uniform uint segment_max;
uniform uint segment_word_at;
uniform uint by_ends;  // Segments holds the end of each segment, instead of the offsets

uint segmentCount()
{
    if (segment_word_at == COUNT_ON_HOST) return segment_max;
    return min(segment_word[segment_word_at], segment_max);
}

// Where segment s begins, which is the end of segment s - 1.
uint offsetAt(uint s)
{
    if (by_ends != 0u && s == 0u) return 0u;
    return segment_words[segments_at + s - by_ends];
}

// Whether the sum of the lengths passes 2^32 in a tile of segments, where one ends before the one
// before it: each length is below 2^32.
bool sumWraps(uint tile, uint segments)
{
    bool wraps = false;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint s = tile * TILE_SIZE + k * GROUP_SIZE + threadIndex();
        if (tile <= segments / TILE_SIZE && s > 0u && s < segments) wraps = wraps || offsetAt(s + 1u) < offsetAt(s);
    }
    return wraps;
}

#define SEARCHERS (GROUP_SIZE / 2u)
shared uint search_found[6];  // of a round, for two items; three rounds use it in turn

// The last segments that begin at or before items first.x and first.y, or 0. Half of the workgroup
// searches each. A round tests SEARCHERS places at once, so 2^24 segments take 4 rounds of 256
// invocations, where a binary search takes 24. Contains barriers.
uvec2 findSegments(uvec2 first, uint segments)
{
    uint t = threadIndex();
    uint side = t / SEARCHERS;
    uint probe = t % SEARCHERS;
    uvec2 low = uvec2(0u);
    uvec2 span = uvec2(max(segments, 1u) - 1u);
    if (t < 2u) search_found[t] = 0u;
    sync();
    for (uint round = 0u; (span.x | span.y) != 0u; round = (round + 1u) % 3u) {
        uvec2 width = span / (SEARCHERS + 1u) + 1u;  // the result has span + 1 values
        uint place = (probe + 1u) * width[side] - 1u;
        if (t < 2u) search_found[(round + 1u) % 3u * 2u + t] = 0u;
        if (place < span[side] && offsetAt(low[side] + place + 1u) <= first[side]) {
            atomicMax(search_found[round * 2u + side], probe + 1u);
        }
        sync();
        uvec2 skip = uvec2(search_found[round * 2u], search_found[round * 2u + 1u]) * width;
        low += skip;
        span = min(span - skip, width - 1u);
    }
    low.y = max(low.x, low.y);  // offsets that do not ascend could cross
    return low;
}
