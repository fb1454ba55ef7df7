// SPDX-License-Identifier: MIT
// lookBack: publishes a tile's aggregate, and combines the items of all tiles before it by
// decoupled look-back (Merrill and Garland 2016). If a predecessor is still empty after chain_spins
// more polls, the workgroup computes its aggregate with the kernel's tileAggregate (decoupled
// fallback: Smith, Levien and Owens 2025). So the loop ends whatever the other workgroups do. A
// workgroup publishes only the status of its own tile. publishItem and readItem come from a part of
// lib/publish.glsl. Contains barriers.
#include "lib/chain.glsl"
#include "lib/group_reduce.glsl"
shared ITEM look_after;  // the combined items from tile look_end on
shared uint look_end;
shared uint look_stuck;

// Publishes a tile's status. With IN_PLACE the status is visible before the tile writes over its
// input: a fallback reads the status last, to find whether the input was still whole. For the same
// reason, with IN_PLACE a tile that chain_silent holds back still publishes its inclusive prefix.
void publish(uint tile, ITEM item, bool prefix)
{
    bool silent = chainIsSilent(tile);
    if (silent && !(IN_PLACE && prefix)) return;
    publishItem(tile, item, prefix);
    if (IN_PLACE && (silent || !prefix || tile == 0u)) memoryBarrierBuffer();
}

#if LANE_ITEMS
// Looks back from this tile or, after a fallback, from look_end, as far as tiles have published.
// One subgroup reads a tile a lane, while the others wait.
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
            uint state = TILE_AGGREGATE;
            if (looks) state = readItem(lane + end - LANE_COUNT, item);
            // The last lane with a prefix + 1, and the last without a status + 1; 0 if there is
            // none.
            uint prefix = lastLane(laneBallot(state == TILE_INCLUSIVE_PREFIX));
            uint missing = lastLane(laneBallot(state == TILE_EMPTY));
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
            if (!stuck && tile > 0u) publish(tile, combine(after, own), true);
            look_after = after;
            look_end = end;
            look_stuck = stuck ? 1u : 0u;
        }
    }
    sync();
}
#else
#define LOOK_WIDTH min(GROUP_SIZE, 64u)
shared uint look_prefix[2];   // last place in the window with a prefix, + 1; a round uses one of two
shared uint look_missing[2];  // last place without a status, + 1

// The same by the whole workgroup, in shared memory. A value of a round is branched on before the
// next barrier. An H200 read a value behind a barrier as it was written behind that barrier, and
// invocations diverged.
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
            uint state = readItem(t + end - LOOK_WIDTH, item);
            if (state == TILE_EMPTY) atomicMax(look_missing[round], t + 1u);
            if (state == TILE_INCLUSIVE_PREFIX) atomicMax(look_prefix[round], t + 1u);
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
        if (!stuck && tile > 0u) publish(tile, combine(after, own), true);
        look_after = after;
        look_end = end;
        look_stuck = stuck ? 1u : 0u;
    }
    sync();
}
#endif

ITEM lookBack(uint tile, ITEM own)
{
    // A lane of the last subgroup publishes, so that the subgroup that looks back does not wait for
    // the fence.
    if (threadIndex() == GROUP_SIZE - LANE_COUNT) publish(tile, own, tile == 0u);
    bool again = false;
    for (;;) {
        lookFurther(tile, own, again);
        if (look_stuck == 0u) break;
        again = true;
        ITEM instead = tileAggregate(look_end - 1u);
        sync();
        if (threadIndex() == 0u) {
            memoryBarrierBuffer();
            ITEM published;
            // If the tile has published meanwhile, its input may be written over. Its status counts
            // then.
            if (readItem(look_end - 1u, published) == TILE_EMPTY) {
                look_after = combine(instead, look_after);
                look_end--;
            }
        }
        sync();
    }
    ITEM before = look_after;
    return before;
}
