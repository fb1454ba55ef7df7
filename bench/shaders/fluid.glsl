// SPDX-License-Identifier: MIT
// Smoothed particle hydrodynamics with a radius of REACH (Mueller, Charypar and Gross,
// "Particle-Based Fluid Simulation for Interactive Applications", 2003). Densities are relative to
// that at rest.
#include <GRID>
layout(local_size_x = GROUP_SIZE) in;

// poly6, times the mass of a drop.
float smooth6(float d2)
{
    float x = max(0.0, REACH * REACH - d2);
    return SMOOTH_SCALE * x * x * x;
}
