// SPDX-License-Identifier: MIT
// keyedOf: the key plus 1 for a record that is kept, else 0. So the largest key is 2^32 - 2, and
// 2^32 - 1 becomes 2^32 - 2. keepKeyed(i, key) is defined before this.
#include "compact/classes.glsl"

uint keyWord(uint key) { return min(key, 0xFFFFFFFEu) + 1u; }

uint keyedOf(uint i)
{
    uint key = 0u;
    return keepKeyed(i, key) ? keyWord(key) : 0u;
}
uint classOf(uint i) { return toClass(keyedOf(i) != 0u); }
