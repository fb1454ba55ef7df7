// SPDX-License-Identifier: MIT
// Scans the windows' numbers of long items (radix/window.glsl#long), in place, and writes the sum
// behind them.
// Grid: one workgroup. Reads and writes: Long. CPU twin: segment_test.go.
#include "lib/item.glsl#sum"
#include "lib/group.glsl#scan"
#include "radix/window.glsl#long"

layout(local_size_x = GROUP_SIZE) in;

void main()
{
    uint sum = 0u;
    for (uint first = 0u; first < windows; first += TILE_SIZE) {
        uint at = first + threadIndex() * ITEMS_PER_THREAD;
        uint v[ITEMS_PER_THREAD];
        uint mine = 0u;
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            v[k] = at + k < windows ? longBefore(at + k) : 0u;
            mine += v[k];
        }
        uint total;
        uint before = sum + groupExclusive(mine, total);
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if (at + k < windows) long_words[long_at + at + k] = before;
            before += v[k];
        }
        sum += total;
    }
    if (threadIndex() == 0u) long_words[long_at + windows] = sum;
}
