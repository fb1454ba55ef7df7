// SPDX-License-Identifier: MIT
// The single pass: its tiles, their status words, and the look-back over them.

#part tiles
// The tiles of a single-pass kernel. A workgroup has the tile of its number. Drivers mostly start
// workgroups in that order, so the predecessors of a tile have begun; if not, the fallback serves
// (the part look_back). A ticket instead of the number cost an H200 0.3 us a dispatch, and sorts of
// 2^22 pairs 8 %.
//
// Chain has two sets of status words. A call finds its set zeroed, and zeroes what the call before
// left in the other set. So no dispatch is needed to clear them.
layout(std430, binding = BIND_CHAIN) coherent volatile buffer Chain { uint chain[]; };
uniform uint chain_set;    // where this call's words begin
uniform uint chain_other;  // where the other set does
uniform uint chain_stale;  // how many words of it to zero

uint takeTile()
{
    uint tile = workgroupIndex();
    uint step = gl_NumWorkGroups.x * gl_NumWorkGroups.y * GROUP_SIZE;
    for (uint i = tile * GROUP_SIZE + threadIndex(); i < chain_stale; i += step) chain[chain_other + i] = 0u;
    return tile;
}

uint tileCount(uint n) { return n / TILE_SIZE + min(n % TILE_SIZE, 1u); }

#part status
// The status of a tile is one word, so that no fence is needed between a state and its value
// (Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016, section
// 4.1). 0 is empty. A count plus 1 is the tile's aggregate. The top bit marks the inclusive prefix:
// the count up to and including the tile, below 2^31.
//
// A workgroup polls an empty tile chain_spins times more. Then it counts that tile's items itself
// (Smith, Levien and Owens, "Decoupled Fallback", 2025). No workgroup waits for long, so the result
// is right on drivers that let no other workgroup run meanwhile.

// chain_spins is Tuning.Spins, chain_silent is core.Faults.Silent (for tests). They are constants.
// If a caller or a test set them, they are uniforms (CHAIN_UNIFORMS), so that all values share one
// kernel.
#if CHAIN_UNIFORMS
uniform uint chain_spins;
uniform uint chain_silent;
#else
const uint chain_spins = CHAIN_SPINS;
const uint chain_silent = 0u;
#endif

#define CHAIN_EMPTY 0u
#define TILE_EMPTY 0u
#define TILE_AGGREGATE 1u
#define TILE_INCLUSIVE_PREFIX 2u
uint chainAggregate(uint count) { return count + 1u; }
uint chainPrefix(uint count) { return count | 0x80000000u; }
bool chainIsPrefix(uint word) { return (word >> 31) != 0u; }
// Sum of some aggregates' words and a prefix's word, less their marks. own is the number of
// aggregates.
uint chainSum(uint sum, uint own) { return sum - own - 0x80000000u; }
uint chainCount(uint word) { return chainIsPrefix(word) ? word & 0x7FFFFFFFu : word - 1u; }

// For tests: this tile publishes nothing, which forces its successors into the fallback.
bool chainIsSilent(uint tile) { return chain_silent != 0u && tile % max(chain_silent, 1u) == 0u; }

#part counts
// Counts: one of a tile's CHAIN_ROWS words (the part status). A kernel that looks back for several
// defines LOOK_ROW, else it is the first.
#ifndef LOOK_ROW
#define LOOK_ROW 0u
#endif
bool isWhole(uint aggregate) { return false; }
uint statusPlace(uint tile) { return chain_set + tile * CHAIN_ROWS + LOOK_ROW; }

void publishItem(uint tile, uint count, bool prefix)
{
    atomicExchange(chain[statusPlace(tile)], prefix ? chainPrefix(count) : chainAggregate(count));
}

uint readItem(uint tile, out uint count)
{
    uint word = chain[statusPlace(tile)];
    count = chainCount(word);
    return word == CHAIN_EMPTY ? TILE_EMPTY : chainIsPrefix(word) ? TILE_INCLUSIVE_PREFIX : TILE_AGGREGATE;
}

#part items
// Items of VALUE_WORDS words, and perhaps a head or a number of runs: CHAIN_ROWS words a tile. Each
// has the state above its bits of the item. A reader that finds different states has read between
// two writes, and treats the tile as empty. So no fence is needed between a state and its item.
// With fences, and barriers in the look-back, a scan of 2^24 words took 150 us on an H200; without
// both 97.
uint statusPlace(uint tile) { return chain_set + tile * CHAIN_ROWS; }

// Whether a tile's aggregate is its inclusive prefix too: a segment begins in the tile, so nothing
// before the tile is part of it.
bool isWhole(ITEM aggregate) { return ITEM_HEADS != 0 && ITEM_COUNTS == 0 && headOf(aggregate) != 0u; }

#if ITEM_COUNTS && VALUE_WORDS == 1
// A value and a number of runs of 31 bits in two words, not three: the more words are polled, the
// longer a look-back takes. An aggregate has bit 29 of both words, and the upper bits of its value
// above its runs, which are no more than the items of a tile. A prefix has 30 bits of value or runs
// in each word, and a number from 1 to 3 above them. These two numbers are the three bits that are
// left, in base 3.
#define AGGREGATE_BIT (1u << 29)
void publishItem(uint tile, ITEM item, bool prefix)
{
    uint v = uint(valueOf(item));
    uint runs = headOf(item);
    uint rest = v >> 30 | runs >> 30 << 2;
    uint first = AGGREGATE_BIT | v & 0x1FFFFFFFu;
    uint second = AGGREGATE_BIT | v >> 29 << 26 | runs;
    if (prefix) {
        first = rest / 3u + 1u << 30 | v & 0x3FFFFFFFu;
        second = rest % 3u + 1u << 30 | runs & 0x3FFFFFFFu;
    }
    atomicExchange(chain[statusPlace(tile)], first);
    atomicExchange(chain[statusPlace(tile) + 1u], second);
}

uint readItem(uint tile, out ITEM item)
{
    uint first = chain[statusPlace(tile)];
    uint second = chain[statusPlace(tile) + 1u];
    uint rest = (first >> 30) * 3u + (second >> 30) - 4u;
    bool prefix = first >> 30 != 0u && second >> 30 != 0u;
    bool aggregate = first >> 29 == 1u && second >> 29 == 1u;
    uint v = prefix ? first & 0x3FFFFFFFu | rest << 30 : first & 0x1FFFFFFFu | second >> 26 << 29;
    uint runs = prefix ? second & 0x3FFFFFFFu | rest >> 2 << 30 : second & 0x3FFFFFFu;
    item = itemFrom(VALUE(v), runs);
    return prefix ? TILE_INCLUSIVE_PREFIX : aggregate ? TILE_AGGREGATE : TILE_EMPTY;
}
#else
// 30 bits of the item in each word.
#define ITEM_WORDS (VALUE_WORDS + ITEM_HEADS)
#define PIECE_BITS 30u
#define PIECE_MASK 0x3FFFFFFFu

#if VALUE_WORDS == 1
VALUE valueFromWords(uint w[ITEM_WORDS + 1]) { return VALUE(w[0]); }
uint valueWord(VALUE v, uint i) { return uint(v); }
#elif VALUE_WORDS == 2
VALUE valueFromWords(uint w[ITEM_WORDS + 1]) { return VALUE(w[0], w[1]); }
uint valueWord(VALUE v, uint i) { return v[i]; }
#else
VALUE valueFromWords(uint w[ITEM_WORDS + 1]) { return VALUE(w[0], w[1], w[2], w[3]); }
uint valueWord(VALUE v, uint i) { return v[i]; }
#endif

void publishItem(uint tile, ITEM item, bool prefix)
{
    uint words[ITEM_WORDS + 1];  // the last word pads the last piece
    for (uint w = 0u; w < VALUE_WORDS; w++) words[w] = valueWord(valueOf(item), w);
    words[VALUE_WORDS] = headOf(item);
    words[ITEM_WORDS] = 0u;
    for (uint p = 0u; p < CHAIN_ROWS; p++) {
        uint at = p * PIECE_BITS / 32u;
        uint shift = p * PIECE_BITS % 32u;
        uint piece = words[at] >> shift;
        if (shift > 32u - PIECE_BITS) piece |= words[at + 1u] << (32u - shift);
        atomicExchange(chain[statusPlace(tile) + p], (prefix ? TILE_INCLUSIVE_PREFIX : TILE_AGGREGATE) << PIECE_BITS | piece & PIECE_MASK);
    }
}

uint readItem(uint tile, out ITEM item)
{
    uint pieces[CHAIN_ROWS + 1u];
    pieces[CHAIN_ROWS] = 0u;
    for (uint p = 0u; p < CHAIN_ROWS; p++) pieces[p] = chain[statusPlace(tile) + p];
    uint state = pieces[0] >> PIECE_BITS;
    for (uint p = 1u; p < CHAIN_ROWS; p++) state = pieces[p] >> PIECE_BITS == state ? state : TILE_EMPTY;
    uint words[ITEM_WORDS + 1];
    words[ITEM_WORDS] = 0u;
    for (uint w = 0u; w < ITEM_WORDS; w++) {
        uint at = w * 32u / PIECE_BITS;
        uint shift = w * 32u % PIECE_BITS;
        words[w] = (pieces[at] & PIECE_MASK) >> shift | pieces[at + 1u] << (PIECE_BITS - shift);
    }
    item = itemFrom(valueFromWords(words), words[VALUE_WORDS]);
    return state;
}
#endif

#part look
// lookFurther: combines the items of the tiles before a tile by decoupled look-back (Merrill and
// Garland 2016), as far as they have published. A workgroup publishes only the status of its own
// tile. publishItem and readItem come from the part counts or items. Contains barriers.
#include "lib/look_back.glsl#status"
#include "lib/group.glsl#reduce"
shared ITEM look_after;  // the combined items from tile look_end on
shared uint look_end;
shared uint look_stuck;

// Publishes a tile's status. With IN_PLACE the first status is visible before the tile writes over
// its input: a fallback reads the status last, to find whether the input was still whole. For the
// same reason, with IN_PLACE a tile that chain_silent holds back still publishes its inclusive
// prefix.
void publish(uint tile, ITEM item, bool prefix, bool first)
{
    bool silent = chainIsSilent(tile);
    if (silent && !(IN_PLACE && prefix)) return;
    publishItem(tile, item, prefix);
    if (IN_PLACE && (silent || first)) memoryBarrierBuffer();
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
            bool reads = lane + end >= LANE_COUNT;
            uint state = TILE_AGGREGATE;
            if (reads) state = readItem(lane + end - LANE_COUNT, item);
            // The last lane with a prefix + 1, and the last without a status + 1; 0 if there is
            // none.
            uint prefix = lastLane(laneBallot(state == TILE_INCLUSIVE_PREFIX));
            uint missing = lastLane(laneBallot(state == TILE_EMPTY));
            if (missing > prefix && spins < chain_spins) {
                spins++;
                continue;
            }
            stuck = missing > prefix;
            if (!reads || lane < missing || lane + 1u < prefix) item = ITEM_IDENTITY;
            ITEM sum = lanesTotal(item);
            after = combine(sum, after);
            if (stuck) end = missing + end - LANE_COUNT;
            else end = prefix > 0u ? 0u : max(end, LANE_COUNT) - LANE_COUNT;
        }
        if (lane == 0u) {
            if (!stuck && tile > 0u && !isWhole(own)) publish(tile, combine(after, own), true, false);
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
        bool reads = t < LOOK_WIDTH && t + end >= LOOK_WIDTH;
        if (reads) {
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
        if (!reads || t < missing || t + 1u < prefix) item = ITEM_IDENTITY;
        ITEM sum = groupReduce(item);
        after = combine(sum, after);
        if (stuck) end = missing + end - LOOK_WIDTH;
        else end = prefix > 0u ? 0u : max(end, LOOK_WIDTH) - LOOK_WIDTH;
    }
    if (t == 0u) {
        if (!stuck && tile > 0u && !isWhole(own)) publish(tile, combine(after, own), true, false);
        look_after = after;
        look_end = end;
        look_stuck = stuck ? 1u : 0u;
    }
    sync();
}
#endif

// Publishes a tile's aggregate. A lane of the last subgroup does so, so that the subgroup that
// looks back does not wait for the fence.
void publishAggregate(uint tile, ITEM own)
{
    if (threadIndex() == GROUP_SIZE - LANE_COUNT) publish(tile, own, tile == 0u || isWhole(own), true);
}

#part look_back
// lookBack: publishes a tile's aggregate, and combines the items of all tiles before it. If a
// predecessor is still empty after chain_spins more polls, the workgroup computes its aggregate
// with the kernel's tileAggregate (decoupled fallback: Smith, Levien and Owens 2025). So the loop
// ends whatever the other workgroups do. Contains barriers.
#include "lib/look_back.glsl#look"
#include "lib/look_at_all.glsl"

// lookBack after publishAggregate, by the tiles before the latest prefix.
ITEM prefixByLooks(uint tile, ITEM own)
{
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

// lookBack after publishAggregate.
ITEM prefixBefore(uint tile, ITEM own)
{
    ITEM before;
    ITEM after;
    if (lookAtAll(tile, tile, before, after)) return before;
    return prefixByLooks(tile, own);
}

ITEM lookBack(uint tile, ITEM own)
{
    publishAggregate(tile, own);
    return prefixBefore(tile, own);
}
