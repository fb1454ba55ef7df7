// SPDX-License-Identifier: MIT
// What a step of the motion knows, as hair/motion/params.go has it. Lengths in metres, times in seconds.
layout(std430, binding = BIND_PARAMS) readonly buffer Params {
    vec4 head_turn;  // a quaternion
    vec4 head_at;    // xyz; w: the time of a step
    vec4 gravity;    // xyz: m/s2; w: the part of the air's speed that a hair takes on in a step
    vec4 carried;    // xyz: the gravity that the style holds up; w: the part of its speed that a hair keeps in a step
    vec4 wind;       // xyz: m/s on the mean; w: the part of its neighbours' speed that a point takes on in a step
    vec4 style;      // x: spring to the style, 1/s2; y: spring against bending, m2/s2; z: clearance of the head; w: friction
    vec4 grid_low;   // xyz: the head's grid begins here, in the head's own axes; w: 1 / cell
    uvec4 grid_size; // xyz: its corners along each axis; 0 for no head
    vec4 wave_at[WAVES];  // xyz: radians a metre
    vec4 wave_by[WAVES];  // xyz: m/s
};
