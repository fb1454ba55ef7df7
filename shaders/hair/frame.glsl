// SPDX-License-Identifier: MIT
// What all stages of a frame know. Filled once a frame from Go (hair/frame.go has the same order). Lengths in metres.
layout(std140, binding = 0) uniform Frame {
    mat4 view;
    mat4 view_projection;
    vec4 eye;         // xyz; w: pixels that one metre covers at one metre's distance
    vec4 viewport;    // width, height in pixels; z: the near plane; w: least coverage worth drawing
    vec4 depth_keys;  // x: nearest depth; y: 1 / (farthest - nearest); z: largest key; w: the model's highest opacity
    vec4 key_light;   // xyz: towards the light; w: strength
    vec4 rim_light;   // likewise
    vec4 centre;      // xyz: of the model; w: unused
    vec4 extent;      // xyz: half its box, never 0; w: exposure
    vec4 ribbons;     // x: width of all hairs in pixels, 0 for their own; y: their opacity, 0 for their own
};

// A segment is the index of its first point, with two bits that say whether its strand begins or ends here.
const uint SEGMENT_FIRST = 0x80000000u;
const uint SEGMENT_LAST = 0x40000000u;
const uint SEGMENT_POINT = 0x3FFFFFFFu;

float viewDepth(vec3 p) { return -(view * vec4(p, 1.0)).z; }
