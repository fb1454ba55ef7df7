// SPDX-License-Identifier: MIT
// A vertex of the head under a groom: position and normal, in metres. The light reaching a vertex
// was computed before (Lit).
#include "hair/frame.glsl"
#include "hair/lit.glsl"
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in float scalp;
layout(location = 0) out vec3 place;
layout(location = 1) out vec3 facing;
layout(location = 2) out float hairy;
layout(location = 3) out vec4 reached;
layout(location = 4) out float openness;
uniform uint hair_points;

void main()
{
    place = position;
    facing = normal;
    hairy = scalp;
    reached = litAt(hair_points + uint(gl_VertexID));
    openness = openAt(hair_points + uint(gl_VertexID));
    gl_Position = view_projection * vec4(position, 1.0);
}
