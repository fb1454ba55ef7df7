// SPDX-License-Identifier: MIT
// What gets to a place from a light past the hair before it, and from the other side past the hair behind it: the mean over
// a square of the light's map. Each way of shadow has: vec2 tausAt(uvec2 texel, float depth), the logarithms of both.
#include "hair/light.glsl"
#include "hair/head_shadow.glsl"

// The side of the square in metres, some hairs wide: the head's vertices are some millimetres apart. A square has at least
// one texel and at most MOST_TEXELS on a side.
const float HAIR_FOOTPRINT = 0.0012;
const float SKIN_FOOTPRINT = 0.0075;
const float MOST_TEXELS = 8.0;

bool isSkin(vec3 normal) { return normal != vec3(0.0); }

// Texels at the edge of the square count by the part of them that lies in it: the mean follows the place without steps.
// Beyond the map there is no hair. Rows before first_row and from end_row on add nothing.
vec2 through(vec3 place, vec3 normal, int first_row, int end_row)
{
    vec3 at = inLight(place);
    float metre = light_scale[light].z / dot(transpose(light_clip[light])[3], vec4(place, 1.0));
    float side = clamp((isSkin(normal) ? SKIN_FOOTPRINT : HAIR_FOOTPRINT) * metre, 1.0, MOST_TEXELS);
    vec2 low = at.xy - 0.5 * side;
    vec2 high = low + side;
    int size = int(lights.z);
    // Written so that a place that is not a number lies beyond the map.
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

// The part of the light that the head lets get to a place.
float pastHead(vec3 place, vec3 normal) { return isSkin(normal) ? headLightOnSkin(light, place, normal) : headLightOnHair(light, place); }
