// SPDX-License-Identifier: MIT
// The camera, which look and ribbon may read too, and the renderer's other uniforms. The names of
// those begin with draw, because the curves of a system are functions in the same scope.
uniform mat4 view;
uniform mat4 projection;
uniform uint draw_indexed;  // 1 if draw_order lists the records to draw
uniform float draw_exposure;
