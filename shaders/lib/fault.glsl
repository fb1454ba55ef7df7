// SPDX-License-Identifier: MIT
// Reports a count on the GPU that is larger than its stated maximum. The first kernel of an
// operation calls checkCount once.
#include "lib/count.glsl"
layout(std430, binding = BIND_FAULT) buffer Fault { uint fault_bits; };

void checkCount()
{
    if (count_word_at != COUNT_ON_HOST && count_word[count_word_at] > count_max) atomicOr(fault_bits, FAULT_COUNT);
}
