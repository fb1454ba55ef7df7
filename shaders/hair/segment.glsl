// SPDX-License-Identifier: MIT
// A segment of a strand is a word: the index of its first point, above two flags that mark the
// strand's first and last segment.
const uint SEGMENT_FIRST = 1u;
const uint SEGMENT_LAST = 2u;
const uint SEGMENT_FLAGS = 2u;  // bits

uint segmentPoint(uint segment) { return segment >> SEGMENT_FLAGS; }
