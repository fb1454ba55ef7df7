// SPDX-License-Identifier: MIT
// The shadow of the head, by its depth in a map for each light. The map's size does not depend on that of the hair's maps.
#include "hair/frame.glsl"
layout(binding = 1) uniform sampler2DArrayShadow head_depth;

// How far behind the head's surface a hair still counts as before it, in metres: roots stand in it.
const float ROOT_BIAS = 0.004;
const float SKIN_BIAS = 0.003;

float headTexels() { return float(textureSize(head_depth, 0).x); }

// Where a place lies in the map, 0 to 1, and its depth.
vec3 inHeadMap(uint i, vec3 place)
{
    vec4 c = light_clip[i] * vec4(place, 1.0);
    return vec3(c.xy / c.w * 0.5 + 0.5, dot(light_depth[i], vec4(place, 1.0)));
}

// 1 where nothing of the head is nearer to the light than depth. Four texels, straight between them.
float headLetsAt(uint i, vec2 at, float depth) { return texture(head_depth, vec4(at, float(i), depth)); }

// The part of the light that gets past the head to a hair.
float headLightOnHair(uint i, vec3 place)
{
    if (lights.w == 0.0) return 1.0;
    vec3 at = inHeadMap(i, place);
    float depth = at.z - ROOT_BIAS * light_scale[i].w;
    return headLetsAt(i, at.xy, depth);
}

// To the head's own surface. A map that is looked up by the tangent plane of a surface must know how its depth grows from
// texel to texel.
float headLightOnSkin(uint i, vec3 place, vec3 normal)
{
    vec3 toward = normalize(light_from[i].xyz - place * light_from[i].w);
    float facing = dot(normal, toward);
    mat4 rows = transpose(light_clip[i]);
    const float step_texels = 3.0;
    float metres = dot(rows[3], vec4(place, 1.0)) * lights.z / (light_scale[i].z * headTexels()) * step_texels;
    vec2 slope = vec2(dot(normal, normalize(rows[0].xyz)), dot(normal, normalize(rows[1].xyz))) / max(facing, 0.2) * metres * light_scale[i].w;
    vec3 at = inHeadMap(i, place);
    float depth = at.z - SKIN_BIAS * light_scale[i].w;
    float sum = 0.0;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            sum += headLetsAt(i, at.xy + vec2(x, y) * step_texels / headTexels(), depth + dot(slope, vec2(x, y)));
        }
    }
    // Skin that turns away gets no light by its shading, softer than a map can tell.
    return mix(1.0 - smoothstep(0.0, 0.5, facing), 1.0, sum / 9.0);
}
