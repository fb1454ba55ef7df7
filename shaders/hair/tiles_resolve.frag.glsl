// SPDX-License-Identifier: MIT
// Blends the image of the hair over the scene.
layout(binding = UNIT_SUMS) uniform sampler2D composed;
layout(location = 0) out vec4 color;

void main() { color = texelFetch(composed, ivec2(gl_FragCoord.xy), 0); }
