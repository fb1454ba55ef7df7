// SPDX-License-Identifier: MIT
// Fragments of the triangle over the whole screen.

#part copy
// Copies an image to the whole viewport. If the sizes differ, texels are interpolated.
layout(binding = 0) uniform sampler2D shown;
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;

void main() { color = vec4(textureLod(shown, at, 0.0).rgb, 1.0); }

#part over
// Blends the image of the hair over the scene.
layout(binding = UNIT_SUMS) uniform sampler2D composed;
layout(location = 0) out vec4 color;

void main() { color = texelFetch(composed, ivec2(gl_FragCoord.xy), 0); }
