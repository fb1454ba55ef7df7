// SPDX-License-Identifier: MIT
// The records that told events, each stream's part of one array, in order; what does not fit is left out.
layout(std430, binding = BIND_EVENTS) writeonly buffer Events { Particle events[]; };

bool tells(uint i)
{
    bool any_row = false;
    for (uint r = 1u; r < ROWS; r++) any_row = any_row || isSet(r, i);
    return any_row;
}

void putEvents(uint i, Particle p, uint base[ROWS])
{
    for (uint r = 1u; r < ROWS; r++) {
        uint to = base[r] + rankOf(r, i);
        if (isSet(r, i) && to < stream_room[r - 1u]) events[stream_begin[r - 1u] + to] = p;
    }
}
