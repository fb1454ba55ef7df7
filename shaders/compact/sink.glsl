// SPDX-License-Identifier: MIT
// The output: putItem writes record item, or its index, to place to.

#part indices
// Writes the records' indices.
void putItem(uint to, uint item) { dst[dst_at + to] = item; }
uint movedWord(uint item, uint w) { return item; }

#part records
// Writes the records of Src.
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
uniform uint src_at;

void putItem(uint to, uint item)
{
    uint record[MOVED_WORDS];  // read whole before the write, so that loads do not wait for stores
    for (uint w = 0u; w < MOVED_WORDS; w++) record[w] = src[src_at + item * MOVED_WORDS + w];
    for (uint w = 0u; w < MOVED_WORDS; w++) dst[dst_at + to * MOVED_WORDS + w] = record[w];
}
uint movedWord(uint item, uint w) { return src[src_at + item * MOVED_WORDS + w]; }

#part parts
// Writes the records of Src, whose size is a multiple of four words: one load and one bounds check
// for four words.
#define MOVED_PARTS (MOVED_WORDS / 4u)
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
layout(std430, binding = BIND_SRC) readonly buffer Src4 { uvec4 src4[]; };
layout(std430, binding = BIND_DST) writeonly buffer Dst4 { uvec4 dst4[]; };
uniform uint src_at;

// Whether both Src and Dst begin at a multiple of four words.
bool isWide() { return ((src_at | dst_at) & 3u) == 0u; }

uvec4 widePart(uint p) { return src4[src_at / 4u + p]; }
uvec4 narrowPart(uint p)
{
    uint w = src_at + 4u * p;
    return uvec4(src[w], src[w + 1u], src[w + 2u], src[w + 3u]);
}
void putPart(uint p, uvec4 v, bool wide)
{
    if (wide) {
        dst4[dst_at / 4u + p] = v;
    } else {
        for (uint c = 0u; c < 4u; c++) dst[dst_at + 4u * p + c] = v[c];
    }
}

void putItem(uint to, uint item)
{
    uvec4 record[MOVED_PARTS];  // read whole before the write, so that loads do not wait for stores
    bool wide = isWide();
    if (wide) {
        for (uint p = 0u; p < MOVED_PARTS; p++) record[p] = widePart(item * MOVED_PARTS + p);
    } else {
        for (uint p = 0u; p < MOVED_PARTS; p++) record[p] = narrowPart(item * MOVED_PARTS + p);
    }
    for (uint p = 0u; p < MOVED_PARTS; p++) putPart(to * MOVED_PARTS + p, record[p], wide);
}
