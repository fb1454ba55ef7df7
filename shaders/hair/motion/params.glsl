// SPDX-License-Identifier: MIT
// The parameters of a step (hair/motion/params.go has the same order). Lengths are in metres, times
// in seconds.
layout(std430, binding = BIND_PARAMS) readonly buffer Params {
    vec4 head_turn;  // a quaternion
    vec4 head_at;    // xyz; w: seconds of a step
    vec4 gravity;    // xyz: m/s2; w: share of the air's velocity that a hair takes on in a step
    vec4 carried;    // xyz: gravity that the style carries; w: share of its velocity that a hair keeps in a step
    vec4 wind;       // xyz: mean, m/s; w: share of its neighbours' velocity that a point takes on in a step
    vec4 style;      // x: spring to the style, 1/s2; y: spring against bending, m2/s2; z: clearance of the head; w: friction
    vec4 grid_low;   // xyz: start of the head's grid, in the head's axes; w: 1 / cell
    uvec4 grid_size; // xyz: corners along each axis; 0 for no head
    vec4 wave_at[WAVES];  // xyz: radians per metre
    vec4 wave_by[WAVES];  // xyz: m/s
};
