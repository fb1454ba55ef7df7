// SPDX-License-Identifier: MIT
// Forces, as changes of a velocity in a step. What they take is the caller's to keep in uniforms.

// What is left of a velocity after so much drag a second; exact whatever the step.
vec3 dragged(vec3 velocity, float each_second) { return velocity * exp(-each_second * dt); }

// Towards a place: strength at the distance 1, by the inverse square, and no more than at the distance soft.
vec3 pulledTo(vec3 at, vec3 centre, float strength, float soft)
{
    vec3 d = centre - at;
    float q = dot(d, d) + soft * soft;
    return d * (strength * inversesqrt(q) / q * dt);
}

// Around an axis of length 1 through a place, as above.
vec3 whirledAround(vec3 at, vec3 centre, vec3 axis, float strength, float soft)
{
    vec3 d = at - centre;
    d -= axis * dot(d, axis);
    return cross(axis, d) * (strength / (dot(d, d) + soft * soft) * dt);
}

// Towards the velocity of a wind, as fast as grip a second.
vec3 blownBy(vec3 velocity, vec3 wind, float grip) { return (wind - velocity) * (1.0 - exp(-grip * dt)); }

vec3 latticeNoise(ivec3 cell) { return vec3(mixed(uvec4(cell, 0x7F4A7C15u)).xyz >> 8) * (2.0 / 16777216.0) - 1.0; }

vec3 smoothNoise(vec3 p)
{
    ivec3 c = ivec3(floor(p));
    vec3 f = p - vec3(c);
    f = f * f * (3.0 - 2.0 * f);
    vec3 low = mix(mix(latticeNoise(c), latticeNoise(c + ivec3(1, 0, 0)), f.x),
                   mix(latticeNoise(c + ivec3(0, 1, 0)), latticeNoise(c + ivec3(1, 1, 0)), f.x), f.y);
    vec3 high = mix(mix(latticeNoise(c + ivec3(0, 0, 1)), latticeNoise(c + ivec3(1, 0, 1)), f.x),
                    mix(latticeNoise(c + ivec3(0, 1, 1)), latticeNoise(c + ivec3(1, 1, 1)), f.x), f.y);
    return mix(low, high, f.z);
}

// A field of eddies of size 1 that neither gathers nor thins out: the curl of noise (Bridson and others, "Curl-Noise for
// Procedural Fluid Flow", 2007).
vec3 curlNoise(vec3 p)
{
    const float e = 0.05;
    vec3 x = smoothNoise(p + vec3(e, 0.0, 0.0)) - smoothNoise(p - vec3(e, 0.0, 0.0));
    vec3 y = smoothNoise(p + vec3(0.0, e, 0.0)) - smoothNoise(p - vec3(0.0, e, 0.0));
    vec3 z = smoothNoise(p + vec3(0.0, 0.0, e)) - smoothNoise(p - vec3(0.0, 0.0, e));
    return vec3(y.z - z.y, z.x - x.z, x.y - y.x) / (2.0 * e);
}
