// SPDX-License-Identifier: MIT
// One emitter takes its number from a word on the GPU.
#include "lib/count.glsl"
uint sourceCount() { return itemCount(); }
