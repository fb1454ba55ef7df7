// SPDX-License-Identifier: MIT
// A studio backdrop: a soft pool of light behind the model. CPU twin: backdropAt in hair/tone.go.

// at: 0 to 1 in both directions, from the lower left.
vec3 backdropAt(vec2 at)
{
    vec2 d = (at - vec2(0.5, 0.55)) * vec2(viewport.x / viewport.y, 1.0);
    return mix(vec3(0.030, 0.033, 0.040), vec3(0.175, 0.180, 0.195), exp(-2.4 * dot(d, d)));
}
