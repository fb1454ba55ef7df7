// SPDX-License-Identifier: MIT
// Takes a sample of the keys and makes a bound of it: hardly ever do fewer than k items come before
// the bound, and not many more do. Each value is the first of many items of the sample. The last
// workgroup to finish takes the value of a rank as the bound. No workgroup waits for another.
// Grid: some workgroups, all of them needed. Reads: Keys, Count. Writes: Fault. Both: Sample, Items.
// CPU twin: rankOf in sample_test.go.
#include "lib/item.glsl#sum"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/group.glsl#scan"
#define SHARED_STATE coherent
#include "radix/sample.glsl#items"
#include "radix/sample.glsl#cut"

layout(local_size_x = GROUP_SIZE) in;
uniform uint groups;
uniform uint k_wanted;
uniform uint rank_most;  // the largest rank; smaller in tests of a bound that is too low

#define GROUP_VALUES (GROUP_SIZE / JOINED)
shared uint joined[(KEY_WORDS + 1u) * GROUP_SIZE];
shared uint is_last;
KEY value[VALUES];
uint value_index[VALUES];

void countDigits()
{
    for (uint v = 0u; v < VALUES; v++) {
        if (v * GROUP_SIZE + threadIndex() < groups * GROUP_VALUES) countDigit(value[v], value_index[v]);
    }
}

// A number of 32 bits that looks random (Jarzynski and Olano 2020, pcg).
uint hash(uint v)
{
    uint state = v * 747796405u + 2891336453u;
    uint word = ((state >> ((state >> 28) + 4u)) ^ state) * 277803737u;
    return (word >> 22) ^ word;
}

// The first item of this invocation's part of the sample.
void takeSample(uint n, uint rounds, out KEY first, out uint first_index)
{
    first = KEY(0xFFFFFFFFu);
    first_index = 0xFFFFFFFFu;
    for (uint r = 0u; r < rounds; r++) {
        KEY key[SAMPLES];
        uint at[SAMPLES];
        for (uint s = 0u; s < SAMPLES; s++) {
            uint low;
            umulExtended(hash(((r * SAMPLES + s) * groups + workgroupIndex()) * GROUP_SIZE + threadIndex()), n, at[s], low);
            key[s] = keyAt(at[s]);
        }
        for (uint s = 0u; s < SAMPLES; s++) {
            KEY place = placeOf(key[s]);
            if (before(place, at[s], first, first_index)) {
                first = place;
                first_index = at[s];
            }
        }
    }
}

// The rank of the bound among the values. A value comes before item k - 1 if one of its items does:
// at most that often. Five standard deviations and six more than expected.
uint rankOf(uint n, uint rounds)
{
    float values = float(groups * GROUP_VALUES);
    float share = min(float(max(min(k_wanted, n), 1u) - 1u) / float(max(n, 1u)) * float(SAMPLES * JOINED * rounds), 1.0);
    return uint(ceil(values * share + 5.0 * sqrt(values * share * (1.0 - share)) + 6.0));
}

void main()
{
    uint n = itemCount();
    uint t = threadIndex();
    uint rounds = clamp(n / ROUND_ITEMS, 1u, MOST_ROUNDS);
    if (workgroupIndex() == 0u && t == 0u) checkCount();
    KEY first;
    uint first_index;
    takeSample(n, rounds, first, first_index);
    for (uint w = 0u; w < KEY_WORDS; w++) joined[w * GROUP_SIZE + t] = KEY_WORD(first, w);
    joined[KEY_WORDS * GROUP_SIZE + t] = first_index;
    sync();
    if (t < GROUP_VALUES) {
        for (uint j = 1u; j < JOINED; j++) {
            uint i = j * GROUP_VALUES + t;
            KEY place = KEY_OF(joined[i], joined[(KEY_WORDS - 1u) * GROUP_SIZE + i]);
            uint index = joined[KEY_WORDS * GROUP_SIZE + i];
            if (before(place, index, first, first_index)) {
                first = place;
                first_index = index;
            }
        }
        putItem(workgroupIndex() * GROUP_VALUES + t, first, first_index);
    }
    memoryBarrierBuffer();
    sync();
    if (t == 0u) is_last = atomicAdd(finished, 1u) == groups - 1u ? 1u : 0u;
    sync();
    if (is_last != 0u) {
        memoryBarrierBuffer();
        uint all = groups * GROUP_VALUES;
        for (uint v = 0u; v < VALUES; v++) {
            uint i = min(v * GROUP_SIZE + t, all - 1u);
            value[v] = itemKey(i);
            value_index[v] = itemIndex(i);
        }
        uint rank = min(rankOf(n, rounds), rank_most);
        KEY place = KEY_OF(part_low, part_high);
        uint index = 0xFFFFFFFFu;
        if (rank <= all) {
            cutFirst(all, rank, bitsOf(part_low, part_high));
            place = cut_place | (place & ~cut_mask);
            index = cut_index | ~cut_index_mask;
        }
        if (t == 0u) {
            bound_low = keyWords(place).x;
            bound_high = keyWords(place).y;
            bound_index = index;
            wanted = min(k_wanted, n);
            found = 0u;
            finished = 0u;
        }
    }
}
