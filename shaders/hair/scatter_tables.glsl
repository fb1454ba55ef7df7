// SPDX-License-Identifier: MIT
// Look-ups in the tables of hair/scatter. They are textures because texture units interpolate
// without extra cost. The tables hold for all hair colours. CPU twin: lobes and mean in
// hair/scatter/shade.go.
layout(binding = UNIT_LOBES) uniform sampler2DArray lobe_table;
layout(binding = UNIT_MEANS) uniform sampler2D mean_table;

// Maps 0 to the centre of the first texel and 1 to the centre of the last.
vec2 texelPlace(vec2 at, vec2 size) { return (at * (size - 1.0) + 0.5) / size; }

vec4 lobeTexel(float azimuth, float cos_eye, float layer)
{
    vec2 at = texelPlace(vec2(azimuth / 3.14159265, cos_eye), vec2(LOBE_COLUMNS, LOBE_ROWS));
    return textureLod(lobe_table, vec3(at, layer), 0.0);
}

// x: absorbed share; y: share scattered back; z, w: spread added forward and backward.
vec4 meanTexel(float cos_light, float absorption)
{
    vec2 at = texelPlace(vec2(cos_light, absorption / (1.0 + absorption)), vec2(MEAN_COLUMNS, MEAN_ROWS));
    return textureLod(mean_table, at, 0.0);
}
