// SPDX-License-Identifier: MIT
// The word that is held for a record with a key: the key plus 1, or 0 for a record that is not
// kept. putHeld writes both record and key.
#include <KEEP>
#include <SINK>
#include "compact/keys.glsl"

uint hold(uint i) { return keyedOf(i); }
void putHeld(uint to, uint i, uint held)
{
    putItem(to, i);
    putKey(to, held);
}
