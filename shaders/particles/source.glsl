// SPDX-License-Identifier: MIT
// The number of particles to emit, if only the GPU has it.

#part none
// No emitter has a number on the GPU.
uint sourceCount() { return 0u; }

#part count
// One emitter takes its number from a word on the GPU.
#include "lib/count.glsl"
uint sourceCount() { return itemCount(); }

#part events
// One emitter makes particles for the events of another system: parentOf(b) is the record that
// emitted the event.
#include "lib/count.glsl"
#include <PARENT>
layout(std430, binding = BIND_PARENTS) readonly buffer Parents { ParentPart parents[]; };
uniform uint parents_at;
uint sourceCount() { return itemCount(); }
Parent parentOf(Birth b) { return LOAD_PARENT(parents, parents_at + b.parent); }
