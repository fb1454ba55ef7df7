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

// The share that passes the head to its own surface. The filter compares depths on the surface's
// tangent plane, so it needs the change of depth from texel to texel.
float headLightOnSkin(uint i, vec3 place, vec3 normal)
{
    vec3 toward = normalize(light_from[i].xyz - place * light_from[i].w);
    float facing = dot(normal, toward);
    mat4 rows = transpose(light_clip[i]);
    const float step_texels = 2.0;
    float metres = dot(rows[3], vec4(place, 1.0)) * lights.z / (light_scale[i].z * headTexels()) * step_texels;
    vec2 slope = vec2(dot(normal, normalize(rows[0].xyz)), dot(normal, normalize(rows[1].xyz))) / max(facing, 0.2) * metres * light_scale[i].w;
    // Where light grazes the surface, the place beside it in the map is that of a point above it.
    vec3 at = inHeadMap(i, place + normal * (GRAZING_OFFSET * (1.0 - clamp(facing, 0.0, 1.0))));
    float depth = at.z - SKIN_BIAS * light_scale[i].w;
    float sum = 0.0;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            sum += headTransmittance(i, at.xy + vec2(x, y) * step_texels / headTexels(), depth + dot(slope, vec2(x, y)));
        }
    }
    // Where the surface turns away, shading darkens it, more smoothly than a map can.
    return mix(1.0 - smoothstep(0.0, 0.5, facing), 1.0, sum / 9.0);
}
