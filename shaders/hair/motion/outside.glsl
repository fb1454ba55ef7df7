// SPDX-License-Identifier: MIT
// The last walk of a step: segments of exact lengths, outside of the head. Include
// hair/motion/solid.glsl#solid first. CPU twin: outside in hair/motion/twin.go.
vec3 direction(vec3 d) { float l = length(d); return l > TINY ? d / l : vec3(0.0); }

// Rotates a direction from a place towards the unit vector n, to that sine of the angle over the
// plane across n.
vec3 raised(vec3 d, vec3 n, float sine)
{
    vec3 flat_d = direction(d - n * dot(n, d));
    return direction(sine < 1.0 ? n * sine + flat_d * sqrt(1.0 - sine * sine) : n);
}

// Returns the point at distance l from the point before, in the direction d or, if the segment is
// in the head there, beside it. pushed grows by the distances that it moved out.
vec3 outside(vec3 before, vec3 d, float l, inout float pushed)
{
    if (d == vec3(0.0)) d = vec3(0.0, -1.0, 0.0);
    // Places inside a long segment, so that it does not cut the head between its ends.
    float parts = min(ceil(l * PARTS_A_METRE), MOST_PARTS);
    for (float k = 1.0; k < parts; k++) {
        float part = l * (k / parts);
        vec4 skin = solidAt(before + d * part);
        float deep = style.z - skin.w;
        if (deep <= SLACK) continue;
        float steep = max(length(skin.xyz), 0.25);
        vec3 n = skin.xyz / steep;
        d = raised(d, n, dot(n, d) + deep / (steep * part));
        pushed += deep / steep;
    }
    vec3 q = before + d * l;
    for (int k = 0; k <= PUSHES && l > TINY; k++) {
        vec4 skin = solidAt(q);
        if (skin.w >= style.z - SLACK || k == PUSHES && skin.w >= 0.0) break;
        // Rotates about the point before by the smallest angle that leaves the head, as if it were
        // flat.
        float steep = max(length(skin.xyz), 0.25);
        vec3 n = skin.xyz / steep;
        float rise = dot(n, d) + (style.z - skin.w) / (steep * l);
        // In a concave fold that fails: then moves straight towards the outside from the point
        // before.
        if (k == PUSHES) {
            n = direction(solidAt(before).xyz);
            rise = n == vec3(0.0) ? rise : 1.0;
        }
        d = raised(d, n, rise);
        q = before + d * l;
        pushed += (style.z - skin.w) / steep;
    }
    return q;
}
