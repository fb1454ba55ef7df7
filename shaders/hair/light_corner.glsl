// SPDX-License-Identifier: MIT
// A corner of a ribbon in a light's map: ribbon_draw.vert.glsl for a light. side is -1 or 1.
#include "hair/light_width.glsl"

struct Corner {
    vec4 clip;
    vec2 ribbon;  // texels from the middle line; the hair's width in texels
    float depth;  // among the hair
    float opacity;
};

Corner lightCorner(vec3 place, float texels, vec3 tangent, float side, float own_opacity)
{
    vec4 clip = light_clip[light] * vec4(place, 1.0);
    vec4 along = light_clip[light] * vec4(tangent, 0.0);
    vec2 d = along.xy * clip.w - clip.xy * along.w;
    float l = length(d);
    vec2 across = l > 1e-12 ? vec2(-d.y, d.x) / l : vec2(1.0, 0.0);
    float reach = side * (0.5 * texels + 0.5);
    return Corner(vec4(clip.xy + across * reach * 2.0 / lights.z * clip.w, 0.0, clip.w), vec2(reach, texels),
        hairDepth(dot(light_depth[light], vec4(place, 1.0))), ribbons.y > 0.0 ? ribbons.y : own_opacity);
}
