// SPDX-License-Identifier: MIT
// Computes running sums along the light for each texel of an opacity volume, in place.
// Grid: one workgroup a tile of the light's map; those past the last slot return. Reads: Slots,
// Count. Reads and writes: Nearer, Farther. CPU twin: the sums in shadow_volume_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "lib/sync.glsl"
#include "hair/frame.glsl"
#include "hair/shadow_volume.glsl#layout"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_NEARER) buffer Nearer { uint nearer[]; };
layout(std430, binding = BIND_FARTHER) buffer Farther { uint farther[]; };
layout(std430, binding = BIND_SLOTS) readonly buffer Slots { uint slots[]; };

const uint PARTS = GROUP_SIZE / NEXT_SLICE;  // invocations that share a texel
const uint PART = SLICES / PARTS;            // slices of each

shared uint part_sum[GROUP_SIZE];

void main()
{
    uint slot = workgroupIndex();
    if (slot >= slots[itemCount()]) return;
    uint me = gl_LocalInvocationIndex;
    uint part = me / NEXT_SLICE;
    bool far = part >= PARTS / 2u;  // in the farther half
    uint at = (slot * HALF_SLICES + part * PART % HALF_SLICES) * NEXT_SLICE + me % NEXT_SLICE;
    uint end = at + PART * NEXT_SLICE;
    uint sum = 0u;
    for (uint k = at; k < end; k += NEXT_SLICE) sum += far ? farther[k] : nearer[k];
    part_sum[me] = sum;
    sync();
    uint before = 0u;
    for (uint k = me % NEXT_SLICE; k < me; k += NEXT_SLICE) before += part_sum[k];
    for (uint k = at; k < end; k += NEXT_SLICE) {
        before += far ? farther[k] : nearer[k];
        if (far) farther[k] = before;
        else nearer[k] = before;
    }
}
