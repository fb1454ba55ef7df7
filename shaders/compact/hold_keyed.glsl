// SPDX-License-Identifier: MIT
// Records of any kind with keys: what is held is one more than the key, so that a record is decided about once.
#include <KEEP>
#include <SINK>
#include "compact/keys.glsl"

uint hold(uint i) { return keyedOf(i); }
void putHeld(uint to, uint i, uint held)
{
    putItem(to, i);
    putKey(to, held);
}
#include "compact/hold_tile.glsl"
