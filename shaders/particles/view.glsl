// SPDX-License-Identifier: MIT
// The view, for the renderer's programs.
uniform mat4 view;
uniform mat4 projection;
uniform uint indexed;      // 1 if Order lists the records to draw
uniform float exposure;
