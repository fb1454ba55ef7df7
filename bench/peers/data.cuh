// SPDX-License-Identifier: MIT
// The inputs, word for word those of bench: every word follows from the seed and its index alone. README.md has the same
// as formulas.
#pragma once

#include "device.cuh"

#include <algorithm>
#include <string>

#define EITHER __host__ __device__ inline

// mixed is a bijection of the words that looks random.
EITHER uint32_t mixed(uint32_t x)
{
    x = (x ^ x >> 16) * 0x7FEB352Du;
    x = (x ^ x >> 15) * 0x846CA68Bu;
    return x ^ x >> 16;
}

// draw is word i of a stream of random ones.
EITHER uint32_t draw(uint32_t seed, uint32_t stream, uint32_t i)
{
    uint32_t s = mixed(seed + 0x9E3779B9u * stream);
    return mixed(i * 2654435761u ^ s) ^ mixed(i + s);
}

enum Stream : uint32_t { ofWords = 1, ofKept = 2, ofKeys = 3, ofFew = 6, ofFloats = 7, ofCuts = 8, ofStrands = 9, ofOthers = 10 };

// Keeping is how what is kept lies among the rest.
enum class Keeping { uniform, clustered, alternating };
const std::vector<std::string> keepingNames = {"uniform", "clustered", "alternating"};

// Ordering is how keys are distributed.
enum class Ordering { uniform, entropy, sorted, reversed, few, constant };
const std::vector<std::string> orderingNames = {"uniform", "entropy", "sorted", "reversed", "few", "constant"};

constexpr uint32_t stretch = 2048; // items of a cluster and of the gap behind it, on average

EITHER uint32_t cut(uint32_t seed, uint32_t k) { return k * stretch + draw(seed, ofCuts, k) % stretch; }

// keeps says whether item i is kept where kept per cent are.
EITHER bool keeps(uint32_t seed, Keeping how, uint32_t i, uint32_t kept)
{
    switch (how) {
    case Keeping::uniform:
        return uint64_t(draw(seed, ofKept, i)) * 100 >> 32 < kept;
    case Keeping::clustered: {
        uint32_t k = i / stretch;
        uint32_t end = cut(seed, k), begin = k == 0 ? 0 : cut(seed, k - 1);
        if (i >= end) {
            begin = end;
            end = cut(seed, k + 1);
        }
        return (i - begin) * 100 < kept * (end - begin);
    }
    case Keeping::alternating:
        return uint64_t(i + 1) * kept / 100 != uint64_t(i) * kept / 100;
    }
    return false;
}

// keyAt is key i of n of which the lowest bits count.
EITHER uint32_t keyAt(uint32_t seed, Ordering how, uint32_t i, uint32_t n, uint32_t bits)
{
    uint32_t r = draw(seed, ofKeys, i);
    switch (how) {
    case Ordering::uniform: return r;
    case Ordering::entropy: return r & draw(seed, ofKeys + 1, i) & draw(seed, ofKeys + 2, i);
    case Ordering::sorted: return uint32_t((uint64_t(i) << bits) / n);
    case Ordering::reversed: return uint32_t((uint64_t(n - 1 - i) << bits) / n);
    case Ordering::few: return draw(seed, ofFew, r >> 28);
    case Ordering::constant: return 0xABABABABu;
    }
    return 0;
}

// recordWord is word w of record i that is kept. Word 0 is never 0.
EITHER uint32_t recordWord(uint32_t seed, uint32_t i, uint32_t w)
{
    uint32_t first = mixed(i + 1 + (seed & 0x3FFFFFFFu));
    return w == 0 ? first : mixed(first + w);
}

// Runs of equal keys: runItems items on average, 1 to 2*runItems-1 each; run 0 may have none.
constexpr uint32_t runItems = 8;

// runEnd is where a run ends, if there are so many items.
EITHER uint32_t runEnd(uint32_t seed, uint32_t run) { return run * runItems + draw(seed, ofOthers, run) % runItems; }

EITHER uint32_t runOf(uint32_t seed, uint32_t i)
{
    uint32_t k = i / runItems;
    return i < runEnd(seed, k) ? k : k + 1;
}

// below is a draw, less than most where that is not 0.
EITHER uint32_t below(uint32_t drawn, uint32_t most) { return most == 0 ? drawn : drawn % most; }

// Operator is what a reduction of floats finds.
enum class Operator { sum, min, max };
const std::vector<std::string> operatorNames = {"sum", "min", "max"};

// floatAt is float i of all: whole numbers from -3 to 3, of which every sum on the way is exact whatever its order, so
// that one item left out shows. The least and the largest are in the last item, where tails get lost.
EITHER float floatAt(uint32_t seed, Operator op, uint32_t i, uint32_t all, uint32_t channels)
{
    int channel = int(i + channels - all);
    if (op != Operator::sum && channel >= 0) return float(op == Operator::min ? -10 - channel : 10 + channel);
    return float(int(draw(seed, ofFloats, i) % 7) - 3);
}

// The words of an input, as what forEach takes.
struct FillWords {
    uint32_t* out;
    uint32_t seed;
    EITHER void operator()(size_t i) const { out[i] = draw(seed, ofWords, uint32_t(i)); }
};

// Words of a stream, below most where that is not 0.
struct FillBelow {
    uint32_t* out;
    uint32_t seed, stream, most;
    EITHER void operator()(size_t i) const { out[i] = below(draw(seed, stream, uint32_t(i)), most); }
};

struct FillRunKeys {
    uint32_t* out;
    uint32_t seed;
    EITHER void operator()(size_t i) const { out[i] = mixed(runOf(seed, uint32_t(i))); }
};

// Keys of several words, the lowest first.
struct FillWideKeys {
    uint32_t* out;
    uint32_t seed, wordsEach;
    EITHER void operator()(size_t i) const
    {
        for (uint32_t w = 0; w < wordsEach; w++) out[i * wordsEach + w] = draw(seed, ofKeys + w, uint32_t(i));
    }
};

struct FillRecords {
    uint32_t* out;
    uint32_t seed;
    Keeping how;
    uint32_t wordsEach, kept;
    EITHER void operator()(size_t i) const
    {
        bool keep = keeps(seed, how, uint32_t(i), kept);
        for (uint32_t w = 0; w < wordsEach; w++) out[i * wordsEach + w] = keep ? recordWord(seed, uint32_t(i), w) : 0;
    }
};

struct FillKeys {
    uint32_t* out;
    uint32_t seed;
    Ordering how;
    uint32_t n, bits;
    EITHER void operator()(size_t i) const { out[i] = keyAt(seed, how, uint32_t(i), n, bits); }
};

struct FillFloats {
    float* out;
    uint32_t seed;
    Operator op;
    uint32_t all, channels;
    EITHER void operator()(size_t i) const { out[i] = floatAt(seed, op, uint32_t(i), all, channels); }
};

struct FillIndices {
    uint32_t* out;
    EITHER void operator()(size_t i) const { out[i] = uint32_t(i); }
};

// The sums of inputs, by which another program can tell that its inputs are the same.
constexpr uint32_t sumItems = 1 << 16;

inline uint32_t inputSum(const std::vector<uint32_t>& words)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < words.size(); i++) sum += mixed(words[i] + i);
    return sum;
}

template <class F> uint32_t inputSum(size_t n, size_t items, F fill)
{
    std::vector<uint32_t> words(n);
    fill.out = reinterpret_cast<decltype(fill.out)>(words.data());
    for (size_t i = 0; i < items; i++) fill(i);
    return inputSum(words);
}

// sortedSum is of two sorted arrays, one behind the other.
inline uint32_t sortedSum(uint32_t n, uint32_t seed, uint32_t most)
{
    std::vector<uint32_t> words(n);
    uint32_t first = n / 2;
    FillBelow a{words.data(), seed, ofWords, most}, b{words.data() + first, seed, ofOthers, most};
    for (uint32_t i = 0; i < first; i++) a(i);
    for (uint32_t i = 0; i < n - first; i++) b(i);
    std::sort(words.begin(), words.begin() + first);
    std::sort(words.begin() + first, words.end());
    return inputSum(words);
}

// printSums needs no device.
inline void printSums(uint32_t seed)
{
    const uint32_t n = sumItems;
    std::printf("input,dist,parameter,sum\n");
    std::printf("words,,,%u\n", inputSum(n, n, FillWords{nullptr, seed}));
    for (size_t d = 0; d < keepingNames.size(); d++)
        for (uint32_t kept : {1, 50, 90})
            for (uint32_t bytes : {4, 16})
                std::printf("records of %u bytes,%s,%u%%,%u\n", bytes, keepingNames[d].c_str(), kept,
                            inputSum(n * bytes / 4, n, FillRecords{nullptr, seed, Keeping(d), bytes / 4, kept}));
    for (size_t d = 0; d < orderingNames.size(); d++)
        for (uint32_t bits : {16, 32})
            std::printf("keys,%s,%u bits,%u\n", orderingNames[d].c_str(), bits,
                        inputSum(n, n, FillKeys{nullptr, seed, Ordering(d), n, bits}));
    for (size_t op = 0; op < operatorNames.size(); op++)
        for (uint32_t channels : {1, 4})
            std::printf("floats for %s,,%u channels,%u\n", operatorNames[op].c_str(), channels,
                        inputSum(n * channels, n * channels, FillFloats{nullptr, seed, Operator(op), n * channels, channels}));
    std::printf("others,,,%u\n", inputSum(n, n, FillBelow{nullptr, seed, ofOthers, 0}));
    std::printf("keys in runs,,,%u\n", inputSum(n, n, FillRunKeys{nullptr, seed}));
    for (uint32_t bits : {64, 128})
        std::printf("wide keys,,%u bits,%u\n", bits, inputSum(n * bits / 32, n, FillWideKeys{nullptr, seed, bits / 32}));
    for (uint32_t most : {0u, n}) std::printf("sorted arrays,,%u,%u\n", most, sortedSum(n, seed, most));
}
