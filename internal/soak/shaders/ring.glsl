// SPDX-License-Identifier: MIT
// A trial's words in the ring of results: the errors, the lowest index of one, the number of checks
// that ran, and their counts.
layout(std430, binding = BIND_RING) buffer Ring { uint ring[]; };
uniform uint slot; // the trial's first word

// wrong marks the trial as failed. Errors stay: nothing clears a bit or raises the index again.
void wrong(uint what, uint i)
{
    atomicOr(ring[slot + SLOT_WRONG], what);
    atomicMin(ring[slot + SLOT_FIRST], i);
}

// checked is called once by each check, so that a check that never ran, or whose words were lost,
// does not count as passed.
void checked(uint i)
{
    if (i == 0u) atomicAdd(ring[slot + SLOT_CHECKS], 1u);
}
