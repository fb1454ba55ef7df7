// SPDX-License-Identifier: MIT
// The parameters that all stages of a frame share. Go fills them once a frame
// (hair/internal/scene/frame.go has the same order). Lengths are in metres.
layout(std140, binding = 0) uniform Frame {
    mat4 view;
    mat4 view_projection;
    vec4 eye;         // xyz; w: pixels that one metre covers at a distance of one metre
    // x, y: width and height in pixels; z: near plane; w: width in pixels below which hairs are
    // culled at random (their rank decides), 0 when nothing is culled
    vec4 viewport;
    vec4 pixel;       // x, y: size of a pixel in clip space at w = 1
    vec4 depth_keys;  // x: nearest depth; y: 1 / (farthest - nearest); z: largest key
    vec4 centre;      // xyz: centre of the model; w: 1 when nothing is culled
    vec4 extent;      // xyz: half the model's box, never 0; w: exposure
    // x: width of all hairs in pixels, 0 for their own; y: opacity of all, 0 for their own;
    // z: factor of the width; w: 1 with several samples a pixel
    vec4 ribbons;
    // x: strands from this rank on are not drawn; y: 1 / the ranks over which strands fade; z:
    // factor of the width of the others; w: strands from this rank on need no light
    vec4 detail;
    // x: number of lights; y: 1 with shadows; z: texels on a side of a light's map; w: 1 with a
    // head
    vec4 lights;
    // xy: place in the light's map, -1 to 1; w: 1, or the distance along a point light's axis
    mat4 light_clip[4];
    // a plane: dot with (place, 1) is the depth, from 0 (nearest hair or head) to 1 (farthest)
    vec4 light_depth[4];
    // x, y: depth among the hair alone = x * depth + y; z: texels a metre; w: depth a metre
    vec4 light_scale[4];
    vec4 light_from[4];   // xyz: w = 0: unit vector towards the light; w = 1: its place
    vec4 light_color[4];  // rgb, to be divided by the squared distance to light_from
    vec4 sky[9];          // ambient light by normal: see skyLight
};

#include "hair/segment.glsl"

float viewDepth(vec3 p) { return -(view * vec4(p, 1.0)).z; }
