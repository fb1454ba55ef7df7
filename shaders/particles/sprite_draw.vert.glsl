// SPDX-License-Identifier: MIT
// A particle as two triangles that face the camera: six vertices, no vertex buffers. It is a disc,
// or a streak if look sets one.
#include "particles/view.glsl"
#include "particles/tint.glsl"
#include <DECLARATIONS>
struct Sprite {
    vec3 position;
    float size;    // radius
    vec4 color;    // linear, not premultiplied
    vec3 streak;   // extends the disc this far both ways; 0 leaves a disc
    float glow;    // 0 covers what is behind it, 1 adds to it
};
// A prototype, so that another definition is an error of the caller's line.
Sprite look(Particle p);
#include <LOOK>
layout(std430, binding = BIND_RECORDS) readonly buffer Records { Particle records[]; };
layout(std430, binding = BIND_ORDER) readonly buffer Order { uint draw_order[]; };

layout(location = 0) out vec2 draw_corner;       // -1 to 1
layout(location = 1) flat out vec4 draw_tint;    // premultiplied colour, and the alpha that covers
layout(location = 2) out float draw_depth;

void main()
{
    uint i = uint(gl_VertexID) / 6u;
    if (draw_indexed != 0u) i = draw_order[i];
    Sprite s = look(records[i]);
    uint at = uint(gl_VertexID) % 6u;
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);   // not drawn
    draw_tint = vec4(0.0);
    draw_depth = 1.0;
    draw_corner = vec2(at == 1u || at == 2u || at == 4u ? 1.0 : -1.0, at == 2u || at == 4u || at == 5u ? 1.0 : -1.0);
    if (!drawFinite(vec4(s.position, s.size)) || !drawFinite(s.color) || !drawFinite(vec4(s.streak, s.glow))) return;
    vec3 centre = (view * vec4(s.position, 1.0)).xyz;
    vec3 streak = (view * vec4(s.streak, 0.0)).xyz;
    float l = length(streak.xy);
    vec2 along = l > 1e-6 ? streak.xy / l : vec2(1.0, 0.0);
    // The long axis tilts in depth like the streak.
    vec3 place = centre + draw_corner.x * (streak + vec3(along * s.size, 0.0)) + draw_corner.y * s.size * vec3(-along.y, along.x, 0.0);
    draw_depth = -place.z;
    gl_Position = projection * vec4(place, 1.0);
    draw_tint = drawTint(s.color, s.glow);
}
