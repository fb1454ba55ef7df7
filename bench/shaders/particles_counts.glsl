// SPDX-License-Identifier: MIT
// The state of the naive particle step on the GPU, in two sides: a step reads one and writes the
// other.
layout(std430, binding = BIND_COUNTS) buffer Counts { uint alive[2]; uint next_id[2]; };
// Key and record. Their number is a power of two.
layout(std430, binding = BIND_PAIRS) buffer Pairs { uvec2 pairs[]; };
uniform uint side;
uniform uint room;
