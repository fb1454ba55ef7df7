// SPDX-License-Identifier: MIT
// The copy of a record to the event channels.

#part none
// No event channels.
bool hasEvent(uint i) { return false; }
void putEventPart(uint i, uint part, ParticlePart w, uint base[ROWS]) {}
void putEvent(uint i, ParticlePart w[PARTICLE_PARTS], uint base[ROWS]) {}

#part put
// The records that emitted events, in order. Each channel is a part of one array; events that do
// not fit are dropped.
layout(std430, binding = BIND_EVENTS) restrict writeonly buffer Events { ParticlePart events[]; };

// Whether record i of the tile emitted an event.
bool hasEvent(uint i)
{
    bool any_row = false;
    for (uint r = 1u; r < ROWS; r++) any_row = any_row || isSet(r, i);
    return any_row;
}

// Copies a part of record i of the tile to its channels.
void putEventPart(uint i, uint part, ParticlePart w, uint base[ROWS])
{
    for (uint r = 1u; r < ROWS; r++) {
        if (!isSet(r, i)) continue;
        uint to = base[r] + rankOf(r, i);
        if (to < channel_room[r - 1u]) events[(channel_begin[r - 1u] + to) * PARTICLE_PARTS + part] = w;
    }
}

// Copies record i of the tile to its channels.
void putEvent(uint i, ParticlePart w[PARTICLE_PARTS], uint base[ROWS])
{
    for (uint r = 1u; r < ROWS; r++) {
        if (!isSet(r, i)) continue;
        uint to = base[r] + rankOf(r, i);
        if (to < channel_room[r - 1u]) STORE_PARTICLE(events, channel_begin[r - 1u] + to, w);
    }
}
