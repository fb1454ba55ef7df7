// SPDX-License-Identifier: MIT
// Beside each record that is moved its key, by deciding about it again.
#include "compact/keys.glsl"

void putAlso(uint to, uint item) { putKey(to, keyedOf(item)); }
void moveAlso(uint to, uint tile, uint items)
{
    for (uint w = threadIndex(); w < items; w += GROUP_SIZE) putKey(to + w, keyedOf(tile + staged[w]));
}
void moveEnd(uint kept, uint n) {}
