// SPDX-License-Identifier: MIT
// What light models know of the fibres: Block of hair/scatter/block.go, in its order.
layout(std140, binding = BIND_SCATTER) uniform Scatter {
    vec4 lobe_variance;  // along the hair: of R, TT, TRT and the rest
    vec4 lobe_peak;      // 1 / (v (1 - exp(-2/v))) of each
    vec4 tilt_cos;       // of what the cuticle's scales add to the inclination
    vec4 tilt_sin;
    vec4 kajiya;         // sharpness of both highlights, their strength
    vec4 dye;            // absorption of all hairs on the mean; w: 1 / their mean ink, 0 where each has its tint's
    vec4 scatter_rest;   // density; factor of colours to absorption; index of refraction; logistic scale around the hair
};
