// SPDX-License-Identifier: MIT
// Sorts items in one dispatch, without a word from one workgroup to another. Each workgroup sorts
// the same sample and takes two splitters from it. It then reads all keys, copies the items between
// its splitters to shared memory, counts those before, sorts what it has and writes it. An item is
// a key with its index, and no two are equal, so equal keys are split as any others. If the sample
// was bad and a workgroup has more items than fit, it sorts them in parts.
//
// Grid: as many workgroups as have a few hundred items each. Reads: Keys, Count, the payload.
// Writes: DstKeys, its payload, Fault. The destination must not be the source.
// CPU twin: sort.SliceStable by the bit range, see split_test.go. Source: sample sort (Frazer and
// McKellar 1970; Leischner, Osipov and Sanders 2010).
#include "lib/fault.glsl"
#include "radix/keys.glsl#digit_each"
#include <PUT>
#include <PAYLOAD>
#include "lib/unroll.glsl"
#include "radix/split_sort.glsl"

layout(local_size_x = GROUP_SIZE) in;

#define SAMPLE min(GROUP_SIZE, SAMPLE_MOST)

shared uint found;   // items between the splitters
shared uint before;  // items before them

// Copies the items from low on and before high to shared memory, as far as they fit. Counts them
// and those before low, and notes their extremes. Contains barriers, the first thing too. With
// READ_TURNS the workgroups read the keys in different orders, and so not all of them wait for the
// same words.
void collect(uint n, ITEM low, ITEM high)
{
    sync();
    if (threadIndex() == 0u) {
        found = 0u;
        before = 0u;
        clearExtremes();
    }
    sync();
    uint less = 0u;
    ITEM least = ITEM(0xFFFFFFFFu);
    ITEM greatest = ITEM(0u);
    uint chunks = (n - 1u) / (READ_EACH * GROUP_SIZE) + 1u;
    uint chunk = READ_TURNS * gl_WorkGroupID.x % chunks;
    uint flip = READ_TURNS * gl_WorkGroupID.x / chunks % READ_EACH;
    for (uint c = 0u; c < chunks; c++) {
        uint first = chunk * (READ_EACH * GROUP_SIZE) + threadIndex();
        chunk = chunk + 1u == chunks ? 0u : chunk + 1u;
        if (first >= n) continue;
        KEY number[READ_EACH];
        for (uint k = 0u; k < READ_EACH; k++) number[k] = wholeNumber(keyAt(min(first + (k ^ flip) * GROUP_SIZE, n - 1u)));
        uint below = 0u;
        uint inside = 0u;  // or equal to an end in the number
        for (uint k = 0u; k < READ_EACH; k++) {
            below |= (keyLess(number[k], numberIn(low)) ? 1u : 0u) << k;
            inside |= (isBetween(number[k], low, high) ? 1u : 0u) << k;
        }
        uint rows = (n - first - 1u) / GROUP_SIZE + 1u;
        uint here = rows < READ_EACH ? 0u : (1u << READ_EACH) - 1u;
        for (uint k = 0u; k < READ_EACH && rows < READ_EACH; k++) here |= ((k ^ flip) < rows ? 1u : 0u) << k;
        less += uint(bitCount(below & here));
        for (inside &= here; inside != 0u; inside &= inside - 1u) {
            uint i = first + (uint(findLSB(inside)) ^ flip) * GROUP_SIZE;
            ITEM item = ITEM(i, wholeNumber(keyAt(i)));
            if (itemLess(item, low)) {
                less++;
            } else if (itemLess(item, high)) {
                least = min(least, item);
                greatest = max(greatest, item);
                uint at = atomicAdd(found, 1u);
                if (at < TILE_SIZE) setItem(at, item);
            }
        }
    }
    less = subgroupAdd(less);
    if (laneIndex() == 0u) atomicAdd(before, less);
    noteExtremes(least, greatest);
    sync();
}

// Takes a random item of each part of the keys, and returns how many. Contains a barrier.
uint takeSample(uint n)
{
    uint t = threadIndex();
    if (t == 0u) clearExtremes();
    sync();
    uint sampled = min(SAMPLE, n);
    uint part = min(t, sampled - 1u);
    uint i = part * n / sampled + (part * 0x9E3779B9u >> 8) % (n / sampled);
    ITEM item = ITEM(i, wholeNumber(keyAt(i)));
    if (t < sampled) setItem(t, item);
    noteExtremes(item, item);
    return sampled;
}

void main()
{
    uint n = itemCount();
    uint w = gl_WorkGroupID.x;
    uint groups = gl_NumWorkGroups.x;
    uint t = threadIndex();
    if (w == 0u && t == 0u) checkCount();
    if (n == 0u) return;
    uint sampled = takeSample(n);
    sortItems(sampled);
    ITEM low = w == 0u ? ITEM(0u) : itemIn(w * sampled / groups);
    ITEM end = w + 1u == groups ? ITEM(0xFFFFFFFFu) : itemIn((w + 1u) * sampled / groups);
    ITEM high = end;
    while (itemLess(low, end)) {
        collect(n, low, high);
        sortItems(min(found, TILE_SIZE));
        if (found > TILE_SIZE) {  // sort those before one in the middle first
            high = itemIn(TILE_SIZE / 2u);
            continue;
        }
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint at = k * GROUP_SIZE + t;
            if (at < found) {
                ITEM item = itemIn(at);
                putKey(before + at, keyOf(item));
                if (HAS_PAYLOAD) putPayload(before + at, payloadAt(item.x));
            }
        }
        low = high;
        high = end;
    }
}
