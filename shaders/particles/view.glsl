// SPDX-License-Identifier: MIT
// The view, for the renderer's programs. Their names begin with draw_, because the curves of a
// system are functions in the same scope.
uniform mat4 draw_view;
uniform mat4 draw_projection;
uniform uint draw_indexed;  // 1 if draw_order lists the records to draw
uniform float draw_exposure;
