// SPDX-License-Identifier: MIT
// What all stages of a frame know. Filled once a frame from Go (hair/frame.go has the same order). Lengths in metres.
layout(std140, binding = 0) uniform Frame {
    mat4 view;
    mat4 view_projection;
    vec4 eye;         // xyz; w: pixels that one metre covers at one metre's distance
    vec4 viewport;    // width, height in pixels; z: the near plane; w: the width in pixels below which hairs are drawn by chance, 0 when nothing is culled
    vec4 pixel;       // x, y: clip space that a pixel covers at w = 1
    vec4 depth_keys;  // x: nearest depth; y: 1 / (farthest - nearest); z: largest key
    vec4 centre;      // xyz: of the model; w: 1 when nothing is culled
    vec4 extent;      // xyz: half its box, never 0; w: exposure
    vec4 ribbons;     // x: width of all hairs in pixels, 0 for their own; y: their opacity, 0 for their own; z: times so wide; w: 1 with several samples a pixel
    vec4 detail;      // x: from this rank on no strand is drawn; y: 1 / the ranks over which strands fade; z: how much wider the others are
    vec4 lights;      // x: how many; y: 1 with shadows; z: texels on a side of a light's map; w: 1 with a head
    mat4 light_clip[4];   // xy: in the light's map, -1 to 1; w: 1, or the distance from a point light along its axis
    vec4 light_depth[4];  // a plane: with (place, 1), the depth from the nearest of hair and head, 0, to the farthest, 1
    vec4 light_scale[4];  // x, y: the hair's own depth is x * depth + y; z: texels a metre; w: depth a metre
    vec4 light_from[4];   // xyz: towards the light, length 1; with w = 1, its place
    vec4 light_color[4];  // rgb, divided by the square of the distance to light_from
    vec4 sky[9];          // light from all around, by normal: see skyLight
};

// A segment is the index of its first point, with two bits that say whether its strand begins or ends here.
const uint SEGMENT_FIRST = 0x80000000u;
const uint SEGMENT_LAST = 0x40000000u;
const uint SEGMENT_POINT = 0x3FFFFFFFu;

float viewDepth(vec3 p) { return -(view * vec4(p, 1.0)).z; }
