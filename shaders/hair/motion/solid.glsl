// SPDX-License-Identifier: MIT
// The head: its turn, and the distance to it.

#part turn solid
#include "hair/motion/params.glsl"

// A rotation by a quaternion, xyz and w. CPU twin: rotated in hair/motion/twin.go.
vec3 rotated(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }

#part solid
// The distance to the head, negative inside, and its gradient, interpolated in a cell of the grid.
// CPU twin: solidAt in hair/motion/twin.go.
layout(std430, binding = BIND_SOLID) readonly buffer Solid { float solid[]; };

// xyz: the gradient in the world, w: the distance, which is large outside of the grid.
vec4 solidAt(vec3 place)
{
    const vec4 nothing = vec4(0.0, 0.0, 0.0, 1e9);
    if (grid_size.x == 0u) return nothing;
    vec4 back = vec4(-head_turn.xyz, head_turn.w);
    vec3 at = (rotated(back, place - head_at.xyz) - grid_low.xyz) * grid_low.w;
    if (any(lessThan(at, vec3(0.0))) || any(greaterThanEqual(at, vec3(grid_size.xyz - 1u)))) return nothing;
    uvec3 cell = uvec3(at);
    vec3 f = at - vec3(cell);
    uint row = grid_size.x;
    uint layer = row * grid_size.y;
    uint c = cell.z * layer + cell.y * row + cell.x;
    vec4 low = vec4(solid[c], solid[c + 1u], solid[c + row], solid[c + row + 1u]);
    c += layer;
    vec4 high = vec4(solid[c], solid[c + 1u], solid[c + row], solid[c + row + 1u]);
    vec4 flat_z = mix(low, high, f.z);
    vec2 flat_yz = mix(flat_z.xy, flat_z.zw, f.y);
    vec4 rise = high - low;
    vec2 rise_y = mix(rise.xy, rise.zw, f.y);
    vec3 gradient = vec3(flat_yz.y - flat_yz.x, mix(flat_z.z - flat_z.x, flat_z.w - flat_z.y, f.x), mix(rise_y.x, rise_y.y, f.x));
    return vec4(rotated(head_turn, gradient * grid_low.w), mix(flat_yz.x, flat_yz.y, f.x));
}
