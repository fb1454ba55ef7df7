// SPDX-License-Identifier: MIT
// A fragment of the head.

#part screen
// Shades a fragment of the image.
#include "hair/head_surface.glsl"
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 facing;
layout(location = 2) in vec2 hairy;
layout(location = 3) in vec4 reached;
layout(location = 4) in float openness;
layout(location = 0) out vec4 color;

void main() { color = vec4(headColor(vec4(place, hairy.y), vec4(facing, hairy.x), reached, openness), 1.0); }

#part light
// Writes only depth, for a light.

void main() {}
