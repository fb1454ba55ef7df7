// SPDX-License-Identifier: MIT
// Computes the light that reaches each place from one light through a volume in one buffer
// (shadow_column.glsl), for software renderers: places_light.comp.glsl with the mean of
// footprint.glsl. Hair (SKIN 0) and head (SKIN 1) have a kernel each, because Mesa computes both
// sides of a branch. One loop visits the texels of the square and tests at its end: Mesa runs the
// body of a loop once more than needed that tests at its beginning.
// Grid: one invocation a place. Reads: Places, List, Count, Volume, Begins, Slots, Totals. Writes:
// Lit.
// CPU twin: none; reads_test.go compares with places_light.comp.glsl.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/shadow_column.glsl#columns"
#include "hair/footprint.glsl#past_head"
#include <READS>
#include "hair/packed.glsl#lit_store"
// The points of the hair, or two vectors a vertex of the head: place, normal.
readsVectors(Places, places, BIND_PLACES, UNIT_PLACES)
readsWords(Volume, volume, BIND_VOLUME, UNIT_VOLUME)
readsWords(Begins, begins, BIND_BEGINS, UNIT_BEGINS)
readsWords(Slots, slots, BIND_SLOTS, UNIT_SLOTS)
readsWords(Totals, totals, BIND_TOTALS, UNIT_TOTALS)
readsWords(List, list, BIND_LIST, UNIT_LIST)  // of the hair: the points that need light

layout(local_size_x = GROUP_SIZE) in;
uniform uint first_place;  // of these in Lit

// The optical depths in front of a depth and behind it, as tausAt of shadow_volume.glsl.
vec2 tausIn(uvec2 texel, float depth)
{
    uint tile = tileOf(texel);
    uint begin = wordAt(begins, tile);
    uint at = columnOf(texel, wordAt(slots, tile));
    float all = allOf(wordAt(totals, at / SLICES));
    float place = sliceOf(depth, begin);
    uint slice = min(uint(place), SLICES - 1u);
    vec2 taus = tausOf(wordAt(volume, at + slice), all, place - float(slice));
    return begin == 0u ? vec2(0.0) : taus;
}

// The mean over a square: see footprint.glsl.
vec2 meanTransmittance(vec3 place)
{
    vec3 at = inLight(place);
    float metre = light_scale[light].z / dot(transpose(light_clip[light])[3], vec4(place, 1.0));
    float side = clamp((SKIN != 0 ? SKIN_FOOTPRINT : HAIR_FOOTPRINT) * metre, 1.0, MOST_TEXELS);
    vec2 low = at.xy - 0.5 * side;
    vec2 high = low + side;
    int size = int(lights.z);
    // The negated form also sends a place that is NaN beyond the map.
    if (!(all(greaterThan(high, vec2(0.0))) && all(lessThan(low, vec2(size))))) return vec2(1.0);
    float depth = clamp(hairDepth(at.z), 0.0, 1.0);
    ivec2 first = ivec2(floor(low));
    ivec2 last = ivec2(ceil(high)) - 1;
    vec2 sum = vec2(0.0);
    ivec2 texel = first;
    do {
        vec2 inside = min(high, vec2(texel + 1)) - max(low, vec2(texel));
        bool beyond = min(texel.x, texel.y) < 0 || max(texel.x, texel.y) >= size;
        sum += inside.y * inside.x * (beyond ? vec2(1.0) : exp(-tausIn(uvec2(texel), depth)));
        texel.x++;
        if (texel.x > last.x) texel = ivec2(first.x, texel.y + 1);
    } while (texel.y <= last.y);
    return sum / (side * side);
}

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    if (SKIN == 0) i = wordAt(list, i);
    vec3 place = vectorAt(places, SKIN != 0 ? 2u * i : i).xyz;
    vec3 normal = SKIN != 0 ? vectorAt(places, 2u * i + 1u).xyz : vec3(0.0);
    storeReached(first_place + i, meanTransmittance(place), lightPastHead(place, normal), place, normal);
}
