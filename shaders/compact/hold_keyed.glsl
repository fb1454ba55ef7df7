// SPDX-License-Identifier: MIT
// Records of any kind with keys: what is held is one more than the key, so that a record is decided about once.
#include "compact/held_key.glsl"
#include "compact/hold_tile.glsl"
