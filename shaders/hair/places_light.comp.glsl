// SPDX-License-Identifier: MIT
// Computes the light that reaches each place from one light, by a shadow method's tausAt (slot
// TAUS): see hair/footprint.glsl.
// Grid: one invocation a place. Reads: Points, HeadPlaces, Count, the method's buffers. Writes:
// Lit. CPU twin: shadow_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include <READS>
#include <TAUS>
#include "hair/footprint.glsl#mean"
#include "hair/places.glsl"
#include "hair/packed.glsl#lit_store"

layout(local_size_x = GROUP_SIZE) in;

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount() || !isPlaceUsed(i)) return;
    vec3 place = placeAt(i);
    vec3 normal = normalAt(i);
    vec2 reached = hairTransmittance(place, normal, -0x7FFFFFFF, 0x7FFFFFFF);
    storeReached(i, reached, lightPastHead(place, normal), place, normal);
}
