// SPDX-License-Identifier: MIT
// Blends the image of the hair over the scene.
layout(binding = UNIT_SUMS) uniform sampler2D picture;
layout(location = 0) out vec4 color;

void main() { color = texelFetch(picture, ivec2(gl_FragCoord.xy), 0); }
