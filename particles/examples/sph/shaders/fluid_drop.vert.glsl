// SPDX-License-Identifier: MIT
// A drop as two triangles that face the camera, six vertices, no vertex buffers.
#include <DECLARATIONS>
uniform mat4 view;
uniform mat4 projection;
layout(std430, binding = BIND_RECORDS) readonly buffer Records { Particle records[]; };
layout(location = 0) out vec2 corner;        // -1 to 1
layout(location = 1) flat out vec3 centre;   // in view space
layout(location = 2) flat out vec2 drop_size;   // its radius; its share of foam

void main()
{
    Particle p = records[uint(gl_VertexID) / 6u];
    uint at = uint(gl_VertexID) % 6u;
    corner = vec2(at == 1u || at == 2u || at == 4u ? 1.0 : -1.0, at == 2u || at == 4u || at == 5u ? 1.0 : -1.0);
    centre = (view * vec4(p.position, 1.0)).xyz;
    // Foam is fast and has little water around it.
    drop_size.y = smoothstep(1.5, 4.5, length(p.velocity)) * smoothstep(0.98, 0.6, p.density);
    // Isolated drops are small: they represent spray.
    drop_size.x = u.size * mix(0.14, 1.0, smoothstep(0.4, 0.95, p.density));
    gl_Position = projection * vec4(centre + vec3(corner * drop_size.x, 0.0), 1.0);
}
