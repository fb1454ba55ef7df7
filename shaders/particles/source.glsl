// SPDX-License-Identifier: MIT
// The number of particles to emit, if only the GPU has it. checkSource reports a number above its
// maximum.

#part none
// No emitter has a number on the GPU.
uint sourceCount() { return 0u; }
void checkSource() {}

#part count
// One emitter takes its number from a word on the GPU.
#include "lib/fault.glsl"
uint sourceCount() { return itemCount(); }
void checkSource() { checkCount(); }

#part count_later
// The same in one pass, which has no binding left for Fault. records_deferred reports the fault.
#include "lib/count.glsl"
uint sourceCount() { return itemCount(); }
void checkSource() { count_exceeded = count_word_at != COUNT_ON_HOST && count_word[count_word_at] > count_max ? 1u : 0u; }

#part report
// Reports what checkSource of count_later found.
layout(std430, binding = BIND_FAULT) buffer Fault { uint fault_bits; };
void reportSource()
{
    if (count_exceeded == 0u) return;
    atomicOr(fault_bits, FAULT_COUNT);
    count_exceeded = 0u;
}

#part events
// One emitter makes particles for the events of another system: parentOf(b) is the record that
// emitted the event. A system never counts more events than a channel holds.
#include "lib/count.glsl"
#include <PARENT>
layout(std430, binding = BIND_PARENTS) readonly buffer Parents { ParentPart parents[]; };
uniform uint parents_at;
uint sourceCount() { return itemCount(); }
void checkSource() {}
Parent parentOf(Birth b) { return LOAD_PARENT(parents, parents_at + b.parent); }
