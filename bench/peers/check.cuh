// SPDX-License-Identifier: MIT
// Whether results are right. Nothing here uses CUB: plain invocations walk 256 items each, and the host joins what they
// found. A check says what is wrong, or nothing.
#pragma once

#include "data.cuh"

#include <algorithm>

constexpr size_t chunk = 256;

inline size_t chunks(size_t n) { return (n + chunk - 1) / chunk; }

// Mistakes counts on the device.
struct Mistakes {
    uint32_t* count = nullptr;
    __device__ void unless(bool right) const
    {
        if (!right) atomicAdd(count, 1u);
    }
};

// mistakes runs f over n items; f has a member of type Mistakes.
template <class F> uint32_t mistakes(size_t n, F f)
{
    Words count = words(1);
    CUDA(cudaMemset(count.get(), 0, 4));
    f.found.count = count.get();
    forEach(n, f);
    return downloadOne(count.get());
}

inline std::string mistakeText(uint32_t wrong, const char* what)
{
    return wrong == 0 ? std::string() : std::to_string(wrong) + " " + what;
}

// walked runs f(chunk) for each chunk of n and downloads the number that it left for each, in f.out.
template <class F> auto walked(size_t n, F f)
{
    using T = std::remove_pointer_t<decltype(f.out)>;
    Words out = words(chunks(n) * sizeof(T) / 4);
    f.out = as<T>(out);
    forEach(chunks(n), f);
    return download(f.out, chunks(n));
}

struct SameWords {
    const uint32_t *got, *want;
    Mistakes found = {};
    __device__ void operator()(size_t i) const { found.unless(got[i] == want[i]); }
};

inline std::string checkSame(const uint32_t* got, const uint32_t* want, size_t n)
{
    return mistakeText(mistakes(n, SameWords{got, want}), "words differ");
}

// Sums.
struct ChunkSum {
    const uint32_t* in;
    size_t n;
    uint32_t* out = nullptr;
    __device__ void operator()(size_t c) const
    {
        uint32_t sum = 0;
        for (size_t i = c * chunk; i < (c + 1) * chunk && i < n; i++) sum += in[i];
        out[c] = sum;
    }
};

struct ChunkScan {
    const uint32_t *got, *in, *before;
    size_t n;
    Mistakes found = {};
    __device__ void operator()(size_t c) const
    {
        uint32_t sum = before[c];
        for (size_t i = c * chunk; i < (c + 1) * chunk && i < n; i++) {
            found.unless(got[i] == sum);
            sum += in[i];
        }
    }
};

// prefixes turns totals into what stands before each, and returns the sum of all.
inline uint32_t prefixes(std::vector<uint32_t>& totals)
{
    uint32_t sum = 0;
    for (uint32_t& t : totals) {
        uint32_t mine = t;
        t = sum;
        sum += mine;
    }
    return sum;
}

inline std::string checkScan(const uint32_t* got, const uint32_t* in, size_t n)
{
    std::vector<uint32_t> totals = walked(n, ChunkSum{in, n});
    prefixes(totals);
    Words before = words(totals.size());
    upload(before.get(), totals);
    return mistakeText(mistakes(chunks(n), ChunkScan{got, in, before.get(), n}), "prefixes are wrong");
}

inline std::string checkSum(const uint32_t* got, const uint32_t* in, size_t n)
{
    std::vector<uint32_t> totals = walked(n, ChunkSum{in, n});
    uint32_t want = prefixes(totals), have = downloadOne(got);
    return have == want ? "" : "the sum is " + std::to_string(have) + ", want " + std::to_string(want);
}

// Compaction: counts of what is kept, then every record at the place that they give it. Keep says of a record's first
// word whether it is kept.
struct NotZero {
    __device__ bool operator()(uint32_t first) const { return first != 0; }
};

template <class Keep> struct ChunkKept {
    const uint32_t* in;
    size_t n, wordsEach;
    uint32_t* out = nullptr;
    __device__ void operator()(size_t c) const
    {
        uint32_t kept = 0;
        for (size_t i = c * chunk; i < (c + 1) * chunk && i < n; i++) kept += Keep{}(in[i * wordsEach]);
        out[c] = kept;
    }
};

template <class Keep> struct ChunkPlaced {
    const uint32_t *got, *in, *before;
    size_t n, wordsEach;
    Mistakes found = {};
    __device__ void operator()(size_t c) const
    {
        size_t to = before[c];
        for (size_t i = c * chunk; i < (c + 1) * chunk && i < n; i++) {
            if (!Keep{}(in[i * wordsEach])) continue;
            for (size_t w = 0; w < wordsEach; w++) found.unless(got[to * wordsEach + w] == in[i * wordsEach + w]);
            to++;
        }
    }
};

template <class Keep> uint32_t keptOf(const uint32_t* in, size_t n, size_t wordsEach)
{
    std::vector<uint32_t> kept = walked(n, ChunkKept<Keep>{in, n, wordsEach});
    return prefixes(kept);
}

template <class Keep> std::string checkCompaction(const uint32_t* got, const uint32_t* count, const uint32_t* in, size_t n, size_t wordsEach)
{
    std::vector<uint32_t> kept = walked(n, ChunkKept<Keep>{in, n, wordsEach});
    uint32_t want = prefixes(kept), have = downloadOne(count);
    if (have != want) return std::to_string(have) + " records kept, want " + std::to_string(want);
    Words before = words(kept.size());
    upload(before.get(), kept);
    return mistakeText(mistakes(chunks(n), ChunkPlaced<Keep>{got, in, before.get(), n, wordsEach}), "words of records differ");
}

// Floats: the values are such that every sum is exact.
struct ChunkFold {
    const float* in;
    size_t n;
    uint32_t channels, channel;
    Operator op;
    float* out = nullptr;
    __device__ void operator()(size_t c) const
    {
        float all = in[c * chunk * channels + channel];
        for (size_t i = c * chunk + 1; i < (c + 1) * chunk && i < n; i++) {
            float v = in[i * channels + channel];
            all = op == Operator::sum ? all + v : op == Operator::min ? fminf(all, v) : fmaxf(all, v);
        }
        out[c] = all;
    }
};

inline std::string checkFold(const float* got, const float* in, size_t n, uint32_t channels, Operator op)
{
    for (uint32_t channel = 0; channel < channels; channel++) {
        std::vector<float> parts = walked(n, ChunkFold{in, n, channels, channel, op});
        double want = parts[0];
        for (size_t c = 1; c < parts.size(); c++)
            want = op == Operator::sum ? want + parts[c] : op == Operator::min ? std::min<double>(want, parts[c]) : std::max<double>(want, parts[c]);
        float have = downloadOne(got + channel);
        if (have != float(want)) return "channel " + std::to_string(channel) + " is " + std::to_string(have) + ", want " + std::to_string(want);
    }
    return "";
}

// Sorted keys: none above the next, and as a multiset those that went in.
struct Descents {
    const uint32_t* keys;
    uint32_t mask;
    Mistakes found = {};
    __device__ void operator()(size_t i) const { found.unless((keys[i] & mask) <= (keys[i + 1] & mask)); }
};

__device__ inline uint64_t hashOf(uint32_t v) { return uint64_t(mixed(v + 0x3C6EF372u)) << 32 | mixed(v ^ 0xDAA66D2Bu); }

struct ChunkHash {
    const uint32_t* in;
    size_t n;
    uint64_t* out = nullptr;
    __device__ void operator()(size_t c) const
    {
        uint64_t sum = 0;
        for (size_t i = c * chunk; i < (c + 1) * chunk && i < n; i++) sum += hashOf(in[i]);
        out[c] = sum;
    }
};

inline uint64_t multisetHash(const uint32_t* in, size_t n)
{
    uint64_t sum = 0;
    for (uint64_t part : walked(n, ChunkHash{in, n})) sum += part;
    return sum;
}

inline uint32_t maskOf(uint32_t bits) { return bits >= 32 ? ~0u : (1u << bits) - 1; }

inline std::string checkKeys(const uint32_t* got, const uint32_t* in, size_t n, uint32_t bits)
{
    if (std::string wrong = mistakeText(mistakes(n - 1, Descents{got, maskOf(bits)}), "keys are above the next"); !wrong.empty()) return wrong;
    return multisetHash(got, n) == multisetHash(in, n) ? "" : "the keys are not those that went in";
}

// Sorted pairs. The payload is each key's place before: each key came from its place, and keys, or else places, rise
// strictly. So no place is there twice, all are there, and equal keys kept their order.
struct PairsInOrder {
    const uint32_t *keys, *places, *in;
    size_t n;
    uint32_t mask;
    Mistakes found = {};
    __device__ void operator()(size_t i) const
    {
        found.unless(places[i] < n && in[places[i]] == keys[i]);
        if (i + 1 == n) return;
        uint32_t mine = keys[i] & mask, next = keys[i + 1] & mask;
        found.unless(mine < next || (mine == next && places[i] < places[i + 1]));
    }
};

inline std::string checkPairs(const uint32_t* keys, const uint32_t* places, const uint32_t* in, size_t n, uint32_t bits)
{
    return mistakeText(mistakes(n, PairsInOrder{keys, places, in, n, maskOf(bits)}), "pairs are out of place or order");
}
