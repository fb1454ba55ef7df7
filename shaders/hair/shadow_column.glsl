// SPDX-License-Identifier: MIT
// Shadow method "volume" for software renderers: all slices of a texel lie in one buffer, one after
// the other. See shadow_volume.glsl. Part add is the pass over the ribbons (slot ADD).
// volume_column.comp.glsl makes running sums of the slices, volume_light.comp.glsl reads them.

#part columns
#include "hair/shadow_volume.glsl#sums"
#part add
#include "hair/shadow_volume.glsl#layout"
#part columns add

// The first slice of a texel.
uint columnOf(uvec2 texel, uint slot) { return 2u * firstSlice(texel, slot); }

#part add
// Adds a fragment's optical depth to its slice.
layout(std430, binding = 3) buffer Volume { uint volume[]; };
readsWords(Begins, begins, 4, UNIT_BEGINS)
readsWords(Slots, slots, 5, UNIT_SLOTS)

void add(uvec2 texel, uint tau, float depth)
{
    uint tile = tileOf(texel);
    uint begin = wordAt(begins, tile);
    if (begin == 0u) return;  // does not happen; without a slot it would add to another tile
    uint slice = min(uint(sliceOf(depth, begin)), SLICES - 1u);
    atomicAdd(volume[columnOf(texel, wordAt(slots, tile)) + slice], tau);
}
