// SPDX-License-Identifier: MIT
// Common functions of the fluid's kernels: smoothing (poly6 and the gradient of spiky, Mueller et
// al. 2003), and walls. Density is relative to that at rest. A wall counts as fluid at rest behind
// it.
#include <GRID>
layout(local_size_x = GROUP_SIZE) in;

float smooth6(float d2)
{
    float x = max(0.0, REACH * REACH - d2);
    return SMOOTH_SCALE * x * x * x;
}

// The gradient of a neighbour's share of the density with respect to the own place. apart points to
// the neighbour.
vec3 gradient(vec3 apart, float d2)
{
    float d = sqrt(d2);
    float x = REACH - d;
    return d2 <= 0.0 || x <= 0.0 ? vec3(0.0) : apart * (GRADIENT_SCALE * x * x / d);
}

// The share of a smoothing ball beyond a plane at q times its radius.
float beyond(float q)
{
    q = min(q, 1.0);
    float s = q * q;
    return 0.5 - 315.0 / 256.0 * q * (1.0 + s * (-4.0 / 3.0 + s * (1.2 + s * (-4.0 / 7.0 + s / 9.0))));
}

// Density of the walls around a place, and its gradient.
float walls(vec3 at, out vec3 slope)
{
    vec3 low = max((at - TANK_MIN) / REACH, 0.0);
    vec3 high = max((TANK_MAX - at) / REACH, 0.0);
    vec3 l = max(1.0 - low * low, 0.0);
    vec3 h = max(1.0 - high * high, 0.0);
    slope = 315.0 / 256.0 / REACH * (h * h * h * h - l * l * l * l);
    return beyond(low.x) + beyond(low.y) + beyond(low.z) + beyond(high.x) + beyond(high.z);
}

// Clamps a place to the tank, a little inside the walls.
vec3 inTank(vec3 at) { return clamp(at, TANK_MIN + 0.05 * REACH, TANK_MAX - 0.05 * REACH); }
