// SPDX-License-Identifier: MIT
// Finds the cell of each record's place. The cell's number is the sort key; a place with a NaN gets
// GRID_CELLS. The kernel counts records outside the box and those with a NaN.
// Grid: one workgroup a worker. Reads: Src, Count. Writes: Keys, Index. Reads and writes: State.
// CPU twin: twin.go, keys.
#include "lib/sync.glsl"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/worker.glsl#chunk"
#include <CELLS>
#include "grid/source.glsl"
#include "grid/state.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_KEYS) writeonly buffer Keys { uint keys[]; };
layout(std430, binding = BIND_INDEX) writeonly buffer Index { uint index[]; };

shared uint counted[2];

bool isNaN(uint word) { return (word & 0x7FFFFFFFu) > 0x7F800000u; }

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);
    uint t = gl_LocalInvocationIndex;
    if (worker == 0u && t == 0u) checkCount();
    if (t < 2u) counted[t] = 0u;
    sync();
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = tile + k * GROUP_SIZE + t;
            if (i >= end) break;
            uvec3 words = placeWords(i);
            bool none = isNaN(words.x) || isNaN(words.y) || isNaN(words.z);
            vec3 place = uintBitsToFloat(none ? uvec3(0u) : words);
            if (none) atomicAdd(counted[1], 1u);
            else if (gridOutside(place)) atomicAdd(counted[0], 1u);
            keys[i] = none ? GRID_CELLS : gridKey(gridCell(place));
            index[i] = i;
        }
        if (end - tile <= TILE_SIZE) break;
    }
    sync();
    if (t < 2u && counted[t] > 0u) atomicAdd(adding[t], counted[t]);
}
