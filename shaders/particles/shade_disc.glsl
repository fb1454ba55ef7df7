// SPDX-License-Identifier: MIT
// A round spot, brightest in the middle.
float shade(vec2 at)
{
    float fall = max(0.0, 1.0 - dot(at, at));
    return fall * fall;
}
