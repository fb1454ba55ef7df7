// SPDX-License-Identifier: MIT
// A vertex of the head under a groom: position and normal, in metres.

#part screen
// A vertex in the image. The light reaching it was computed before (Lit).
#include "hair/frame.glsl"
#include "hair/reads.glsl#blocks"
#include "hair/packed.glsl#lit"
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 shares;  // scalp; head_openness: see headColor
layout(location = 0) out vec3 place;
layout(location = 1) out vec3 surface_normal;
layout(location = 2) out vec2 surface_shares;
layout(location = 3) out vec4 reached;
layout(location = 4) out float hair_openness;
uniform uint hair_points;

void main()
{
    place = position;
    surface_normal = normal;
    surface_shares = shares;
    reached = litAt(hair_points + uint(gl_VertexID));
    hair_openness = hairOpennessAt(hair_points + uint(gl_VertexID));
    gl_Position = view_projection * vec4(position, 1.0);
}

#part light
// A vertex in a light's depth map.
#include "hair/light.glsl#place"
layout(location = 0) in vec3 position;

void main()
{
    vec4 clip = light_clip[light] * vec4(position, 1.0);
    float depth = dot(light_depth[light], vec4(position, 1.0));
    gl_Position = vec4(clip.xy, (2.0 * depth - 1.0) * clip.w, clip.w);
}
