// SPDX-License-Identifier: MIT
// The values of a sample in shared memory, and the choice of one of them as the bound. Needs
// radix/sample.glsl#items, and VALUES, the most values.
#define SHARED_ITEMS (GROUP_SIZE > VALUES ? GROUP_SIZE : VALUES)
shared uint item_word[(KEY_WORDS + 1u) * SHARED_ITEMS];  // places, then indices
shared uint rank_of[VALUES];
shared uint is_last;
shared uint same_rank;  // values of the rank that is chosen

KEY sharedPlace(uint i) { return KEY_OF(item_word[i], item_word[(KEY_WORDS - 1u) * SHARED_ITEMS + i]); }
uint sharedIndex(uint i) { return item_word[KEY_WORDS * SHARED_ITEMS + i]; }
void share(uint i, KEY place, uint index)
{
    for (uint w = 0u; w < KEY_WORDS; w++) item_word[w * SHARED_ITEMS + i] = KEY_WORD(place, w);
    item_word[KEY_WORDS * SHARED_ITEMS + i] = index;
}

// What a slice of the workgroup compares at a time, with all loads first.
#define RANK_STEP (GROUP_SIZE % 128u == 0u ? 8u : GROUP_SIZE % 64u == 0u ? 4u : GROUP_SIZE % 32u == 0u ? 2u : 1u)

// Adds to the rank of each value the number of values before it by place, or of those that have its
// place and are before it by index. Ends with a sync.
void addRanks(uint values, bool by_index)
{
    uint slices = max(GROUP_SIZE / values, 1u);
    uint each = values / slices;  // a multiple of GROUP_SIZE / 16, and so of RANK_STEP
    for (uint i = threadIndex(); i < values * slices; i += GROUP_SIZE) {
        KEY place = sharedPlace(i % values);
        uint index = sharedIndex(i % values);
        uint sum = 0u;
        uint from = i / values * each;
        for (uint j = from; j < from + each; j += RANK_STEP) {
            KEY other[RANK_STEP];
            for (uint c = 0u; c < RANK_STEP; c++) other[c] = sharedPlace(j + c);
            for (uint c = 0u; c < RANK_STEP; c++) {
                bool counts = by_index ? other[c] == place && sharedIndex(j + c) < index : keyLess(other[c], place);
                sum += counts ? 1u : 0u;
            }
        }
        atomicAdd(rank_of[i % values], sum);
    }
    sync();
}

// Writes the value of the highest rank below `rank` as the bound. Returns how many values have that
// rank. Equal values are the same item, so no value may have the rank before. is_last is 1 before
// the first call, and stays above it.
uint writeRank(uint values, uint rank)
{
    uint t = threadIndex();
    for (uint i = t; i < values; i += GROUP_SIZE) {
        if (rank_of[i] < rank) atomicMax(is_last, rank_of[i] + 2u);
    }
    if (t == 0u) same_rank = 0u;
    sync();
    for (uint i = t; i < values; i += GROUP_SIZE) {
        if (rank_of[i] + 2u != is_last) continue;
        bound_low = keyWords(sharedPlace(i)).x;
        bound_high = keyWords(sharedPlace(i)).y;
        bound_index = sharedIndex(i);
        atomicAdd(same_rank, 1u);
    }
    sync();
    return same_rank;
}

// Writes the value of a rank as the bound. Most values have places of their own, and need no
// comparison of indices, which only raises ranks.
void writeBound(uint values, uint rank)
{
    addRanks(values, false);
    if (writeRank(values, rank) == 1u) return;
    addRanks(values, true);
    writeRank(values, rank);
}
