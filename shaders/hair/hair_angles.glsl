// SPDX-License-Identifier: MIT
// HairFrame: values that all lamps of a fragment share. LampAngles: the direction of one lamp.
// Inclinations are measured from the plane across the hair, positive towards the tip. The azimuth
// is measured around the hair from the eye to the lamp. 0: both are on the same side.

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

const float PI = 3.14159265;

struct HairFrame {
    vec3 tangent, to_eye;      // unit; root to tip
    float sin_eye, cos_eye;    // of the inclination
    vec4 tilted_sin, tilted_cos;  // of the inclination, tilted for R, TT, TRT and the longer paths
    vec3 tint;                 // linear, 0 to 1: the colour of a mass of hair
    vec3 absorption;           // of the fibre, per radius
};

struct LampAngles {
    float sin_light, cos_light;
    float cos_azimuth, azimuth;
};

// tangent and to_eye are unit vectors. Absorption from the tint: Chiang et al. 2016, equation 9. A
// dyed hair gets the mean absorption, scaled by its ink: RGB.Dyed in hair/scatter.
HairFrame hairFrame(vec3 tangent, vec3 to_eye, vec3 tint)
{
    HairFrame f;
    f.tangent = tangent;
    f.to_eye = to_eye;
    f.sin_eye = clamp(dot(tangent, to_eye), -1.0, 1.0);
    f.cos_eye = sqrt(1.0 - f.sin_eye * f.sin_eye);
    f.tilted_sin = f.sin_eye * tilt_cos + f.cos_eye * tilt_sin;
    f.tilted_cos = f.cos_eye * tilt_cos - f.sin_eye * tilt_sin;
    f.tint = tint;
    vec3 dark = log(clamp(tint, vec3(DARKEST), vec3(1.0))) * scatter_rest.y;
    f.absorption = dark * dark;
    if (dye.w > 0.0) {
        float ink = max(LEAST_INK, -log(clamp(dot(tint, vec3(0.2126, 0.7152, 0.0722)), DARKEST, 1.0)));
        f.absorption = dye.rgb * clamp(ink * dye.w, INK_LOW, INK_HIGH);
        f.tint = exp(-sqrt(f.absorption) / scatter_rest.y);
    }
    return f;
}

// Abramowitz and Stegun 4.4.45: error at most 7e-5, the same on every driver.
float arcCosine(float x)
{
    float y = abs(x);
    float a = sqrt(1.0 - y) * (1.5707288 + y * (-0.2121144 + y * (0.0742610 - y * 0.0187293)));
    return x < 0.0 ? PI - a : a;
}

// to_light is a unit vector.
LampAngles lampAngles(HairFrame f, vec3 to_light)
{
    LampAngles l;
    l.sin_light = clamp(dot(f.tangent, to_light), -1.0, 1.0);
    l.cos_light = sqrt(1.0 - l.sin_light * l.sin_light);
    // Along the hair the azimuth is undefined, and any value works.
    float across = max(l.cos_light * f.cos_eye, 1e-6);
    l.cos_azimuth = clamp((dot(f.to_eye, to_light) - l.sin_light * f.sin_eye) / across, -1.0, 1.0);
    l.azimuth = arcCosine(l.cos_azimuth);
    return l;
}
