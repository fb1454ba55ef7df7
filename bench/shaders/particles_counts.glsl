// SPDX-License-Identifier: MIT
// What the naive step of particles keeps on the GPU: by side, of which a step reads one and writes
// the other.
layout(std430, binding = BIND_COUNTS) buffer Counts { uint alive[2]; uint next_id[2]; };
layout(std430, binding = BIND_PAIRS) buffer Pairs { uvec2 pairs[]; };  // key and record, as many as a power of two
uniform uint side;
uniform uint room;
