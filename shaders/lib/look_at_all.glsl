// SPDX-License-Identifier: MIT
// With CHAIN_FEW a call has at most as many tiles as a workgroup has invocations. Each invocation
// reads the aggregate of one, so a tile waits for no prefix.
#if CHAIN_FEW && LANE_ITEMS
#define AFTER SUBGROUP_COUNT
shared ITEM all_items[2 * SUBGROUP_COUNT];  // of each subgroup: of tiles before, and AFTER
shared uint all_known[SUBGROUP_COUNT];

// Combines SUBGROUP_COUNT of all_items.
ITEM subgroupsTotal(uint first)
{
#if SUBGROUP_COUNT <= LANE_COUNT
    return lanesTotal(laneIndex() < SUBGROUP_COUNT ? all_items[first + laneIndex()] : ITEM_IDENTITY);
#else
    ITEM all = all_items[first];
    for (uint g = 1u; g < ROLLED(SUBGROUP_COUNT); g++) all = combine(all, all_items[first + g]);
    return all;
#endif
}

// Combines the items of the tiles before this one, and of those behind it up to `end`. It is false
// if one of them has not published after chain_spins more polls, or has published a prefix. A sync
// must separate two calls. Contains a barrier.
bool lookAtAll(uint tile, uint end, out ITEM before, out ITEM after)
{
    before = ITEM_IDENTITY;
    after = ITEM_IDENTITY;
    if (end > GROUP_SIZE) return false;
    uint t = threadIndex();
    ITEM item = ITEM_IDENTITY;
    uint state = t < end && t != tile ? TILE_EMPTY : TILE_AGGREGATE;
    for (uint spins = 0u; laneBallot(state == TILE_EMPTY) != NO_LANES && spins <= chain_spins; spins++) {
        if (state == TILE_EMPTY) state = readItem(t, item);
    }
    bool known = state == TILE_AGGREGATE || state == TILE_INCLUSIVE_PREFIX && t == 0u;
    known = known && !(IN_PLACE && chainIsSilent(tile));  // whose prefix others wait for
    if (!known) item = ITEM_IDENTITY;
    if (t < tile) before = item;
    else after = item;
    before = lanesTotal(before);
    if (end > tile) after = lanesTotal(after);
    bool every = laneBallot(!known) == NO_LANES;
    if (laneIndex() == 0u) {
        all_items[subgroupIndex()] = before;
        all_items[AFTER + subgroupIndex()] = after;
        all_known[subgroupIndex()] = every ? 1u : 0u;
    }
    sync();
    for (uint g = 0u; g < SUBGROUP_COUNT; g += LANE_COUNT) {
        uint own = min(g + laneIndex(), SUBGROUP_COUNT - 1u);
        every = every && laneBallot(all_known[own] == 0u) == NO_LANES;
    }
    before = subgroupsTotal(0u);
    if (end > tile) after = subgroupsTotal(AFTER);
    return every;
}
#else
bool lookAtAll(uint tile, uint end, out ITEM before, out ITEM after) { return false; }
#endif
