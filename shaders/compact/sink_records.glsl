// SPDX-License-Identifier: MIT
// What is moved is the records of Src.
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
uniform uint src_at;

void putItem(uint to, uint item)
{
    uint record[MOVED_WORDS];  // read whole before it is written, so that loads do not wait for stores
    for (uint w = 0u; w < MOVED_WORDS; w++) record[w] = src[src_at + item * MOVED_WORDS + w];
    for (uint w = 0u; w < MOVED_WORDS; w++) dst[dst_at + to * MOVED_WORDS + w] = record[w];
}
uint movedWord(uint item, uint w) { return src[src_at + item * MOVED_WORDS + w]; }
