// SPDX-License-Identifier: MIT
// What the renderer's programs know of the view.
uniform mat4 view;
uniform mat4 projection;
uniform uint indexed;      // Order says which record is drawn when
uniform float exposure;
