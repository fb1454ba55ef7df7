// SPDX-License-Identifier: MIT
// Finds the least or the largest by atomics on one word a channel. Floats are converted to keys:
// uints of the same order.
// Grid: one invocation a word of Src. Reads: Src. Writes: Best. CPU twin: the loop in
// oracle_test.go.
#include "lib/operator.glsl#arithmetic"
#include "lib/grid.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
layout(std430, binding = BIND_BEST) buffer Best { uint best[]; };  // KEY_NOTHING before
uniform uint src_at;
uniform uint word_count;

#include <SCOPE>

void main()
{
    uint word = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    uint key = KEY_NOTHING;
    if (word < word_count) key = KEY_OF(src[src_at + word]);
    combineKey(word % CHANNELS, key);
}
