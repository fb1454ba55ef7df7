// SPDX-License-Identifier: MIT
// ribbonDepth: the view depth of a fragment, in metres, the same as viewDepth of its place.

float ribbonDepth() { return 1.0 / gl_FragCoord.w; }
