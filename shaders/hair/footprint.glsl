// SPDX-License-Identifier: MIT
// hairTransmittance: the share of a light that passes the hair in front of a place (x), and the
// share that would pass the hair behind it from the other side (y). Both are means over a square of
// the light's map. A shadow method provides vec2 tausAt(uvec2 texel, float depth): the optical
// depths in front and behind. Part mean has it; part past_head has the head's share alone.
#include "hair/light.glsl#place"
#include "hair/head_shadow.glsl"

// The side of the square in metres. It spans some hairs; the head's vertices are some millimetres
// apart. In the map a side is at least one texel and at most MOST_TEXELS.
const float HAIR_FOOTPRINT = 0.0012;
const float SKIN_FOOTPRINT = 0.0075;
const float MOST_TEXELS = 8.0;

bool isSkin(vec3 normal) { return normal != vec3(0.0); }

#part mean
// A texel at the edge of the square counts by the part of it inside the square, so the mean changes
// smoothly with the place. Beyond the map there is no hair. Rows before first_row and from end_row
// on add nothing.
vec2 hairTransmittance(vec3 place, vec3 normal, int first_row, int end_row)
{
    vec3 at = inLight(place);
    float metre = light_scale[light].z / dot(transpose(light_clip[light])[3], vec4(place, 1.0));
    float side = clamp((isSkin(normal) ? SKIN_FOOTPRINT : HAIR_FOOTPRINT) * metre, 1.0, MOST_TEXELS);
    vec2 low = at.xy - 0.5 * side;
    vec2 high = low + side;
    int size = int(lights.z);
    // The negated form also sends a place that is NaN beyond the map.
    if (!(all(greaterThan(high, vec2(0.0))) && all(lessThan(low, vec2(size))))) return vec2(first_row < 0 ? 1.0 : 0.0);
    float depth = clamp(hairDepth(at.z), 0.0, 1.0);
    ivec2 first = ivec2(floor(low));
    ivec2 last = ivec2(ceil(high)) - 1;
    vec2 sum = vec2(0.0);
    for (int y = max(first.y, first_row); y <= min(last.y, end_row - 1); y++) {
        float tall = min(high.y, float(y + 1)) - max(low.y, float(y));
        for (int x = first.x; x <= last.x; x++) {
            float part = tall * (min(high.x, float(x + 1)) - max(low.x, float(x)));
            bool beyond = min(x, y) < 0 || max(x, y) >= size;
            sum += part * (beyond ? vec2(1.0) : exp(-tausAt(uvec2(x, y), depth)));
        }
    }
    return sum / (side * side);
}

#part mean past_head
// The share of the light that passes the head.
float lightPastHead(vec3 place, vec3 normal) { return isSkin(normal) ? headLightOnSkin(light, place, normal) : headLightOnHair(light, place); }
