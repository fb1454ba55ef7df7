// SPDX-License-Identifier: MIT
// Merge sort, the first k, keys in runs, and keys of 64 and 128 bits.
#pragma once

#include "jobs.cuh"

#if CUB_VERSION >= 200800
#include <cuda/std/functional>
using Plus = cuda::std::plus<>;
#else
using Plus = cub::Sum;
#endif

// By the lowest bits of the key, as a comparison.
struct LessBits {
    uint32_t mask;
    EITHER bool operator()(uint32_t a, uint32_t b) const { return (a & mask) < (b & mask); }
};

// CUB has one merge sort under its stable and its other names. The check demands that pairs keep their order.
inline Job mergeSortJob(const Cell& c, uint32_t seed)
{
    auto b = sortBuffers(c, seed, false);
    int n = int(c.n);
    LessBits less{maskOf(uint32_t(c.bits))};
    Job j;
    if (c.payload > 0) {
        j.timed.run = scratched([=](void* scratch, size_t& bytes) {
            return cub::DeviceMergeSort::SortPairsCopy(scratch, bytes, b->src.get(), b->srcPlaces.get(), b->keys[0].get(), b->places[0].get(), n, less);
        });
    } else {
        j.timed.run = scratched([=](void* scratch, size_t& bytes) {
            return cub::DeviceMergeSort::StableSortKeysCopy(scratch, bytes, b->src.get(), b->keys[0].get(), n, less);
        });
    }
    finishSort(j, c, b);
    j.bytes = (c.payload > 0 ? 16LL : 8LL) * n;
    return j;
}

// The first keys with their places are in front of a sort of all: what CUB has for a few of them promises no order.
inline Job topKJob(const Cell& c, uint32_t seed)
{
    Job j = sortJob(c, seed);
    j.bytes = 4LL * c.n;
    return j;
}

// Runs of equal keys of a number of items.
struct KeyRuns {
    Words keys;
    uint32_t first, count; // the number of the first run, and how many there are
};

inline KeyRuns keyRuns(uint32_t n, uint32_t seed)
{
    KeyRuns r;
    r.keys = words(n);
    forEach(n, FillRunKeys{r.keys.get(), seed});
    r.first = runOf(seed, 0);
    r.count = runOf(seed, n - 1) - r.first + 1;
    return r;
}

// RunRight checks a run: its key, its sum, or the sums before each of its items. What is not there is not checked.
struct RunRight {
    const uint32_t *in, *runKeys, *sums, *before;
    uint32_t seed, first, n;
    Mistakes found = {};
    __device__ void operator()(size_t r) const
    {
        uint32_t run = first + uint32_t(r);
        uint32_t begin = run == 0 ? 0 : runEnd(seed, run - 1), end = runEnd(seed, run);
        if (end > n) end = n;
        uint32_t sum = 0;
        for (uint32_t i = begin; i < end; i++) {
            if (before) found.unless(before[i] == sum);
            if (in) sum += in[i];
        }
        if (runKeys) found.unless(runKeys[r] == mixed(run));
        if (sums) found.unless(sums[r] == sum);
    }
};

inline std::string checkRuns(const KeyRuns& runs, uint32_t n, uint32_t seed, const uint32_t* in, const uint32_t* runKeys, const uint32_t* sums,
                             const uint32_t* before)
{
    return mistakeText(mistakes(runs.count, RunRight{in, runKeys, sums, before, seed, runs.first, n}), "mistakes in runs");
}

inline std::string checkRunCount(const Words& count, const KeyRuns& runs)
{
    uint32_t have = downloadOne(count.get());
    return have == runs.count ? "" : std::to_string(have) + " runs, want " + std::to_string(runs.count);
}

inline Job reduceByKeyJob(const Cell& c, uint32_t seed)
{
    int n = int(c.n);
    KeyRuns runs = keyRuns(c.n, seed);
    Words src = randomWords(n, seed), dstKeys = words(n), dst = words(n), count = words(1);
    Job j;
    j.bytes = 8LL * (n + runs.count);
    j.timed.run = scratched([=](void* scratch, size_t& bytes) {
        return cub::DeviceReduce::ReduceByKey(scratch, bytes, runs.keys.get(), dstKeys.get(), src.get(), dst.get(), count.get(), Plus{}, n);
    });
    j.check = [=] {
        std::string wrong = checkRunCount(count, runs);
        return wrong.empty() ? checkRuns(runs, n, seed, src.get(), dstKeys.get(), dst.get(), nullptr) : wrong;
    };
    j.result = [=] { return dst.get() + runs.count / 2; };
    return j;
}

inline Job scanByKeyJob(const Cell& c, uint32_t seed)
{
    int n = int(c.n);
    KeyRuns runs = keyRuns(c.n, seed);
    Words src = randomWords(n, seed), dst = words(n);
    Job j;
    j.bytes = 12LL * n;
    j.timed.run = scratched([=](void* scratch, size_t& bytes) {
        return cub::DeviceScan::ExclusiveSumByKey(scratch, bytes, runs.keys.get(), src.get(), dst.get(), n);
    });
    j.check = [=] { return checkRuns(runs, n, seed, src.get(), nullptr, nullptr, dst.get()); };
    j.result = [=] { return dst.get() + n / 2; };
    return j;
}

inline Job uniqueJob(const Cell& c, uint32_t seed)
{
    int n = int(c.n);
    KeyRuns runs = keyRuns(c.n, seed);
    Words dst = words(n), count = words(1);
    Job j;
    j.bytes = 4LL * (n + runs.count);
    j.timed.run = scratched([=](void* scratch, size_t& bytes) {
        return cub::DeviceSelect::Unique(scratch, bytes, runs.keys.get(), dst.get(), count.get(), n);
    });
    j.check = [=] {
        std::string wrong = checkRunCount(count, runs);
        return wrong.empty() ? checkRuns(runs, n, seed, nullptr, dst.get(), nullptr, nullptr) : wrong;
    };
    j.result = [=] { return dst.get() + runs.count / 2; };
    return j;
}

// Keys of several words, the lowest first. With places each key came from its own, and equal keys kept their order.
struct WideInOrder {
    const uint32_t *keys, *places, *in;
    size_t n;
    uint32_t wordsEach;
    Mistakes found = {};
    __device__ void operator()(size_t i) const
    {
        const uint32_t *mine = keys + i * wordsEach, *next = mine + wordsEach;
        if (places) {
            uint32_t from = places[i];
            bool same = from < n;
            for (uint32_t w = 0; same && w < wordsEach; w++) same = in[size_t(from) * wordsEach + w] == mine[w];
            found.unless(same);
        }
        if (i + 1 == n) return;
        uint32_t w = wordsEach - 1;
        while (w > 0 && mine[w] == next[w]) w--;
        found.unless(mine[w] < next[w] || (mine[w] == next[w] && (!places || places[i] < places[i + 1])));
    }
};

struct ChunkWideHash {
    const uint32_t* in;
    size_t n;
    uint32_t wordsEach;
    uint64_t* out = nullptr;
    __device__ void operator()(size_t c) const
    {
        uint64_t sum = 0;
        for (size_t i = c * chunk; i < (c + 1) * chunk && i < n; i++) {
            uint64_t hash = 0;
            for (uint32_t w = 0; w < wordsEach; w++) hash = 0x9E3779B97F4A7C15u * hash + hashOf(in[i * wordsEach + w] ^ uint32_t(hash >> 32));
            sum += hash;
        }
        out[c] = sum;
    }
};

inline uint64_t wideHash(const uint32_t* in, size_t n, uint32_t wordsEach)
{
    uint64_t sum = 0;
    for (uint64_t part : walked(n, ChunkWideHash{in, n, wordsEach})) sum += part;
    return sum;
}

template <class Key> Job wideSortJob(const Cell& c, uint32_t seed)
{
    constexpr uint32_t each = sizeof(Key) / 4;
    int n = int(c.n);
    bool pairs = c.payload > 0;
    Words src = words(size_t(n) * each), dst = words(size_t(n) * each), from, to;
    forEach(n, FillWideKeys{src.get(), seed, each});
    Job j;
    j.bytes = (long long)(sizeof(Key)) * (8 * each + (pairs ? 8 : 0)) * n;
    if (pairs) {
        from = words(n), to = words(n);
        forEach(n, FillIndices{from.get()});
        j.timed.run = scratched([=](void* scratch, size_t& bytes) {
            return cub::DeviceRadixSort::SortPairs(scratch, bytes, as<Key>(src), as<Key>(dst), from.get(), to.get(), n);
        });
    } else {
        j.timed.run = scratched([=](void* scratch, size_t& bytes) {
            return cub::DeviceRadixSort::SortKeys(scratch, bytes, as<Key>(src), as<Key>(dst), n);
        });
    }
    j.check = [=]() -> std::string {
        std::string wrong = mistakeText(mistakes(n, WideInOrder{dst.get(), to.get(), src.get(), size_t(n), each}), "keys are out of place or order");
        if (!wrong.empty() || pairs) return wrong;
        return wideHash(dst.get(), n, each) == wideHash(src.get(), n, each) ? "" : "the keys are not those that went in";
    };
    j.result = [=] { return pairs ? to.get() + n / 2 : dst.get() + size_t(n) / 2 * each; };
    return j;
}
