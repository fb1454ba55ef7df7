// SPDX-License-Identifier: MIT
// What gets to a place from a light, and from the other side: the mean over 5 x 5 texels of the light's map, some hairs
// wide, of what the hair before it lets through, and what the hair behind it does. The head stops the light. Of each way
// of shadow: vec2 tausAt(uvec2 texel, float depth), the logarithms of both.
#include "hair/light.glsl"
layout(binding = 1) uniform sampler2D head_depth;

// How far behind the head's surface a hair still counts as before it, in metres: roots stand in it.
const float ROOT_BIAS = 0.004;
// The head's vertices are looked up over texels that lie apart: a lamp is no point, and they are some texels apart.
const float SKIN_BIAS = 0.003;
const int SKIN_STRIDE = 3;

// What a map that is looked up by the tangent plane of a surface must know: how its depth grows from texel to texel.
vec2 depthSlope(vec3 place, vec3 normal, vec3 toward)
{
    mat4 rows = transpose(light_clip[light]);
    float texel = dot(rows[3], vec4(place, 1.0)) / light_scale[light].z;  // metres
    vec2 sides = vec2(dot(normal, normalize(rows[0].xyz)), dot(normal, normalize(rows[1].xyz)));
    return sides / max(dot(normal, toward), 0.2) * texel * light_scale[light].w;
}

vec2 through(vec3 place, vec3 normal, int first_row, int end_row)
{
    vec3 at = inLight(place);
    float depth = clamp(hairDepth(at.z), 0.0, 1.0);
    float limit = at.z - ROOT_BIAS * light_scale[light].w;
    float hidden = 0.0;  // what is left where the head is in between
    int stride = 1;
    vec2 slope = vec2(0.0);
    if (normal != vec3(0.0)) {
        stride = SKIN_STRIDE;
        limit = at.z - SKIN_BIAS * light_scale[light].w;
        vec3 toward = normalize(light_from[light].xyz - place * light_from[light].w);
        slope = depthSlope(place, normal, toward);
        // Skin that turns away gets no light by its shading, softer than a map can tell.
        hidden = 1.0 - smoothstep(0.0, 0.5, dot(normal, toward));
    }
    ivec2 middle = ivec2(floor(at.xy));
    int size = int(lights.z);
    vec2 sum = vec2(0.0);
    for (int dy = -2 * stride; dy <= 2 * stride; dy += stride) {
        int y = middle.y + dy;
        if (y < first_row || y >= end_row) continue;
        for (int dx = -2 * stride; dx <= 2 * stride; dx += stride) {
            int x = middle.x + dx;
            if (min(x, y) < 0 || max(x, y) >= size) {
                sum += 1.0;
                continue;
            }
            vec2 left = exp(-tausAt(uvec2(x, y), depth));
            if (lights.w > 0.0 && texelFetch(head_depth, ivec2(x, y), 0).r < limit + dot(slope, vec2(dx, dy))) left.x *= hidden;
            sum += left;
        }
    }
    return sum / 25.0;
}
