// SPDX-License-Identifier: MIT
// The word that is held of a record with a key, and where it goes: the key plus 1, or 0 for a
// record that is not kept.
#include <KEEP>
#include <SINK>
#include "compact/keys.glsl"

uint hold(uint i) { return keyedOf(i); }
void putHeld(uint to, uint i, uint held)
{
    putItem(to, i);
    putKey(to, held);
}
