// SPDX-License-Identifier: MIT
// The head under a groom: position and normal as given, in metres.
#include "hair/frame.glsl"
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in float scalp;
layout(location = 0) out vec3 place;
layout(location = 1) out vec3 facing;
layout(location = 2) out float hairy;

void main()
{
    place = position;
    facing = normal;
    hairy = scalp;
    gl_Position = view_projection * vec4(position, 1.0);
}
