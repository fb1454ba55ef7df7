// SPDX-License-Identifier: MIT
// One emitter makes particles for the events of another system: parentOf(b) is the record that told.
#include "lib/count.glsl"
#include <PARENT>
layout(std430, binding = BIND_PARENTS) readonly buffer Parents { ParentPart parents[]; };
uniform uint parents_at;
uint sourceCount() { return itemCount(); }
Parent parentOf(Birth b) { return LOAD_PARENT(parents, parents_at + b.parent); }
