// SPDX-License-Identifier: MIT
// The destination of a compaction.

#part words
// Words, of which records and indices are made.
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
uniform uint dst_at;

#part results
// Results of the caller's finish. SINK declares Dst, behind the text that declares RESULT.
uniform uint dst_at;
