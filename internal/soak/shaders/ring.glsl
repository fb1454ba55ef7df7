// SPDX-License-Identifier: MIT
// A trial's words in the ring of results: what was wrong and where first, how many checks ran, and
// what they counted.
layout(std430, binding = BIND_RING) buffer Ring { uint ring[]; };
uniform uint slot; // the trial's first word

// wrong marks the trial. Errors stay: nothing takes a bit or a lower index back.
void wrong(uint what, uint i)
{
    atomicOr(ring[slot + SLOT_WRONG], what);
    atomicMin(ring[slot + SLOT_FIRST], i);
}

// checked is called once by each check, so that one that never ran, or whose words were lost, is
// not taken for right.
void checked(uint i)
{
    if (i == 0u) atomicAdd(ring[slot + SLOT_CHECKS], 1u);
}
