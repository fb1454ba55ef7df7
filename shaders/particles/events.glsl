// SPDX-License-Identifier: MIT
// The copy of a record to the event streams.

#part none
// No streams of events.
bool hasEvent(uint i) { return false; }
void putEventPart(uint i, uint part, ParticlePart w, uint base[ROWS]) {}

#part put
// The records that told events, each stream's part of one array, in order; what does not fit is
// left out.
layout(std430, binding = BIND_EVENTS) restrict writeonly buffer Events { ParticlePart events[]; };

bool hasEvent(uint i)
{
    bool any_row = false;
    for (uint r = 1u; r < ROWS; r++) any_row = any_row || isSet(r, i);
    return any_row;
}

// A part of record i of the tile.
void putEventPart(uint i, uint part, ParticlePart w, uint base[ROWS])
{
    for (uint r = 1u; r < ROWS; r++) {
        if (!isSet(r, i)) continue;
        uint to = base[r] + rankOf(r, i);
        if (to < channel_room[r - 1u]) events[(channel_begin[r - 1u] + to) * PARTICLE_PARTS + part] = w;
    }
}
