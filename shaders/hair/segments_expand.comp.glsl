// SPDX-License-Identifier: MIT
// Writes the segments of strands. STRAND_LANES invocations share a strand and write neighbours, so
// that a GPU joins their writes (strandLanes in hair/internal/cull/detail.go).
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/frame.glsl"

layout(local_size_x = GROUP_SIZE) in;

#part all
// Writes the segments of each strand: first[s+1] - first[s] - 1 of them, from first[s] - s on.
// Grid: STRAND_LANES invocations a strand. Reads: First, Count. Writes: Segments. CPU twin: Expand
// in hair/internal/cull/selftest.go.
layout(std430, binding = BIND_FIRST) readonly buffer First { uint first[]; };
layout(std430, binding = BIND_SEGMENTS) writeonly buffer Segments { uint segments[]; };

void main()
{
    uint me = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    uint s = me / STRAND_LANES;
    if (s >= itemCount()) return;
    uint begin = first[s];
    uint last = first[s + 1u] - 2u;  // the strand's last segment begins at its last point but one
    for (uint p = begin + me % STRAND_LANES; p <= last; p += STRAND_LANES) {
        uint flags = (p == begin ? SEGMENT_FIRST : 0u) | (p == last ? SEGMENT_LAST : 0u);
        segments[p - s] = p << SEGMENT_FLAGS | flags;
    }
}

#part kept
// Writes the segments of each kept strand, strand after strand. Invocation 0 writes their number,
// its multiples up to MOST_PIECES (for methods that cut segments), and draw arguments with six
// vertices a segment.
// Grid: STRAND_LANES invocations a strand of the model. Reads: Strands, First, Ends, Count. Writes:
// Segments, Counts, Draw.
// CPU twin: detail_test.go.
layout(std430, binding = BIND_STRANDS) readonly buffer Strands { uint strands[]; };
layout(std430, binding = BIND_FIRST) readonly buffer First { uint first[]; };
// Running totals of the strands' segment counts.
layout(std430, binding = BIND_ENDS) readonly buffer Ends { uint ends[]; };
layout(std430, binding = BIND_SEGMENTS) writeonly buffer Segments { uint segments[]; };
layout(std430, binding = BIND_COUNTS) writeonly buffer Counts { uint counts[MOST_PIECES]; };
layout(std430, binding = BIND_DRAW) writeonly buffer Draw { uint draw[4]; };

void main()
{
    uint me = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    uint i = me / STRAND_LANES;
    uint n = itemCount();
    if (me == 0u) {
        uint all = n == 0u ? 0u : ends[n - 1u];
        for (uint k = 0u; k < MOST_PIECES; k++) counts[k] = (k + 1u) * all;
        draw[0] = 6u * all;
        draw[1] = 1u;
        draw[2] = 0u;
        draw[3] = 0u;
    }
    if (i >= n) return;
    uint begin = first[strands[i]];
    uint last = first[strands[i] + 1u] - 2u;  // the strand's last segment begins at its last point but one
    uint at = ends[i] - (last + 1u - begin);
    for (uint p = begin + me % STRAND_LANES; p <= last; p += STRAND_LANES) {
        uint flags = (p == begin ? SEGMENT_FIRST : 0u) | (p == last ? SEGMENT_LAST : 0u);
        segments[at + p - begin] = p << SEGMENT_FLAGS | flags;
    }
}
