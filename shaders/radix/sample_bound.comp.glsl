// SPDX-License-Identifier: MIT
// Takes a sample of the keys and makes a bound of it: hardly ever do fewer than k items come before
// the bound, and not many more do. Each value is the first of many items of the sample. The last
// workgroup to finish takes the value of a rank as the bound. No workgroup waits for another.
// Grid: some workgroups, all of them needed. Reads: Keys, Count. Writes: Fault. Both: Sample,
// Items.
// CPU twin: boundOf of sample_bound_test.go.
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/lanes.glsl#base"
#define SHARED_STATE coherent
#include "radix/sample.glsl#items"
#include "radix/sample.glsl#hash"

layout(local_size_x = GROUP_SIZE) in;
uniform uint groups;
uniform uint k_wanted;
uniform uint rank_most;  // the largest rank; smaller in tests of a bound that is too low

#define GROUP_VALUES (GROUP_SIZE / JOINED)
#include "radix/sample_ranks.glsl"

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
            KEY place = orderBits(key[s]);
            if (before(place, at[s], first, first_index)) {
                first = place;
                first_index = at[s];
            }
        }
    }
}

// The rank of the bound among the values. A value comes before item k - 1 if one of its items does.
// That is five standard deviations and six values more than expected. (1 - share)^items is
// at least exp(-items * share / (1 - share)).
uint rankOf(uint n, uint values, uint rounds)
{
    float share = float(max(min(k_wanted, n), 1u) - 1u) / float(max(n, 1u));
    float items = float(groups * GROUP_SIZE / values * SAMPLES * rounds);
    float chance = 1.0 - exp(-items * share / (1.0 - share));
    float mean = float(values) * chance;
    return uint(ceil(mean + 5.0 * sqrt(mean * (1.0 - chance)) + 6.0));
}

void main()
{
    uint n = itemCount();
    uint t = threadIndex();
    uint rounds = clamp(n / ROUND_ITEMS, n < TWICE_ITEMS ? 1u : 2u, MOST_ROUNDS);
    if (workgroupIndex() == 0u && t == 0u) checkCount();
    KEY first;
    uint first_index;
    takeSample(n, rounds, first, first_index);
    share(t, first, first_index);
    sync();
    if (t < GROUP_VALUES) {
        for (uint j = 1u; j < JOINED; j++) {
            uint i = j * GROUP_VALUES + t;
            if (before(sharedPlace(i), sharedIndex(i), first, first_index)) {
                first = sharedPlace(i);
                first_index = sharedIndex(i);
            }
        }
        putItem(workgroupIndex() * GROUP_VALUES + t, first, first_index);
    }
    memoryBarrierBuffer();
    sync();
    if (t == 0u) is_last = atomicAdd(finished, 1u) == groups - 1u ? 1u : 0u;
    sync();
    if (is_last == 0u) return;

    // The last workgroup joins the values once more.
    memoryBarrierBuffer();
    uint all = groups * GROUP_VALUES;
    uint values = min(all, VALUES);
    for (uint v = t; v < values; v += GROUP_SIZE) {
        KEY place[JOINED];
        uint index[JOINED];
        for (uint j = 0u; j < JOINED; j++) {
            uint i = min(v + j * values, all - values + v);
            place[j] = itemKey(i);
            index[j] = itemIndex(i);
        }
        for (uint j = 1u; j < JOINED; j++) {
            if (before(place[j], index[j], place[0], index[0])) {
                place[0] = place[j];
                index[0] = index[j];
            }
        }
        share(v, place[0], index[0]);
        rank_of[v] = 0u;
    }
    uint rank = min(rankOf(n, values, rounds), rank_most);
    if (t == 0u) {
        wanted = min(k_wanted, n);
        found = 0u;
        finished = 0u;
    }
    sync();
    if (rank <= values) writeBound(values, rank);
    else if (t == 0u) {
        bound_low = part_low;
        bound_high = part_high;
        bound_index = 0xFFFFFFFFu;
    }
}
