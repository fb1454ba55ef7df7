// SPDX-License-Identifier: MIT
// layerAt: the layer of a deep opacity map for a depth behind the first hair of the texel, as a
// fraction of the hair's depth range. Layers get thicker with depth.
float layerAt(float behind) { return sqrt(clamp(behind, 0.0, 1.0)) * float(LAYERS); }
