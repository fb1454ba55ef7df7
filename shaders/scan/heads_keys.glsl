// SPDX-License-Identifier: MIT
// A segment begins at each item whose key, of KEY_WORDS words in Heads, is not the key before it, bit for bit.
layout(std430, binding = BIND_HEADS) readonly buffer Heads { uint heads[]; };
uniform uint heads_at;

void checkHeads() {}
void tileBegin(uint tile, uint end) {}
bool isHead(uint tile, uint i)
{
    uint at = tile + i;
    if (at == 0u) return true;
    uint differ = 0u;
    for (uint w = 0u; w < KEY_WORDS; w++) {
        uint word = heads_at + at * KEY_WORDS + w;
        differ |= heads[word] ^ heads[word - KEY_WORDS];
    }
    return differ != 0u;
}
