// SPDX-License-Identifier: MIT
// What a fragment of a ribbon is given: see hair/ribbon_draw.vert.glsl.
layout(location = 0) noperspective in vec2 ribbon;
layout(location = 1) in vec4 tint;
layout(location = 2) in vec3 tangent;
layout(location = 3) in vec3 place;
layout(location = 4) in vec4 reached;
layout(location = 5) in float openness;
