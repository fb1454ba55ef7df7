// SPDX-License-Identifier: MIT
// The light at a place before shadows: from each lamp, and from the environment.
#include "hair/frame.glsl"

// normalize of 0 is not a number. With this added, it is a direction.
const vec3 NUDGE = vec3(0.0, 1e-12, 0.0);

vec3 toLamp(int i, vec3 place) { return light_from[i].xyz - place * light_from[i].w; }

vec3 lampLight(int i, vec3 toward) { return light_color[i].rgb / max(dot(toward, toward), 1e-6); }

// Light on a matt surface with normal n: spherical harmonics of order 2, convolved with the cosine
// in Go. Ramamoorthi and Hanrahan, "An Efficient Representation for Irradiance Environment Maps",
// SIGGRAPH 2001.
vec3 skyLight(vec3 n)
{
    vec3 c = sky[0].rgb + sky[1].rgb * n.y + sky[2].rgb * n.z + sky[3].rgb * n.x + sky[4].rgb * (n.x * n.y)
        + sky[5].rgb * (n.y * n.z) + sky[6].rgb * (3.0 * n.z * n.z - 1.0) + sky[7].rgb * (n.x * n.z) + sky[8].rgb * (n.x * n.x - n.y * n.y);
    return max(c, vec3(0.0));
}
