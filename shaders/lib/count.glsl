// SPDX-License-Identifier: MIT
// The number of items: from the host (count_word_at == COUNT_ON_HOST) or from a word in a buffer.
// count_max is the host's number, or the largest value that the word may hold. A larger word is cut
// to it, so that no access leaves the buffers; lib/fault.glsl then raises a fault. FORGET_LAST is 1
// in tests of self-tests: the kernel leaves out its last item. Otherwise it is 0.
layout(std430, binding = BIND_COUNT) readonly buffer Count { uint count_word[]; };
uniform uint count_max;
uniform uint count_word_at;

uint itemCount()
{
    uint n = count_max - min(count_max, FORGET_LAST);
    if (count_word_at != COUNT_ON_HOST) n = min(n, count_word[count_word_at]);
    return n;
}
