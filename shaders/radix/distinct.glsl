// SPDX-License-Identifier: MIT
// The distinct keys of a sort, if they are few, and the passes that a sort of them needs.
//
// A pass decides the order of two keys if its digit is the highest in which they differ. Every
// later pass has both in one digit, and keeps their order. A pass that decides for no two keys is
// not needed. Of 16 random values of 32 bits, a sort mostly needs one or two passes of four.
//
// A key is held as its bits that are sorted by, exclusive or those of the first key. So 0 is always
// among them, and can mark an empty slot too. A workgroup collects its keys in shared memory. If
// every workgroup has few, the last to end has those of all. It changes the totals of the passes
// that are not needed, so that these copy their items or do nothing.
//
// The kernel defines keyBits, state, state_begin, first_bit, bit_count, workers and digit_total.
// Contains barriers: call the functions from uniform control flow.

#part pairs
// DISTINCT: keys of two words are not collected.
void clearDistinct(KEY first) {}
void sampleDistinct(KEY key) {}
void judgeSample(KEY key) {}
void collectDistinct(KEY key[ITEMS_PER_THREAD]) {}
void endDistinct(uint passes, uint n) {}

#part words
// DISTINCT: keys of a word.
#define DISTINCT_SLOTS (1u << DISTINCT_BITS)
#define DISTINCT_PROBES 8u  // of a key; one that finds no slot makes the keys many
#define DISTINCT_MOST 128u  // keys of which all pairs are compared

// The words of a half of State behind the totals.
#define STATE_DISTINCT (MAX_PASSES * RADIX)
#define STATE_MANY (STATE_DISTINCT + DISTINCT_SLOTS)
#define STATE_ARRIVED (STATE_MANY + 1u)  // workgroups with few keys

uniform uint skips_pairs;  // 1 if two passes that follow each other may do nothing

shared uint distinct_slots[DISTINCT_SLOTS];
shared uint distinct_many;   // 1 if the keys are not few
shared uint distinct_count;  // of the workgroup, then of all
shared uint distinct_lost;   // keys of the sample that lost their slot
shared uint distinct_last;   // 1 in the last workgroup, if all have few
shared uint passes_needed;   // a bit for each

uint first_number;

uint numberBits(KEY key) { return keyBits(key, first_bit) & 0xFFFFFFFFu >> (32u - bit_count); }
uint distinctOf(KEY key) { return numberBits(key) ^ first_number; }
uint slotOf(uint x, uint probe) { return (x * 0x9E3779B1u >> (32u - DISTINCT_BITS)) + probe & (DISTINCT_SLOTS - 1u); }

// A sync must follow.
void clearDistinct(KEY first)
{
    first_number = numberBits(first);
    for (uint i = threadIndex(); i < DISTINCT_SLOTS; i += GROUP_SIZE) distinct_slots[i] = 0u;
    if (threadIndex() == 0u) {
        distinct_many = 0u;
        distinct_count = 0u;
        distinct_lost = 0u;
        passes_needed = 0u;
    }
}

// A key of each invocation decides whether any are collected. All write to a slot for four
// invocations. Three of four random keys lose it to another, and hardly one of 16 different keys.
uint sampleSlot(uint x) { return slotOf(x, 0u) % (GROUP_SIZE / 4u); }
void sampleDistinct(KEY key)
{
    uint x = distinctOf(key);
    distinct_slots[sampleSlot(x)] = x;
}

// Counts the keys that lost their slot. Of few distinct keys hardly any do. So if more than half of
// the sample did, there are many, and none are collected. If not, the slots are cleared for what is
// collected. Each invocation sets distinct_many before it reads it, so no sync follows that.
void judgeSample(KEY key)
{
    uint x = distinctOf(key);
    sync();
    if (distinct_slots[sampleSlot(x)] != x) atomicAdd(distinct_lost, 1u);
    sync();
    if (distinct_lost > GROUP_SIZE / 2u) {
        distinct_many = 1u;
    } else {
        for (uint i = threadIndex(); i < GROUP_SIZE / 4u; i += GROUP_SIZE) distinct_slots[i] = 0u;
        sync();
    }
}

bool addDistinct(uint x)
{
    for (uint p = 0u; p < DISTINCT_PROBES; p++) {
        uint before = atomicCompSwap(distinct_slots[slotOf(x, p)], 0u, x);
        if (before == x) return true;
        if (before == 0u) return x == 0u || atomicAdd(distinct_count, 1u) < DISTINCT_MOST;
    }
    return x == 0u;
}

void collectDistinct(KEY key[ITEMS_PER_THREAD])
{
    if (distinct_many == 0u) {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint x = distinctOf(key[k]);
            if (distinct_slots[slotOf(x, 0u)] != x && distinct_many == 0u && !addDistinct(x)) distinct_many = 1u;
        }
    }
}

bool addToAll(uint x)
{
    for (uint p = 0u; p < DISTINCT_PROBES; p++) {
        uint at = state_begin + STATE_DISTINCT + slotOf(x, p);
        uint before = state[at];
        if (before == 0u) before = atomicCompSwap(state[at], 0u, x);
        if (before == 0u || before == x) return true;
    }
    return false;
}

// Lists the keys of all workgroups in digit_total, 0 first, and sets a bit for each pass that
// decides for two of them.
void findPasses()
{
    if (threadIndex() == 0u) {
        digit_total[0] = 0u;
        distinct_count = 1u;
    }
    sync();
    for (uint i = threadIndex(); i < DISTINCT_SLOTS; i += GROUP_SIZE) {
        uint x = state[state_begin + STATE_DISTINCT + i];
        if (x == 0u) continue;
        uint at = atomicAdd(distinct_count, 1u);
        if (at < DISTINCT_MOST) digit_total[at] = x;
    }
    sync();
    uint count = min(distinct_count, DISTINCT_MOST);
    uint needed = distinct_count > DISTINCT_MOST ? 0xFFFFFFFFu : 0u;
    for (uint q = threadIndex(); q < count * count; q += GROUP_SIZE) {
        uint differing = digit_total[q / count] ^ digit_total[q % count];
        if (differing != 0u) needed |= 1u << uint(findMSB(differing)) / RADIX_BITS;
    }
    if (needed != 0u) atomicOr(passes_needed, needed);
    sync();
}

// Writes the totals of the passes that are not needed. One that copies has all items in digit 0, as
// it would have by itself. One that does nothing has all items in digit 0 and all in digit 1. Of
// two that follow each other, the second one moves the items to where they were before the first,
// unless that is the first of the sort, which reads the source.
void skipPasses(uint passes, uint n)
{
    uint needed = passes_needed;
    bool second = false;
    for (uint p = 0u; p < passes; p++) {
        bool skips = (needed >> p & 1u) == 0u;
        bool first = skips_pairs != 0u && skips && !second && p > 0u && p + 1u < passes && (needed >> (p + 1u) & 1u) == 0u;
        for (uint d = threadIndex(); skips && d < RADIX; d += GROUP_SIZE) {
            state[state_begin + p * RADIX + d] = d == 0u || d == 1u && (first || second) ? n : 0u;
        }
        second = first;
    }
}

// To be called after a workgroup has added its totals.
void endDistinct(uint passes, uint n)
{
    sync();
    if (distinct_many == 0u) {
        for (uint i = threadIndex(); i < DISTINCT_SLOTS; i += GROUP_SIZE) {
            uint x = distinct_slots[i];
            if (x != 0u && !addToAll(x)) state[state_begin + STATE_MANY] = 1u;
        }
        memoryBarrierBuffer();
        sync();
        if (threadIndex() == 0u) {
            bool last = atomicAdd(state[state_begin + STATE_ARRIVED], 1u) + 1u == workers;
            memoryBarrierBuffer();
            distinct_last = uint(last && state[state_begin + STATE_MANY] == 0u);
        }
        sync();
        if (distinct_last != 0u) {
            memoryBarrierBuffer();
            findPasses();
            skipPasses(passes, n);
        }
    }
}
