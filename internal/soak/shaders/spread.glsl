// SPDX-License-Identifier: MIT
// The distribution of the inputs' values over the items.
uniform uint spread;
uniform uint seed;
uniform uint items;   // number of items over which values spread
uniform uint period;  // of SPREAD_ALTERNATE; for SPREAD_ONE the place of its item
uniform uint density; // items in 1024 that are kept

uint spreadValue(uint how, uint i, uint salt)
{
    uint h = mix32(i ^ mix32(seed + salt));
    uint step = 0xFFFFFFFFu / max(items, 1u);
    switch (how) {
    case SPREAD_EQUAL: return mix32(seed + salt);
    case SPREAD_TWO: return mix32(seed + salt + (h & 1u));
    case SPREAD_SORTED: return i * step;
    case SPREAD_REVERSED: return (items - 1u - i) * step;
    case SPREAD_FEW: return (h % 7u) * 0x24924924u;
    case SPREAD_ZERO: return 0u;
    case SPREAD_ENTROPY: return h & mix32(h) & mix32(h + 1u);
    case SPREAD_ALTERNATE: return ((i / max(period, 1u)) & 1u) * (mix32(seed + salt) | 1u);
    case SPREAD_ONE: return i == period ? mix32(seed + salt) | 0x80000001u : 0u;
    case SPREAD_INDEX: return i;
    }
    return h;
}

// The class of item i: 0 is kept, 1 and 2 are not. Equal values have equal classes. Sorted values
// begin or end with the kept ones.
uint classAt(uint i)
{
    uint v = spreadValue(spread, i, 0u);
    uint c = v;
    if (spread != SPREAD_SORTED && spread != SPREAD_REVERSED) c = mix32(v + seed);
    c >>= 22;
    return c < density ? 0u : 1u + (c & 1u);
}
