// SPDX-License-Identifier: MIT
// Computes the light that reaches the places of one slice. The map then holds all hair of the
// slices in front. For places of the slice before, the map now includes their own slice too. Their
// light is interpolated between the two results.
// Grid: one invocation for each place of both slices (indirect). Reads: Points, HeadPlaces, Order,
// PlaceBegins, Map, Total. Reads and writes: Lit. CPU twin: the loop in shadow_test.go.
#include "lib/grid.glsl"
#include "hair/shadow_slices.glsl#taus"
#include "hair/footprint.glsl#mean"
#include "hair/reads.glsl#blocks"
#include "hair/places.glsl"
#include "hair/packed.glsl#lit_store"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_ORDER) readonly buffer Order { uint order[]; };
layout(std430, binding = BIND_PLACEBEGINS) readonly buffer PlaceBegins { uint place_begins[]; };
uniform uint slice;

void main()
{
    uint i = place_begins[max(slice, 1u) - 1u] + workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= place_begins[min(slice + 1u, SLICES)]) return;
    uint q = order[i];
    if (!isPlaceUsed(q)) return;
    vec3 place = placeAt(q);
    vec3 normal = normalAt(q);
    vec2 reached = hairTransmittance(place, normal, -0x7FFFFFFF, 0x7FFFFFFF);
    if (i >= place_begins[slice]) {
        storeLit(q, reached.x);
        return;
    }
    float into = clamp(hairDepth(inLight(place).z) * float(SLICES) - float(slice - 1u), 0.0, 1.0);
    float before = mix(loadLit(q), reached.x, into);
    storeReached(q, vec2(before, reached.y), lightPastHead(place, normal), place, normal);
}
