// SPDX-License-Identifier: MIT
// What is moved is where runs begin, and behind the last where they end; beside it the first record of each.
layout(std430, binding = BIND_VALUES) writeonly buffer Values { uint values[]; };
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
uniform uint values_at;
uniform uint src_at;
uniform uint want_values;

void putItem(uint to, uint item)
{
    dst[dst_at + to] = item;
    if (want_values == 0u) return;
    for (uint w = 0u; w < STRIDE_WORDS; w++) values[values_at + to * STRIDE_WORDS + w] = src[src_at + item * STRIDE_WORDS + w];
}
uint movedWord(uint item, uint w) { return item; }
void moveAlso(uint to, uint tile, uint items)
{
    if (want_values == 0u) return;
    for (uint w = threadIndex(); w < items * STRIDE_WORDS; w += GROUP_SIZE) {
        uint item = tile + staged[w / STRIDE_WORDS];
        values[values_at + to * STRIDE_WORDS + w] = src[src_at + item * STRIDE_WORDS + w % STRIDE_WORDS];
    }
}
void moveEnd(uint runs, uint n) { dst[dst_at + runs] = n; }
