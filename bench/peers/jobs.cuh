// SPDX-License-Identifier: MIT
// The operations: what each is given, the call of CUB's that is timed, and its check.
#pragma once

#include "check.cuh"
#include "clock.cuh"

#include <cub/cub.cuh>

// Cell is one row to be. A number that the operation has no choice of is -1.
struct Cell {
    std::string op;
    uint32_t n = 0;
    int kept = -1, bits = -1, payload = 0, record = -1;
    std::string dist;
};

struct Job {
    Timed timed;
    std::function<std::string()> check; // what is wrong with the result, or nothing
    std::function<uint32_t*()> result;  // a word of the result, for showing that the check sees a wrong one
    long long bytes = 0;                // the least that the operation must move; 0: nothing was worked out
};

// scratched asks a call of CUB's for the size of its scratch and makes it, once. What it returns only calls.
template <class Call> std::function<void()> scratched(Call call)
{
    size_t bytes = 0;
    CUDA(call(nullptr, bytes));
    Words scratch = words(bytes / 4 + 1);
    return [=] {
        size_t b = bytes;
        CUDA(call(static_cast<void*>(scratch.get()), b));
    };
}

inline int indexOf(const std::vector<std::string>& names, const std::string& name)
{
    for (size_t i = 0; i < names.size(); i++)
        if (names[i] == name) return int(i);
    return -1;
}

inline Words randomWords(size_t n, uint32_t seed)
{
    Words w = words(n);
    forEach(n, FillWords{w.get(), seed});
    return w;
}

struct Nothing {
    __device__ void operator()(size_t) const {}
};

// Kernels that do nothing, n in a row: what the others' times cannot be below.
inline Job emptyJob(const Cell& c, uint32_t)
{
    Job j;
    uint32_t n = c.n;
    j.timed.run = [=] {
        for (uint32_t i = 0; i < n; i++) forEach(1, Nothing{});
    };
    return j;
}

inline Job copyJob(const Cell& c, uint32_t seed)
{
    size_t n = c.n;
    Words src = randomWords(n, seed), dst = words(n);
    Job j;
    j.bytes = 8LL * n;
    j.timed.run = [=] { CUDA(cudaMemcpyAsync(dst.get(), src.get(), 4 * n, cudaMemcpyDeviceToDevice)); };
    j.check = [=] { return checkSame(dst.get(), src.get(), n); };
    j.result = [=] { return dst.get() + n / 2; };
    return j;
}

inline Job scanJob(const Cell& c, uint32_t seed)
{
    int n = int(c.n);
    Words src = randomWords(n, seed), dst = words(n);
    Job j;
    j.bytes = 8LL * n;
    j.timed.run = scratched([=](void* scratch, size_t& bytes) { return cub::DeviceScan::ExclusiveSum(scratch, bytes, src.get(), dst.get(), n); });
    j.check = [=] { return checkScan(dst.get(), src.get(), n); };
    j.result = [=] { return dst.get() + n / 2; };
    return j;
}

inline Job reduceJob(const Cell& c, uint32_t seed)
{
    int n = int(c.n);
    Words src = randomWords(n, seed), dst = words(1);
    Job j;
    j.bytes = 4LL * n;
    j.timed.run = scratched([=](void* scratch, size_t& bytes) { return cub::DeviceReduce::Sum(scratch, bytes, src.get(), dst.get(), n); });
    j.check = [=] { return checkSum(dst.get(), src.get(), n); };
    j.result = [=] { return dst.get(); };
    return j;
}

// Reductions of floats, alone or four by four.
template <class Call> Job foldJob(const Cell& c, uint32_t seed, uint32_t channels, Operator op, Call call)
{
    uint32_t n = c.n;
    Words src = words(size_t(n) * channels), dst = words(channels);
    forEach(size_t(n) * channels, FillFloats{as<float>(src), seed, op, n * channels, channels});
    Job j;
    j.bytes = 4LL * n * channels;
    j.timed.run = scratched([=](void* scratch, size_t& bytes) { return call(scratch, bytes, as<float>(src), as<float>(dst), int(n)); });
    j.check = [=] { return checkFold(as<float>(dst), as<float>(src), n, channels, op); };
    j.result = [=] { return dst.get(); };
    return j;
}

inline Job reduceFloatsJob(const Cell& c, uint32_t seed, Operator op)
{
    return foldJob(c, seed, 1, op, [=](void* scratch, size_t& bytes, const float* in, float* out, int n) {
        switch (op) {
        case Operator::sum: return cub::DeviceReduce::Sum(scratch, bytes, in, out, n);
        case Operator::min: return cub::DeviceReduce::Min(scratch, bytes, in, out, n);
        default: return cub::DeviceReduce::Max(scratch, bytes, in, out, n);
        }
    });
}

struct Sum4 {
    EITHER float4 operator()(float4 a, float4 b) const { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
};

struct Min4 {
    EITHER float4 operator()(float4 a, float4 b) const { return make_float4(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z), fminf(a.w, b.w)); }
};

struct Max4 {
    EITHER float4 operator()(float4 a, float4 b) const { return make_float4(fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z), fmaxf(a.w, b.w)); }
};

inline Job reduceVectorsJob(const Cell& c, uint32_t seed, Operator op)
{
    return foldJob(c, seed, 4, op, [=](void* scratch, size_t& bytes, const float* floats, float* result, int n) {
        auto in = reinterpret_cast<const float4*>(floats);
        auto out = reinterpret_cast<float4*>(result);
        const float most = 3.402823466e38f;
        switch (op) {
        case Operator::sum: return cub::DeviceReduce::Reduce(scratch, bytes, in, out, n, Sum4{}, make_float4(0, 0, 0, 0));
        case Operator::min: return cub::DeviceReduce::Reduce(scratch, bytes, in, out, n, Min4{}, make_float4(most, most, most, most));
        default: return cub::DeviceReduce::Reduce(scratch, bytes, in, out, n, Max4{}, make_float4(-most, -most, -most, -most));
        }
    });
}

// Records. Up to 16 bytes they are whole numbers, for which CUB has tunings of its own; the lowest word is the first.
struct alignas(16) Record32 {
    uint32_t word[8];
};

struct alignas(16) Record64 {
    uint32_t word[16];
};

struct FirstWord {
    __device__ bool operator()(uint32_t r) const { return r != 0; }
    __device__ bool operator()(uint64_t r) const { return uint32_t(r) != 0; }
    __device__ bool operator()(unsigned __int128 r) const { return uint32_t(r) != 0; }
    __device__ bool operator()(const Record32& r) const { return r.word[0] != 0; }
    __device__ bool operator()(const Record64& r) const { return r.word[0] != 0; }
};

template <class Record> Job compactAs(const Cell& c, uint32_t seed)
{
    constexpr uint32_t each = sizeof(Record) / 4;
    int n = int(c.n);
    Words src = words(size_t(n) * each), dst = words(size_t(n) * each), count = words(1);
    forEach(n, FillRecords{src.get(), seed, Keeping(indexOf(keepingNames, c.dist)), each, uint32_t(c.kept)});
    uint32_t all = keptOf<NotZero>(src.get(), n, each);
    Job j;
    j.bytes = (long long)(sizeof(Record)) * (n + all);
    j.timed.run = scratched([=](void* scratch, size_t& bytes) {
        return cub::DeviceSelect::If(scratch, bytes, as<Record>(src), as<Record>(dst), count.get(), n, FirstWord{});
    });
    j.check = [=] { return checkCompaction<NotZero>(dst.get(), count.get(), src.get(), n, each); };
    j.result = [=] { return all > 0 ? dst.get() + size_t(all) * each / 2 : count.get(); };
    return j;
}

inline Job compactJob(const Cell& c, uint32_t seed)
{
    switch (c.record) {
    case 8: return compactAs<uint64_t>(c, seed);
    case 16: return compactAs<unsigned __int128>(c, seed);
    case 32: return compactAs<Record32>(c, seed);
    case 64: return compactAs<Record64>(c, seed);
    default: return compactAs<uint32_t>(c, seed);
    }
}

// SortBuffers are what a sort is given and what it leaves.
struct SortBuffers {
    Words src, srcPlaces; // as they came
    Words keys[2], places[2];
    int now = 0; // which of the two holds the result
};

inline std::shared_ptr<SortBuffers> sortBuffers(const Cell& c, uint32_t seed, bool twice)
{
    auto b = std::make_shared<SortBuffers>();
    b->src = words(c.n);
    forEach(c.n, FillKeys{b->src.get(), seed, Ordering(indexOf(orderingNames, c.dist)), c.n, uint32_t(c.bits)});
    for (int i = 0; i <= int(twice); i++) b->keys[i] = words(c.n);
    if (c.payload == 0) return b;
    b->srcPlaces = words(c.n);
    forEach(c.n, FillIndices{b->srcPlaces.get()});
    for (int i = 0; i <= int(twice); i++) b->places[i] = words(c.n);
    return b;
}

inline void finishSort(Job& j, const Cell& c, const std::shared_ptr<SortBuffers>& b)
{
    uint32_t n = c.n, bits = uint32_t(c.bits);
    bool pairs = c.payload > 0;
    j.bytes = (bits + 7) / 8 * (pairs ? 16LL : 8LL) * n;
    j.check = [=] {
        const uint32_t* keys = b->keys[b->now].get();
        return pairs ? checkPairs(keys, b->places[b->now].get(), b->src.get(), n, bits) : checkKeys(keys, b->src.get(), n, bits);
    };
    j.result = [=] { return (pairs ? b->places : b->keys)[b->now].get() + n / 2; };
}

// The sort that leaves its input alone.
inline Job sortJob(const Cell& c, uint32_t seed)
{
    auto b = sortBuffers(c, seed, false);
    int n = int(c.n), bits = c.bits;
    Job j;
    if (c.payload > 0) {
        j.timed.run = scratched([=](void* scratch, size_t& bytes) {
            return cub::DeviceRadixSort::SortPairs(scratch, bytes, b->src.get(), b->keys[0].get(), b->srcPlaces.get(), b->places[0].get(), n, 0, bits);
        });
    } else {
        j.timed.run = scratched([=](void* scratch, size_t& bytes) {
            return cub::DeviceRadixSort::SortKeys(scratch, bytes, b->src.get(), b->keys[0].get(), n, 0, bits);
        });
    }
    finishSort(j, c, b);
    return j;
}

// The sort between two pairs of buffers, which overwrites its input; that is put back before each call, untimed.
inline Job sortDoubleBufferJob(const Cell& c, uint32_t seed)
{
    auto b = sortBuffers(c, seed, true);
    int n = int(c.n), bits = c.bits;
    Job j;
    if (c.payload > 0) {
        j.timed.run = scratched([=](void* scratch, size_t& bytes) {
            cub::DoubleBuffer<uint32_t> keys(b->keys[0].get(), b->keys[1].get()), places(b->places[0].get(), b->places[1].get());
            cudaError_t e = cub::DeviceRadixSort::SortPairs(scratch, bytes, keys, places, n, 0, bits);
            b->now = keys.selector;
            return e;
        });
    } else {
        j.timed.run = scratched([=](void* scratch, size_t& bytes) {
            cub::DoubleBuffer<uint32_t> keys(b->keys[0].get(), b->keys[1].get());
            cudaError_t e = cub::DeviceRadixSort::SortKeys(scratch, bytes, keys, n, 0, bits);
            b->now = keys.selector;
            return e;
        });
    }
    j.timed.prepare = [=] {
        CUDA(cudaMemcpyAsync(b->keys[0].get(), b->src.get(), 4 * size_t(n), cudaMemcpyDeviceToDevice));
        if (b->srcPlaces) CUDA(cudaMemcpyAsync(b->places[0].get(), b->srcPlaces.get(), 4 * size_t(n), cudaMemcpyDeviceToDevice));
    };
    finishSort(j, c, b);
    return j;
}
