// SPDX-License-Identifier: MIT
// The head's shadow, from one depth map for each light. The size of these maps is independent of
// the hair's maps.
#include "hair/frame.glsl"
layout(binding = 1) uniform sampler2DArrayShadow head_depth;

// Offsets in metres: how far behind the head's surface a place still counts as in front of it. Hair
// roots lie inside the head.
const float ROOT_BIAS = 0.004;
const float SKIN_BIAS = 0.0025;
const float GRAZING_OFFSET = 0.004;  // away from the surface

float headTexels() { return float(textureSize(head_depth, 0).x); }

// A place's coordinates in the map, 0 to 1, and its depth.
vec3 inHeadMap(uint i, vec3 place)
{
    vec4 c = light_clip[i] * vec4(place, 1.0);
    return vec3(c.xy / c.w * 0.5 + 0.5, dot(light_depth[i], vec4(place, 1.0)));
}

// 1 where the head has nothing nearer to the light than depth. Interpolated over four texels.
float headTransmittance(uint i, vec2 at, float depth) { return texture(head_depth, vec4(at, float(i), depth)); }

// The share of the light that passes the head to a hair.
float headLightOnHair(uint i, vec3 place)
{
    if (lights.w == 0.0) return 1.0;
    vec3 at = inHeadMap(i, place);
    float depth = at.z - ROOT_BIAS * light_scale[i].w;
    return headTransmittance(i, at.xy, depth);
}

// Nine bilinear lookups that weigh 6 x 6 texels smoothly. Lookups at a fixed distance skip every
// second texel where they fall on the middles of texels, which makes edges ragged. Along one axis:
// offsets from the texel corner next to the place, in texels, and weights. After Castano, "Shadow
// Mapping Summary", 2013.
void smoothTaps(float part, out vec3 offsets, out vec3 weights)
{
    weights = vec3(4.0 - 3.0 * part, 7.0, 1.0 + 3.0 * part);
    offsets = vec3((3.0 - 2.0 * part) / weights.x - 2.0, (3.0 + part) / weights.y, part / weights.z + 2.0) - 0.5;
}

// The share that passes the head to its own surface. The filter compares depths on the surface's
// tangent plane, so it needs the change of depth from texel to texel.
float headLightOnSkin(uint i, vec3 place, vec3 normal)
{
    vec3 toward = normalize(light_from[i].xyz - place * light_from[i].w);
    float facing = dot(normal, toward);
    mat4 rows = transpose(light_clip[i]);
    float metres = dot(rows[3], vec4(place, 1.0)) * lights.z / (light_scale[i].z * headTexels());
    vec2 slope = vec2(dot(normal, normalize(rows[0].xyz)), dot(normal, normalize(rows[1].xyz))) / max(facing, 0.2) * metres * light_scale[i].w;
    // Where light grazes the surface, the place beside it in the map is that of a point above it.
    vec3 at = inHeadMap(i, place + normal * (GRAZING_OFFSET * (1.0 - clamp(facing, 0.0, 1.0))));
    float depth = at.z - SKIN_BIAS * light_scale[i].w;
    vec2 texel = at.xy * headTexels();
    vec2 corner = floor(texel + 0.5);
    vec3 x, y, x_weight, y_weight;
    smoothTaps(texel.x + 0.5 - corner.x, x, x_weight);
    smoothTaps(texel.y + 0.5 - corner.y, y, y_weight);
    float sum = 0.0;
    for (int k = 0; k < 9; k++) {
        vec2 tap = corner + vec2(x[k % 3], y[k / 3]);
        sum += x_weight[k % 3] * y_weight[k / 3] * headTransmittance(i, tap / headTexels(), depth + dot(slope, tap - texel));
    }
    // Where the surface turns away, shading darkens it, more smoothly than a map can.
    return mix(1.0 - smoothstep(0.0, 0.5, facing), 1.0, sum / 144.0);
}
