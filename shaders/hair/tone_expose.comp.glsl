// SPDX-License-Identifier: MIT
// Finds the exposure of a frame from its bins of light, and empties them. The brighter half of hair
// and head, without the brightest twentieth, gets a mean logarithm of the key: glints do not
// count. The exposure goes the given share of the way there, in stops.
// Grid: one workgroup, of which one invocation works. Reads: Bins. Writes: Bins, Exposure.
// CPU twin: exposure_test.go.
layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_BINS) buffer Bins { uint bins[]; };
layout(std430, binding = BIND_EXPOSURE) buffer Exposure { float exposure[]; };  // the factor, and its stops
uniform uint follow;  // the share of the way, the bits of a float
uniform uint key;     // likewise, in stops
uniform uint most;    // likewise: the largest exposure

void main()
{
    if (gl_GlobalInvocationID.x != 0u) return;
    uint all_pixels = 0u;
    for (uint i = 0u; i < LIGHT_BINS; i++) all_pixels += bins[i];
    float low = 0.5 * float(all_pixels), high = 0.95 * float(all_pixels);
    float before = 0.0, weight = 0.0, sum = 0.0;
    for (uint i = 0u; i < LIGHT_BINS; i++) {
        float after = before + float(bins[i]);
        float part = max(min(after, high) - max(before, low), 0.0);
        weight += part;
        sum += part * (float(i) + 0.5 - 0.5 * float(LIGHT_BINS)) / 4.0;
        before = after;
        bins[i] = 0u;
    }
    if (weight <= 0.0) return;  // nothing is lit: the exposure stays
    float stops = clamp(uintBitsToFloat(key) - sum / weight, -MOST_STOPS, uintBitsToFloat(most));
    stops = mix(exposure[1], stops, uintBitsToFloat(follow));
    exposure[0] = exp2(stops);
    exposure[1] = stops;
}
