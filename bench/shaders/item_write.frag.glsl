// SPDX-License-Identifier: MIT
// Writes the item of a point.
layout(location = 0) flat in VALUE item;
layout(location = 0) out vec4 texel;

void main() { texel = vec4(item); }
