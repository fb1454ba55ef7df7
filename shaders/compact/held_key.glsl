// SPDX-License-Identifier: MIT
// What is held of a record with a key, and where it goes: one more than the key, 0 of a record that is not kept.
#include <KEEP>
#include <SINK>
#include "compact/keys.glsl"

uint hold(uint i) { return keyedOf(i); }
void putHeld(uint to, uint i, uint held)
{
    putItem(to, i);
    putKey(to, held);
}
