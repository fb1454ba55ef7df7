// SPDX-License-Identifier: MIT
// Records of any kind: that one is kept is all that is held, and it is read when its place is known.
#include <KEEP>
#include <SINK>

uint hold(uint i) { return classOf(i) == 0u ? 1u : 0u; }
void putHeld(uint to, uint i, uint held) { putItem(to, i); }
#include "compact/hold_tile.glsl"
