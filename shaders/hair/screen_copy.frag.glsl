// SPDX-License-Identifier: MIT
// Copies a picture to all of a viewport, which may be of another size: between its texels it is straight.
layout(binding = 0) uniform sampler2D shown;
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;

void main() { color = vec4(textureLod(shown, at, 0.0).rgb, 1.0); }
