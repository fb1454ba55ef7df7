// SPDX-License-Identifier: MIT
// The air's velocity at a place: a mean and WAVES plane waves. The phase of each wave comes from
// the host, which counts steps exactly. CPU twin: windAt in hair/motion/twin.go.
#include "hair/motion/params.glsl"
uniform uint phase[WAVES];  // radians, as bits of floats

vec3 windAt(vec3 place)
{
    vec3 air = wind.xyz;
    for (int k = 0; k < WAVES; k++) air += wave_by[k].xyz * sin(dot(wave_at[k].xyz, place) + uintBitsToFloat(phase[k]));
    return air;
}
