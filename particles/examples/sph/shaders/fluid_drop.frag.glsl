// SPDX-License-Identifier: MIT
// Writes the front of a drop, of which blending keeps the nearest, and its thickness, which
// blending sums. Drops behind the scene's surfaces are discarded.
uniform mat4 projection;
uniform sampler2D scene_depth;
layout(location = 0) in vec2 corner;
layout(location = 1) flat in vec3 centre;
layout(location = 2) flat in vec2 drop_size;
layout(location = 0) out float front;
layout(location = 1) out vec2 thick;   // and the foam in it

void main()
{
    float q = dot(corner, corner);
    if (q > 1.0) discard;
    vec3 at = centre + vec3(corner, sqrt(1.0 - q)) * drop_size.x;
    vec4 clip = projection * vec4(at, 1.0);
    if (clip.z / clip.w * 0.5 + 0.5 >= texelFetch(scene_depth, ivec2(gl_FragCoord.xy), 0).r) discard;
    front = -at.z;
    thick = sqrt(1.0 - q) * drop_size.x * vec2(1.0, drop_size.y);
}
