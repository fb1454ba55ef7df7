// SPDX-License-Identifier: MIT
// Keeps record i when flags[i] is not zero; of three classes, flags[i] is the class.
#include "compact/classes.glsl"
layout(std430, binding = BIND_FLAGS) readonly buffer Flags { uint flags[]; };
uniform uint flags_at;

uint classOf(uint i) { return CLASSES == 3u ? toClass(flags[flags_at + i]) : toClass(flags[flags_at + i] != 0u); }
