// SPDX-License-Identifier: MIT
// Draws hair as ribbons in a light's map.
#include "hair/light.glsl#width"

struct Corner {
    vec4 clip;
    vec2 ribbon;  // texels from the middle line; the hair's width in texels
    float depth;  // among the hair
    float opacity;
};

// ribbon_draw.vert.glsl does the same for the camera. side is -1 or 1.
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

#include "hair/reads.glsl#blocks"
layout(std430, binding = 0) readonly buffer Points { vec4 points[]; };
layout(std430, binding = 1) readonly buffer Segments { uint segments[]; };
layout(std430, binding = 2) readonly buffer Colors { uint colors[]; };
#include "hair/tangent.glsl"

layout(location = 0) noperspective out vec2 ribbon;  // see Corner
layout(location = 1) out float depth;
layout(location = 2) out float opacity;

void lightRibbon(vec3 place, float texels, vec3 tangent, float side, float own_opacity)
{
    Corner c = lightCorner(place, texels, tangent, side, own_opacity);
    gl_Position = c.clip;
    ribbon = c.ribbon;
    depth = c.depth;
    opacity = c.opacity;
}

float opacityAt(uint point) { return unpackUnorm4x8(colors[point]).a; }

#part segment
// Draws each segment.
void main()
{
    uint segment = segments[uint(gl_VertexID) / 6u];
    uint at = cornerAt(gl_VertexID);
    bool far_end = (at & 1u) != 0u;
    uint q = segmentPoint(segment) + (far_end ? 1u : 0u);
    vec4 point = points[q];
    lightRibbon(point.xyz, lightWidthOf(point, metreAt(point.xyz)), tangentAt(segment, far_end), at < 2u ? -1.0 : 1.0, opacityAt(q));
}

#part piece
// Draws each piece of a segment. Piece i is part i % pieces of segment i / pieces.
layout(std430, binding = 4) readonly buffer Order { uint order[]; };
uniform uint pieces;

void main()
{
    uint piece = order[uint(gl_VertexID) / 6u];
    uint segment = segments[piece / pieces];
    uint at = cornerAt(gl_VertexID);
    float part = float(piece % pieces + (at & 1u)) / float(pieces);
    uint q = segmentPoint(segment);
    vec3 tangent = mix(tangentAt(segment, false), tangentAt(segment, true), part);
    vec3 place = mix(points[q].xyz, points[q + 1u].xyz, part);
    float metre = metreAt(place);
    lightRibbon(place, mix(lightWidthOf(points[q], metre), lightWidthOf(points[q + 1u], metre), part), tangent, at < 2u ? -1.0 : 1.0, mix(opacityAt(q), opacityAt(q + 1u), part));
}
