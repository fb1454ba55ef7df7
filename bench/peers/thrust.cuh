// SPDX-License-Identifier: MIT
// The operations that CUB lacks and Thrust has: it is in the same repository and comes with CUDA. A call is made without
// the waits that Thrust can do without, and its temporary memory is that of the call before.
#pragma once

#include "jobs.cuh"

#if CUB_VERSION >= 200700
#include <cub/device/device_merge.cuh>
#endif
#include <thrust/binary_search.h>
#include <thrust/fill.h>
#include <thrust/gather.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/merge.h>
#include <thrust/random.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/set_operations.h>
#include <thrust/shuffle.h>
#include <thrust/system/cuda/execution_policy.h>

#include <cstddef>

// Temporary is Thrust's memory. What a call gives back, a later one gets if it asks for as many bytes, so only the first
// call allocates. All calls are on one stream. Copies of a Temporary share its memory.
class Temporary {
public:
    using value_type = char;

    char* allocate(std::ptrdiff_t bytes)
    {
        for (Block& b : blocks->all)
            if (!b.used && b.bytes == bytes) {
                b.used = true;
                return b.at;
            }
        void* at = nullptr;
        CUDA(cudaMalloc(&at, bytes > 0 ? size_t(bytes) : 1));
        blocks->all.push_back({static_cast<char*>(at), bytes, true});
        return static_cast<char*>(at);
    }

    void deallocate(char* at, size_t)
    {
        for (Block& b : blocks->all)
            if (b.at == at) b.used = false;
    }

private:
    struct Block {
        char* at;
        std::ptrdiff_t bytes;
        bool used;
    };
    struct Blocks {
        std::vector<Block> all;
        ~Blocks()
        {
            for (Block& b : all) cudaFree(b.at);
        }
    };
    std::shared_ptr<Blocks> blocks = std::make_shared<Blocks>();
};

// thrusted makes a call of Thrust's, which takes a policy.
template <class Call> std::function<void()> thrusted(Call call)
{
    auto temporary = std::make_shared<Temporary>();
    return [=] { call(thrust::cuda::par_nosync(*temporary)); };
}

// sortedWords are n words of a stream in order. CUB sorts them, and that is checked.
inline Words sortedWords(uint32_t n, uint32_t seed, uint32_t stream, uint32_t most)
{
    Words drawn = words(n), out = words(n);
    if (n == 0) return out;
    forEach(n, FillBelow{drawn.get(), seed, stream, most});
    scratched([=](void* scratch, size_t& bytes) { return cub::DeviceRadixSort::SortKeys(scratch, bytes, drawn.get(), out.get(), int(n)); })();
    std::string wrong = checkKeys(out.get(), drawn.get(), n, 32);
    if (!wrong.empty()) {
        std::fprintf(stderr, "cub: an input is not in order: %s\n", wrong.c_str());
        std::exit(1);
    }
    return out;
}

// Two sorted arrays of n words together.
struct Halves {
    Words a, b;
    uint32_t na, nb;
};

inline Halves halvesOf(uint32_t n, uint32_t seed, uint32_t most)
{
    return {sortedWords(n / 2, seed, ofWords, most), sortedWords(n - n / 2, seed, ofOthers, most), n / 2, n - n / 2};
}

inline Job mergeJob(const Cell& c, uint32_t seed)
{
    uint32_t n = c.n;
    Halves h = halvesOf(n, seed, 0);
    Words dst = words(n);
    Job j;
    j.bytes = 8LL * n;
#if CUB_VERSION >= 200700
    j.timed.run = scratched([=](void* scratch, size_t& bytes) {
        return cub::DeviceMerge::MergeKeys(scratch, bytes, h.a.get(), int(h.na), h.b.get(), int(h.nb), dst.get());
    });
#else
    j.timed.run = thrusted([=](auto on) { thrust::merge(on, h.a.get(), h.a.get() + h.na, h.b.get(), h.b.get() + h.nb, dst.get()); });
#endif
    j.check = [=]() -> std::string {
        if (std::string wrong = mistakeText(mistakes(n - 1, Descents{dst.get(), ~0u}), "words are above the next"); !wrong.empty()) return wrong;
        uint64_t want = multisetHash(h.a.get(), h.na) + multisetHash(h.b.get(), h.nb);
        return multisetHash(dst.get(), n) == want ? "" : "the words are not those that went in";
    };
    j.result = [=] { return dst.get() + n / 2; };
    return j;
}

// Sets of two sorted arrays in which a word may be several times, as in the standard library.
enum class Set { both, common, first };

// placeIn is how many of n sorted words come before v, or do not come after it.
__device__ inline uint32_t placeIn(const uint32_t* sorted, uint32_t n, uint32_t v, bool after)
{
    uint32_t begin = 0, end = n;
    while (begin < end) {
        uint32_t middle = begin + (end - begin) / 2;
        if (sorted[middle] < v || (after && sorted[middle] == v)) begin = middle + 1;
        else end = middle;
    }
    return begin;
}

// SetRight checks how often each word is in the result, and adds up how often it should be there.
struct SetRight {
    Set what;
    const uint32_t *got, *a, *b;
    uint32_t size, na, nb;
    uint32_t* total;
    Mistakes found = {};
    __device__ static uint32_t times(const uint32_t* in, uint32_t n, uint32_t v) { return placeIn(in, n, v, true) - placeIn(in, n, v, false); }
    __device__ void operator()(size_t i) const
    {
        bool ofA = i < na;
        const uint32_t* mine = ofA ? a : b;
        size_t at = ofA ? i : i - na;
        uint32_t v = mine[at];
        if (at > 0 && mine[at - 1] == v) return;
        uint32_t m = times(a, na, v), k = times(b, nb, v);
        if (!ofA && m > 0) return; // it was counted with a
        uint32_t want = what == Set::both ? (m > k ? m : k) : what == Set::common ? (m < k ? m : k) : (m > k ? m - k : 0);
        found.unless(times(got, size, v) == want);
        atomicAdd(total, want);
    }
};

// Thrust returns the end of the result to the host, and waits for it. At least leastOfSets items, so that no result is empty.
constexpr uint32_t leastOfSets = 64;

inline Job setJob(const Cell& c, uint32_t seed, Set what)
{
    uint32_t n = c.n;
    Halves h = halvesOf(n, seed, n);
    Words dst = words(n);
    auto size = std::make_shared<size_t>(0);
    Job j;
    j.timed.waits = true;
    j.timed.run = thrusted([=](auto on) {
        const uint32_t *a = h.a.get(), *b = h.b.get();
        uint32_t* end = nullptr;
        switch (what) {
        case Set::both: end = thrust::set_union(on, a, a + h.na, b, b + h.nb, dst.get()); break;
        case Set::common: end = thrust::set_intersection(on, a, a + h.na, b, b + h.nb, dst.get()); break;
        case Set::first: end = thrust::set_difference(on, a, a + h.na, b, b + h.nb, dst.get()); break;
        }
        *size = size_t(end - dst.get());
    });
    j.check = [=]() -> std::string {
        uint32_t have = uint32_t(*size);
        if (*size > n || have == 0) return std::to_string(*size) + " words in the set";
        if (std::string wrong = mistakeText(mistakes(have - 1, Descents{dst.get(), ~0u}), "words are above the next"); !wrong.empty()) return wrong;
        Words total = words(1);
        CUDA(cudaMemset(total.get(), 0, 4));
        uint32_t wrong = mistakes(n, SetRight{what, dst.get(), h.a.get(), h.b.get(), have, h.na, h.nb, total.get()});
        if (wrong > 0) return mistakeText(wrong, "words are there too often or too seldom");
        uint32_t want = downloadOne(total.get());
        return have == want ? "" : std::to_string(have) + " words in the set, want " + std::to_string(want);
    };
    j.result = [=] { return dst.get() + *size / 2; };
    return j;
}

// The place of each query: all before it come before, and none from it on does.
struct BoundRight {
    const uint32_t *got, *sorted, *queries;
    uint32_t n;
    bool after;
    Mistakes found = {};
    __device__ bool comesBefore(uint32_t v, uint32_t query) const { return v < query || (after && v == query); }
    __device__ void operator()(size_t i) const
    {
        uint32_t place = got[i], query = queries[i];
        found.unless(place <= n && (place == 0 || comesBefore(sorted[place - 1], query)) && (place == n || !comesBefore(sorted[place], query)));
    }
};

inline Job boundJob(const Cell& c, uint32_t seed, bool after)
{
    uint32_t n = c.n;
    Words sorted = sortedWords(n, seed, ofWords, 0), queries = words(n), dst = words(n);
    forEach(n, FillBelow{queries.get(), seed, ofOthers, 0});
    Job j;
    j.bytes = 12LL * n;
    j.timed.run = thrusted([=](auto on) {
        const uint32_t *in = sorted.get(), *q = queries.get();
        if (after) thrust::upper_bound(on, in, in + n, q, q + n, dst.get());
        else thrust::lower_bound(on, in, in + n, q, q + n, dst.get());
    });
    j.check = [=] { return mistakeText(mistakes(n, BoundRight{dst.get(), sorted.get(), queries.get(), n, after}), "places are wrong"); };
    j.result = [=] { return dst.get() + n / 2; };
    return j;
}

// Decoding runs of three: the number of each run at its start, the largest so far, and its value.
struct Latest {
    EITHER uint32_t operator()(uint32_t a, uint32_t b) const { return a > b ? a : b; }
};

struct FillStarts {
    uint32_t* out;
    uint32_t length;
    __device__ void operator()(size_t i) const { out[i] = uint32_t(i) * length; }
};

struct RightDecoded {
    const uint32_t* got;
    uint32_t length;
    Mistakes found = {};
    __device__ void operator()(size_t i) const { found.unless(got[i] == uint32_t(i) / length); }
};

inline Job decodeJob(const Cell& c, uint32_t)
{
    constexpr uint32_t length = 3;
    uint32_t n = c.n, runs = (n + length - 1) / length;
    Words values = words(runs), starts = words(runs), index = words(n), dst = words(n);
    forEach(runs, FillIndices{values.get()});
    forEach(runs, FillStarts{starts.get(), length});
    Job j;
    j.bytes = 4LL * (n + 2 * runs);
    j.timed.run = thrusted([=](auto on) {
        thrust::counting_iterator<uint32_t> numbers(0);
        uint32_t* at = index.get();
        thrust::fill(on, at, at + n, 0u);
        thrust::scatter(on, numbers, numbers + runs, starts.get(), at);
        thrust::inclusive_scan(on, at, at + n, at, Latest{});
        thrust::gather(on, at, at + n, values.get(), dst.get());
    });
    j.check = [=] { return mistakeText(mistakes(n, RightDecoded{dst.get(), length}), "words are wrong"); };
    j.result = [=] { return dst.get() + n / 2; };
    return j;
}

// A shuffle: the same numbers, most of them elsewhere.
struct Moved {
    const uint32_t* got;
    Mistakes found = {};
    __device__ void operator()(size_t i) const { found.unless(got[i] != i); }
};

inline Job shuffleJob(const Cell& c, uint32_t seed)
{
    constexpr uint32_t least = 64; // of fewer items half may stay where they are
    uint32_t n = c.n;
    Words src = words(n), dst = words(n);
    forEach(n, FillIndices{src.get()});
    Job j;
    j.bytes = 8LL * n;
    j.timed.run = thrusted([=](auto on) {
        thrust::default_random_engine random(seed);
        thrust::shuffle_copy(on, src.get(), src.get() + n, dst.get(), random);
    });
    j.check = [=]() -> std::string {
        if (multisetHash(dst.get(), n) != multisetHash(src.get(), n)) return "the numbers are not those that went in";
        uint32_t stay = mistakes(n, Moved{dst.get()});
        return n >= least && 2 * stay > n ? std::to_string(stay) + " numbers are where they were" : std::string();
    };
    j.result = [=] { return dst.get() + n / 2; };
    return j;
}
