// SPDX-License-Identifier: MIT
// Look-ups in the tables of hair/scatter: textures, as the interpolation between their texels is free there. They hold
// for all colours of hair. CPU twin: lobes and mean in hair/scatter/shade.go.
layout(binding = UNIT_LOBES) uniform sampler2DArray lobe_table;
layout(binding = UNIT_MEANS) uniform sampler2D mean_table;

// x and y go from the centre of the first texel, at 0, to that of the last, at 1.
vec2 texelPlace(vec2 at, vec2 size) { return (at * (size - 1.0) + 0.5) / size; }

vec4 lobeTexel(float azimuth, float cos_eye, float layer)
{
    vec2 at = texelPlace(vec2(azimuth / 3.14159265, cos_eye), vec2(LOBE_COLUMNS, LOBE_ROWS));
    return textureLod(lobe_table, vec3(at, layer), 0.0);
}

// What is lost in a hair, what turns back, how much wider both what goes on and what comes back get.
vec4 meanTexel(float cos_light, float absorption)
{
    vec2 at = texelPlace(vec2(cos_light, absorption / (1.0 + absorption)), vec2(MEAN_COLUMNS, MEAN_ROWS));
    return textureLod(mean_table, at, 0.0);
}
