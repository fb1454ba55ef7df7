// SPDX-License-Identifier: MIT
// keyedOf: one more than the key of a record that is kept, 0 of others. The largest key that so
// fits is 2^32 - 2, and the one above it becomes that. keepKeyed(i, key) stands before this.
#include "compact/classes.glsl"

uint keyWord(uint key) { return min(key, 0xFFFFFFFEu) + 1u; }

uint keyedOf(uint i)
{
    uint key = 0u;
    return keepKeyed(i, key) ? keyWord(key) : 0u;
}
uint classOf(uint i) { return toClass(keyedOf(i) != 0u); }
