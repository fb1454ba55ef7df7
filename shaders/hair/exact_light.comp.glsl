// SPDX-License-Identifier: MIT
// Adds the light that reaches each place, for one band of rows of a light's map. Sums holds the
// result from band to band. The last band writes it to Lit.
// Grid: one invocation a place. Reads: Points, HeadPlaces, Begins, Keys, Taus. Reads and writes:
// Sums. Writes: Lit. CPU twin: shadow_test.go.
#include "lib/grid.glsl"
#include "hair/frame.glsl"
#include "hair/shadow_exact.glsl#taus"
#include "hair/footprint.glsl#mean"
#include "hair/reads.glsl#blocks"
#include "hair/places.glsl"
#include "hair/packed.glsl#lit_store"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SUMS) buffer Sums { vec2 sums[]; };
uniform uint place_count;
uniform uint first_row;
uniform uint end_row;  // 0: this is the last band

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= place_count || !isPlaceUsed(i)) return;
    vec3 place = placeAt(i);
    vec3 normal = normalAt(i);
    vec2 reached = hairTransmittance(place, normal, first_row == 0u ? -0x7FFFFFFF : int(first_row), end_row == 0u ? 0x7FFFFFFF : int(end_row));
    if (first_row > 0u) reached += sums[i];
    sums[i] = reached;
    if (end_row > 0u) return;
    storeReached(i, reached, lightPastHead(place, normal), place, normal);
}
