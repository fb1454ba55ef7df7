// SPDX-License-Identifier: MIT
// The parameters of the fibres for the shading models. Block in hair/scatter/block.go has the same
// order.
layout(std140, binding = BIND_SCATTER) uniform Scatter {
    vec4 lobe_variance;  // along the hair: of R, TT, TRT and the longer paths
    vec4 lobe_peak;      // 1 / (v (1 - exp(-2/v))) of each
    vec4 tilt_cos;       // cosine of the tilt that the cuticle's scales add to the inclination
    vec4 tilt_sin;       // its sine
    vec4 kajiya;         // sharpness of both highlights, then their strength
    vec4 dye;            // mean absorption of all hairs; w: 1 / their mean ink, 0 if each has its own
    vec4 scatter_rest;   // density; factor from colour to absorption; index of refraction; logistic scale
};
