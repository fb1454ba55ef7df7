// SPDX-License-Identifier: MIT
// A fragment of the head.

#part screen
// Shades a fragment of the image.
#include "hair/head_surface.glsl"
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 surface_normal;
layout(location = 2) in vec2 surface_shares;  // scalp; head_openness
layout(location = 3) in vec4 reached;
layout(location = 4) in float hair_openness;
layout(location = 0) out vec4 color;

void main() { color = vec4(headColor(place, surface_normal, surface_shares.x, surface_shares.y, reached, hair_openness), 1.0); }

#part light
// Writes only depth, for a light.

void main() {}
