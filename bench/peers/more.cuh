// SPDX-License-Identifier: MIT
// The operations beside compaction, scan, reduction and sort.
#pragma once

#include "jobs.cuh"

#include <thrust/iterator/transform_iterator.h>

// What is kept in front, in order; behind it the rest, which is all zeros here: CUB turns the rest's order round.
struct Zeros {
    const uint32_t* got;
    Mistakes found = {};
    __device__ void operator()(size_t i) const { found.unless(got[i] == 0); }
};

inline Job partitionJob(const Cell& c, uint32_t seed)
{
    int n = int(c.n);
    Words src = words(n), dst = words(n), count = words(1);
    forEach(n, FillRecords{src.get(), seed, Keeping::uniform, 1, uint32_t(c.kept)});
    Job j;
    j.bytes = 8LL * n;
    j.timed.run = scratched([=](void* scratch, size_t& bytes) {
        return cub::DevicePartition::If(scratch, bytes, src.get(), dst.get(), count.get(), n, FirstWord{});
    });
    j.check = [=] {
        std::string wrong = checkCompaction<NotZero>(dst.get(), count.get(), src.get(), n, 1);
        uint32_t kept = downloadOne(count.get());
        return wrong.empty() ? mistakeText(mistakes(n - kept, Zeros{dst.get() + kept}), "words of the rest are wrong") : wrong;
    };
    j.result = [=] { return dst.get() + n / 2; };
    return j;
}

struct All {
    __device__ bool operator()(uint32_t) const { return true; }
};

// The three-way partition of which the second part takes the rest, so that it keeps its order: nothing is left for the third.
inline Job splitJob(const Cell& c, uint32_t seed)
{
    int n = int(c.n);
    Words src = words(n), dst = words(n), rest = words(n), none = words(1), counts = words(2);
    forEach(n, FillRecords{src.get(), seed, Keeping::uniform, 1, uint32_t(c.kept)});
    Job j;
    j.bytes = 8LL * n;
    j.timed.run = scratched([=](void* scratch, size_t& bytes) {
        return cub::DevicePartition::If(scratch, bytes, src.get(), dst.get(), rest.get(), none.get(), counts.get(), n, FirstWord{}, All{});
    });
    j.check = [=] {
        std::string wrong = checkCompaction<NotZero>(dst.get(), counts.get(), src.get(), n, 1);
        if (!wrong.empty()) return wrong;
        std::vector<uint32_t> have = download(counts.get(), 2);
        if (have[0] + have[1] != uint32_t(n)) return std::to_string(have[1]) + " words in the rest, want " + std::to_string(n - have[0]);
        return mistakeText(mistakes(have[1], Zeros{rest.get()}), "words of the rest are wrong");
    };
    uint32_t all = keptOf<NotZero>(src.get(), n, 1);
    j.result = [=] { return all > 0 ? dst.get() + all / 2 : rest.get() + n / 2; };
    return j;
}

struct Odd {
    __device__ bool operator()(uint32_t v) const { return v & 1; }
};

inline Job predicateJob(const Cell& c, uint32_t seed)
{
    int n = int(c.n);
    Words src = randomWords(n, seed), dst = words(n), count = words(1);
    Job j;
    uint32_t all = keptOf<Odd>(src.get(), n, 1);
    j.bytes = 4LL * (n + all);
    j.timed.run = scratched([=](void* scratch, size_t& bytes) {
        return cub::DeviceSelect::If(scratch, bytes, src.get(), dst.get(), count.get(), n, Odd{});
    });
    j.check = [=] { return checkCompaction<Odd>(dst.get(), count.get(), src.get(), n, 1); };
    j.result = [=] { return all > 0 ? dst.get() + all / 2 : count.get(); };
    return j;
}

// Runs of three equal words.
constexpr uint32_t runLength = 3;

struct FillRuns {
    uint32_t* out;
    __device__ void operator()(size_t i) const { out[i] = uint32_t(i) / runLength; }
};

struct RightRuns {
    const uint32_t *values, *lengths;
    uint32_t n;
    Mistakes found = {};
    __device__ void operator()(size_t i) const
    {
        uint32_t left = n - runLength * uint32_t(i);
        found.unless(values[i] == i && lengths[i] == (left < runLength ? left : runLength));
    }
};

inline Job runsJob(const Cell& c, uint32_t)
{
    int n = int(c.n);
    uint32_t all = (c.n + runLength - 1) / runLength;
    Words src = words(n), values = words(n), lengths = words(n), count = words(1);
    forEach(n, FillRuns{src.get()});
    Job j;
    j.bytes = 4LL * (n + 2 * all);
    j.timed.run = scratched([=](void* scratch, size_t& bytes) {
        return cub::DeviceRunLengthEncode::Encode(scratch, bytes, src.get(), values.get(), lengths.get(), count.get(), n);
    });
    j.check = [=]() -> std::string {
        if (downloadOne(count.get()) != all) return "the number of runs is wrong";
        return mistakeText(mistakes(all, RightRuns{values.get(), lengths.get(), uint32_t(n)}), "runs are wrong");
    };
    j.result = [=] { return lengths.get() + all / 2; };
    return j;
}

// Bins by the highest bits: 256 by the highest byte, 65,536 by the higher half.
struct HighByte {
    EITHER uint8_t operator()(uint32_t v) const { return uint8_t(v >> 24); }
};

struct HighHalf {
    EITHER uint16_t operator()(uint32_t v) const { return uint16_t(v >> 16); }
};

template <class High> struct CountBins {
    const uint32_t* in;
    uint32_t* out;
    __device__ void operator()(size_t i) const { atomicAdd(out + High{}(in[i]), 1u); }
};

template <class High> Job binsJob(const Cell& c, uint32_t seed, int bins)
{
    int n = int(c.n);
    Words src = randomWords(n, seed), dst = words(bins);
    Job j;
    j.bytes = 4LL * n;
    auto samples = thrust::make_transform_iterator(src.get(), High{});
    j.timed.run = scratched([=](void* scratch, size_t& bytes) {
        return cub::DeviceHistogram::HistogramEven(scratch, bytes, samples, dst.get(), bins + 1, 0, bins, n);
    });
    j.check = [=] {
        Words want = words(bins);
        CUDA(cudaMemset(want.get(), 0, 4 * size_t(bins)));
        forEach(n, CountBins<High>{src.get(), want.get()});
        return checkSame(dst.get(), want.get(), bins);
    };
    j.result = [=] { return dst.get() + bins / 2; };
    return j;
}

inline Job histogramJob(const Cell& c, uint32_t seed) { return binsJob<HighByte>(c, seed, 1 << 8); }

inline Job manyBinsJob(const Cell& c, uint32_t seed)
{
    Job j = binsJob<HighHalf>(c, seed, 1 << 16);
    j.bytes += 4LL << 16;
    return j;
}

// Segments of 64 items on average, the lengths random.
struct Segments {
    Words offsets, index; // where each begins, with the end of all; the segment of each item
    int count = 0;
};

struct FillIndex {
    const uint32_t* offsets;
    uint32_t* out;
    __device__ void operator()(size_t s) const
    {
        for (uint32_t i = offsets[s]; i < offsets[s + 1]; i++) out[i] = uint32_t(s);
    }
};

inline Segments segmentsOf(uint32_t n)
{
    std::vector<uint32_t> offsets = {0, n};
    for (uint32_t i = 0; i < n / 64; i++) offsets.push_back(mixed(i) % (n + 1));
    std::sort(offsets.begin(), offsets.end());
    Segments s;
    s.count = int(offsets.size()) - 1;
    s.offsets = words(offsets.size());
    upload(s.offsets.get(), offsets);
    s.index = words(n);
    forEach(s.count, FillIndex{s.offsets.get(), s.index.get()});
    return s;
}

// SegmentIs checks segment by segment. What: the sum, the sums before, or the order.
enum class What { sum, sumsBefore, order };

struct SegmentIs {
    What what;
    const uint32_t *got, *in, *offsets;
    Mistakes found = {};
    __device__ void operator()(size_t s) const
    {
        uint32_t sum = 0;
        uint64_t hashed = 0;
        for (uint32_t i = offsets[s]; i < offsets[s + 1]; i++) {
            if (what == What::sumsBefore) found.unless(got[i] == sum);
            if (what == What::order) {
                hashed += hashOf(in[i]) - hashOf(got[i]);
                if (i + 1 < offsets[s + 1]) found.unless(got[i] <= got[i + 1]);
            }
            sum += in[i];
        }
        found.unless(hashed == 0);
        if (what == What::sum) found.unless(got[s] == sum);
    }
};

template <class Call> Job segmentsJob(const Cell& c, uint32_t seed, What what, int bytesEach, Call call)
{
    Segments s = segmentsOf(c.n);
    size_t out = what == What::sum ? s.count : c.n;
    Words src = randomWords(c.n, seed), dst = words(out);
    Job j;
    j.bytes = (long long)(bytesEach) * c.n;
    int n = int(c.n);
    j.timed.run = scratched([=](void* scratch, size_t& bytes) { return call(scratch, bytes, s, src.get(), dst.get(), n); });
    j.check = [=] { return mistakeText(mistakes(s.count, SegmentIs{what, dst.get(), src.get(), s.offsets.get()}), "mistakes in segments"); };
    j.result = [=] { return dst.get() + out / 2; };
    return j;
}

inline Job segreduceJob(const Cell& c, uint32_t seed)
{
    return segmentsJob(c, seed, What::sum, 4, [](void* scratch, size_t& bytes, const Segments& s, const uint32_t* in, uint32_t* out, int) {
        return cub::DeviceSegmentedReduce::Sum(scratch, bytes, in, out, s.count, s.offsets.get(), s.offsets.get() + 1);
    });
}

// CUB's takes the segment of each item in place of offsets.
inline Job segscanJob(const Cell& c, uint32_t seed)
{
    return segmentsJob(c, seed, What::sumsBefore, 8, [](void* scratch, size_t& bytes, const Segments& s, const uint32_t* in, uint32_t* out, int n) {
        return cub::DeviceScan::ExclusiveSumByKey(scratch, bytes, s.index.get(), in, out, n);
    });
}

inline Job segsortJob(const Cell& c, uint32_t seed)
{
    return segmentsJob(c, seed, What::order, 32, [](void* scratch, size_t& bytes, const Segments& s, const uint32_t* in, uint32_t* out, int n) {
        return cub::DeviceSegmentedSort::SortKeys(scratch, bytes, in, out, n, s.count, s.offsets.get(), s.offsets.get() + 1);
    });
}
