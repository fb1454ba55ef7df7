// SPDX-License-Identifier: MIT
// Beside each record that is moved its key, which compact/tile_keyed.glsl has held.
#include "compact/keys.glsl"

void putAlso(uint to, uint item, uint k) { putKey(to, held[k]); }
void moveAlso(uint to, uint tile, uint items) {}
void moveEnd(uint kept, uint n) {}
