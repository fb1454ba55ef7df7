// SPDX-License-Identifier: MIT
// joinTiles: combine over all tiles before a tile, from what they tell, after telling what this one holds (Merrill and
// Garland 2016). What is missing after chain_spins looks more the workgroup computes itself by tileTotal, the kernel's
// (Smith, Levien and Owens 2025), so it ends whatever the others do; nothing is told in another's name. tellItem and
// toldItem come from one of lib/told_*.glsl. Contains barriers.
#include "lib/chain.glsl"
#include "lib/group_reduce.glsl"
shared ITEM look_after;  // of the tiles from look_end on
shared uint look_end;
shared uint look_stuck;

// A tile tells before it writes over its input (IN_PLACE): who computes its total from that knows by it whether it was
// still whole. A silent tile that works in place has to tell then too, in the end.
void tell(uint tile, ITEM item, bool prefix)
{
    bool silent = chainIsSilent(tile);
    if (silent && !(IN_PLACE && prefix)) return;
    tellItem(tile, item, prefix);
    if (IN_PLACE && (silent || !prefix || tile == 0u)) memoryBarrierBuffer();
}

#if LANE_ITEMS
// Goes back as far as tiles have told, from this one or, if it stood still before, from look_end: one subgroup, a tile a lane, while
// the others wait.
void lookFurther(uint tile, ITEM own, bool again)
{
    if (subgroupIndex() == 0u) {
        uint lane = laneIndex();
        uint end = tile;
        ITEM after = ITEM_IDENTITY;
        if (again) {
            end = look_end;
            after = look_after;
        }
        uint spins = 0u;
        bool stuck = false;
        while (end > 0u && !stuck) {
            ITEM item = ITEM_IDENTITY;
            bool looks = lane + end >= LANE_COUNT;
            uint state = TOLD_OWN;
            if (looks) state = toldItem(lane + end - LANE_COUNT, item);
            // One more than the last lane that found a prefix, or nothing.
            uint prefix = lastLane(laneBallot(state == TOLD_PREFIX));
            uint missing = lastLane(laneBallot(state == TOLD_NOTHING));
            if (missing > prefix && spins < chain_spins) {
                spins++;
                continue;
            }
            stuck = missing > prefix;
            if (!looks || lane < missing || lane + 1u < prefix) item = ITEM_IDENTITY;
            ITEM sum = lanesTotal(item);
            after = combine(sum, after);
            if (stuck) end = missing + end - LANE_COUNT;
            else end = prefix > 0u ? 0u : max(end, LANE_COUNT) - LANE_COUNT;
        }
        if (lane == 0u) {
            if (!stuck && tile > 0u) tell(tile, combine(after, own), true);
            look_after = after;
            look_end = end;
            look_stuck = stuck ? 1u : 0u;
        }
    }
    sync();
}
#else
#define LOOK_WIDTH min(GROUP_SIZE, 64u)
shared uint look_prefix[2];   // 1 + the last place in the window at which there is a prefix; a round uses one of two
shared uint look_missing[2];  // 1 + the last at which there is nothing

// The same by the whole workgroup, in shared memory. What a round reads is branched on before the next barrier: read
// before a barrier and used only behind it, it came back as written behind it on an H200, and invocations parted.
void lookFurther(uint tile, ITEM own, bool again)
{
    uint t = threadIndex();
    uint end = tile;
    ITEM after = ITEM_IDENTITY;
    if (again) {
        end = look_end;
        after = look_after;
    }
    uint spins = 0u;
    uint round = 0u;
    bool stuck = false;
    if (t < 2u) {
        look_prefix[t] = 0u;
        look_missing[t] = 0u;
    }
    while (end > 0u && !stuck) {
        sync();
        ITEM item = ITEM_IDENTITY;
        bool looks = t < LOOK_WIDTH && t + end >= LOOK_WIDTH;
        if (looks) {
            uint state = toldItem(t + end - LOOK_WIDTH, item);
            if (state == TOLD_NOTHING) atomicMax(look_missing[round], t + 1u);
            if (state == TOLD_PREFIX) atomicMax(look_prefix[round], t + 1u);
        }
        sync();
        uint prefix = look_prefix[round];
        uint missing = look_missing[round];
        round = 1u - round;
        if (t == 0u) {
            look_prefix[round] = 0u;
            look_missing[round] = 0u;
        }
        if (missing > prefix && spins < chain_spins) {
            spins++;
            continue;
        }
        stuck = missing > prefix;
        if (!looks || t < missing || t + 1u < prefix) item = ITEM_IDENTITY;
        ITEM sum = groupReduce(item);
        after = combine(sum, after);
        if (stuck) end = missing + end - LOOK_WIDTH;
        else end = prefix > 0u ? 0u : max(end, LOOK_WIDTH) - LOOK_WIDTH;
    }
    if (t == 0u) {
        if (!stuck && tile > 0u) tell(tile, combine(after, own), true);
        look_after = after;
        look_end = end;
        look_stuck = stuck ? 1u : 0u;
    }
    sync();
}
#endif

ITEM joinTiles(uint tile, ITEM own)
{
    // By another subgroup than the one that looks: it has nothing to do but to wait for the fence.
    if (threadIndex() == GROUP_SIZE - LANE_COUNT) tell(tile, own, tile == 0u);
    bool again = false;
    for (;;) {
        lookFurther(tile, own, again);
        if (look_stuck == 0u) break;
        again = true;
        ITEM instead = tileTotal(look_end - 1u);
        sync();
        if (threadIndex() == 0u) {
            memoryBarrierBuffer();
            ITEM told;
            // If it has told meanwhile, its input may have been written over, and what it told counts.
            if (toldItem(look_end - 1u, told) == TOLD_NOTHING) {
                look_after = combine(instead, look_after);
                look_end--;
            }
        }
        sync();
    }
    ITEM before = look_after;
    return before;
}
