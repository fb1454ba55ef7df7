// SPDX-License-Identifier: MIT
// A trail as a ribbon that faces the camera: six vertices for each pair of consecutive positions.
#include "particles/view.glsl"
#include "particles/tint.glsl"
#include <DECLARATIONS>
struct Ribbon {
    float width;
    vec4 color;   // linear, not multiplied by its alpha
    float glow;   // 0 covers what is behind it, 1 adds to it
};
// A prototype, so that another definition is an error of the caller's line.
Ribbon ribbon(Particle p, float t);
#include <RIBBON>
layout(std430, binding = BIND_RECORDS) readonly buffer Records { Particle records[]; };
layout(std430, binding = BIND_ORDER) readonly buffer Order { uint draw_order[]; };
layout(std430, binding = BIND_TRAILS) readonly buffer Trails { uvec4 draw_trails[]; };
uniform uint draw_newest;   // the step of the newest positions

layout(location = 0) out vec2 draw_corner;
layout(location = 1) out vec4 draw_tint;
layout(location = 2) out float draw_depth;

// Whether the position of an entry is finite.
bool drawPlaced(uvec4 entry) { return drawFinite(vec4(uintBitsToFloat(entry.xyz), 0.0)); }

uvec4 trailPlace(uint slot, uint back) { return draw_trails[slot * TRAIL_POINTS + (draw_newest - back) % TRAIL_POINTS]; }

void main()
{
    uint each = 6u * (TRAIL_POINTS - 1u);
    uint slot = draw_order[uint(gl_VertexID) / each];
    uint part = uint(gl_VertexID) % each / 6u;
    uint at = uint(gl_VertexID) % 6u;
    uint end = at == 2u || at == 4u || at == 5u ? 1u : 0u;
    float side = at == 1u || at == 2u || at == 4u ? 1.0 : -1.0;

    uvec4 here = trailPlace(slot, part + end);
    uvec4 fore = trailPlace(slot, max(part + end, 1u) - 1u);
    uvec4 aft = trailPlace(slot, min(part + end + 1u, TRAIL_POINTS - 1u));
    uvec4 head = trailPlace(slot, part);
    uvec4 tail = trailPlace(slot, part + 1u);
    uint mine = records[slot].id + 1u;
    draw_corner = vec2(side, 0.0);
    draw_tint = vec4(0.0);
    draw_depth = 1.0;
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    // Positions of the slot's former particle, or none: nothing is drawn.
    if (tail.w != mine || draw_newest < part + 1u) return;
    if (!drawPlaced(head) || !drawPlaced(tail)) return;
    if (aft.w != mine || draw_newest < part + end + 1u || !drawPlaced(aft)) aft = here;
    if (!drawPlaced(fore)) fore = here;

    Ribbon r = ribbon(records[slot], float(part + end) / float(TRAIL_POINTS - 1u));
    // A vertex without a colour is transparent, so that the ribbon fades out there.
    if (!drawFinite(r.color) || !drawFinite(vec4(r.width, r.glow, 0.0, 0.0))) r = Ribbon(0.0, vec4(0.0), 0.0);
    vec3 place = (view * vec4(uintBitsToFloat(here.xyz), 1.0)).xyz;
    vec3 along = (view * vec4(uintBitsToFloat(fore.xyz) - uintBitsToFloat(aft.xyz), 0.0)).xyz;
    vec3 across = cross(along, place);
    float l = length(across);
    if (l > 0.0) place += across * (0.5 * side * r.width / l);
    draw_depth = -place.z;
    gl_Position = projection * vec4(place, 1.0);
    draw_tint = drawTint(r.color, r.glow);
}
