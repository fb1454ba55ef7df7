// SPDX-License-Identifier: MIT
// The caller's init and update of one item, and what they may call. Includes what numbers the
// items (SLOT) and those that an emitter takes from the GPU (SOURCE).
#include "particles/random.glsl"
#include "particles/birth.glsl"
#include "particles/curves.glsl"
#include "particles/forces.glsl"
#include "particles/colliders.glsl"
#include <DEPTH>

layout(std430, binding = BIND_RECORDS) buffer Records { ParticlePart records[]; };
uint slot;  // index of the current particle in its buffer; with Slots it never changes
uint emitted_channels;

// Emits an event: the record as update leaves it goes to the channel. A second call in a step has
// no effect.
void emit(uint channel) { emitted_channels |= 2u << channel; }

#include <NAMES>
#include <SLOT>
#include <SOURCE>
// Prototypes, so that a definition without inout is an error of the caller's line. They come before
// all of the caller's text, because macros end at a line of comb's.
void init(inout Particle p, Birth b);
bool update(inout Particle p);
#include <FUNCTIONS>
#include <INIT>
#include <UPDATE>

// Emits or updates item q. w is its record afterwards. Returns a bit for each row.
uint advance(uint q, uint before, out ParticlePart w[PARTICLE_PARTS])
{
    slot = slotOf(q, before);
    emitted_channels = 0u;
    Particle p;
    if (isOld(q, before)) {
        p = LOAD_PARTICLE(records, slot);
    } else {
        uint j = newbornOf(q, before);
        uint id = next_id[side] + j;
        p = noParticle();
        setId(p, id);
        beginRandom(id, 0x80000000u);
        Birth b = birthOf(j, id);
        init(p, b);
    }
    beginRandom(idOf(p, slot), 0u);
    uint lives = update(p) ? 1u : 0u;
    packParticle(p, w);
    return lives | emitted_channels;
}

// The number of items that this step visits, of which `before` live. The first invocation of all
// writes what the next kernels read of the step.
uint beginStep(uint before, bool first)
{
    uint wanted = emit_count + sourceCount() * emit_each;
    uint born = min(wanted, capacity - before);
    if (first) {
        items = before + born;
        born_now = born;
        wanted_now = wanted;
        checkSource();
    }
    return itemsToVisit(before, born);
}
