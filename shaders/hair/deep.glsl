// SPDX-License-Identifier: MIT
// The layers of a deep opacity map, thicker and thicker: their place by the distance from the first hair, as a part of
// the hair's depth.
float layerAt(float behind) { return sqrt(clamp(behind, 0.0, 1.0)) * float(LAYERS); }
