// SPDX-License-Identifier: MIT
// How far before the eye a fragment lies, in metres: what viewDepth gives for its place.

float ribbonDepth() { return 1.0 / gl_FragCoord.w; }
