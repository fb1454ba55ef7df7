// SPDX-License-Identifier: MIT
// The work-efficient exclusive scan of each tile, two words an invocation, in place, as a tree in
// shared memory. Sums go up; on the way down each node gets the sum before it (Blelloch 1990; GPU
// Gems 3, chapter 39, sections 39.2.2 to 39.2.4). One word in 33 of shared memory is unused, so
// that lanes which are a power of two apart use different banks.
// Grid: one workgroup a tile, in one or two dimensions. Reads: Count. Reads and writes: Sums.
// Writes: Totals, one a tile. CPU twin: a loop; classic_test.go checks the whole scan.
#include "lib/sync.glsl"
#include "lib/grid.glsl"
#include "lib/count.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SUMS) buffer Sums { uint sums[]; };
layout(std430, binding = BIND_TOTALS) writeonly buffer Totals { uint totals[]; };
shared uint tree[TILE_SIZE + TILE_SIZE / 32u];

uint slot(uint i) { return i + i / 32u; }

void main()
{
    uint n = itemCount();
    uint tile = workgroupIndex();
    if (tile > (n - 1u) / TILE_SIZE) return;
    uint t = gl_LocalInvocationIndex;
    uint low = tile * TILE_SIZE + t;
    uint high = low + GROUP_SIZE;
    tree[slot(t)] = low < n ? sums[low] : 0u;
    tree[slot(t + GROUP_SIZE)] = high < n ? sums[high] : 0u;
    sync();
    uint apart = 1u;
    for (uint pairs = GROUP_SIZE; pairs > 0u; pairs /= 2u) {
        if (t < pairs) tree[slot(apart * (2u * t + 2u) - 1u)] += tree[slot(apart * (2u * t + 1u) - 1u)];
        apart *= 2u;
        sync();
    }
    if (t == 0u) {
        totals[tile] = tree[slot(TILE_SIZE - 1u)];
        tree[slot(TILE_SIZE - 1u)] = 0u;
    }
    sync();
    for (uint pairs = 1u; pairs <= GROUP_SIZE; pairs *= 2u) {
        apart /= 2u;
        if (t < pairs) {
            uint left = slot(apart * (2u * t + 1u) - 1u);
            uint right = slot(apart * (2u * t + 2u) - 1u);
            uint before = tree[right];
            tree[right] = before + tree[left];
            tree[left] = before;
        }
        sync();
    }
    if (low < n) sums[low] = tree[slot(t)];
    if (high < n) sums[high] = tree[slot(t + GROUP_SIZE)];
}
