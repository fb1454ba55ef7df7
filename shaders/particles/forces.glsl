// SPDX-License-Identifier: MIT
// Forces. vortex, attract and wind return the change of a velocity in this step; drag returns the
// new velocity.

// The velocity after a step of drag: rate is the share lost per second, as an exponent. Exact for
// any dt.
vec3 drag(vec3 velocity, float rate) { return velocity * exp(-rate * dt); }

// Towards centre by the inverse square of the distance: strength is the acceleration at distance 1.
// The distance is softened by soft, so that the force stays finite.
vec3 attract(vec3 at, vec3 centre, float strength, float soft)
{
    vec3 d = centre - at;
    float q = max(dot(d, d) + soft * soft, 1e-20);  // at the centre itself the force is 0
    return d * (strength * inversesqrt(q) / q * dt);
}

// Around an axis of any length through centre, by the inverse distance from the axis: strength is
// the acceleration at distance 1, softened as in attract. Without an axis the force is 0.
vec3 vortex(vec3 at, vec3 centre, vec3 axis, float strength, float soft)
{
    float l = length(axis);
    if (l > 0.0) axis /= l;
    vec3 d = at - centre;
    d -= axis * dot(d, axis);
    return cross(axis, d) * (strength / max(dot(d, d) + soft * soft, 1e-20) * dt);
}

// Towards the velocity of the air: grip is the share of the difference lost per second, as an
// exponent.
vec3 wind(vec3 velocity, vec3 air, float grip) { return (air - velocity) * (1.0 - exp(-grip * dt)); }

// Three numbers from -1 to 1 for a cell of the integer lattice.
vec3 latticeNoise(ivec3 cell) { return vec3(pcg4d(uvec4(cell, 0x7F4A7C15u)).xyz >> 8) * (2.0 / 16777216.0) - 1.0; }

// Three numbers from -1 to 1, interpolated between the cells of the lattice.
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

// A divergence-free field of eddies of size 1: the curl of noise (Bridson et al., "Curl-Noise for
// Procedural Fluid Flow", SIGGRAPH 2007).
vec3 curlNoise(vec3 p)
{
    const float e = 0.05;
    vec3 x = smoothNoise(p + vec3(e, 0.0, 0.0)) - smoothNoise(p - vec3(e, 0.0, 0.0));
    vec3 y = smoothNoise(p + vec3(0.0, e, 0.0)) - smoothNoise(p - vec3(0.0, e, 0.0));
    vec3 z = smoothNoise(p + vec3(0.0, 0.0, e)) - smoothNoise(p - vec3(0.0, 0.0, e));
    return vec3(y.z - z.y, z.x - x.z, x.y - y.x) / (2.0 * e);
}
