// SPDX-License-Identifier: MIT
// The compute part of a frame of hair: cull the segments, key those that are left by depth, sort them far to near, and
// write the arguments of the draw. What a segment, the cull and a key are is as in shaders/hair; the strands are not
// groomed, they only lie as hair does.
//
// hair-chain-readback brings the count to the host after the cull and waits for it, and the rest has just as many items.
// hair-chain-device keeps the count on the device; as CUB takes the number of items from the host alone, the rest then
// has as many items as went into the cull, and what is not there sorts last.
#pragma once

#include "jobs.cuh"

namespace hair {

constexpr uint32_t points = 32, segments = points - 1; // of a strand
constexpr uint32_t first = 0x80000000u, last = 0x40000000u, point = 0x3FFFFFFFu;
constexpr int keyBits = 16;

// segmentAt is segment i: the index of its first point, and whether a strand begins or ends there.
EITHER uint32_t segmentAt(uint32_t i)
{
    uint32_t k = i % segments;
    return (i + i / segments) | (k == 0 ? first : 0) | (k == segments - 1 ? last : 0);
}

EITHER uint32_t segmentOf(uint32_t segment) { return (segment & point) - (segment & point) / points; }

inline size_t pointsOf(uint32_t n) { return size_t(n) + (n + segments - 1) / segments; }

struct FillSegments {
    uint32_t* out = nullptr;
    EITHER void operator()(size_t i) const { out[i] = segmentAt(uint32_t(i)); }
};

// Strands of 0.4 m that hang from a scalp of 0.1 m: xyz, and w the width, in metres.
struct FillPoints {
    float4* out;
    uint32_t seed;
    __device__ void operator()(size_t i) const
    {
        uint32_t strand = uint32_t(i / points);
        float t = float(i % points) / float(segments);
        auto part = [&](uint32_t k) { return float(draw(seed, ofStrands, strand * 4 + k) >> 8) / 16777216.0f; };
        float around = 6.2831853f * part(0), up = part(1), out_ = sqrtf(1.0f - up * up);
        float x = out_ * cosf(around), z = out_ * sinf(around);
        float wave = 0.01f * t * sinf(20.0f * t + 6.2831853f * part(2)), length = 0.3f + 0.1f * part(3);
        float away = 0.1f + 0.05f * sqrtf(t);
        out[i] = make_float4(away * x + wave, 0.1f * up - length * t * t, away * z + wave, 1e-4f * (1.0f - 0.8f * t));
    }
};

// View is what a frame knows: rows of the view-projection, and how depths become keys.
struct View {
    float4 x, y, w;
    float width = 1920, height = 1080, pixels, nearPlane = 0.1f, leastCoverage = 1.0f / 1024, opacity = 1;
    float nearest, perDepth, largestKey = 65535;
};

// viewOf looks at the strands from the front. With half of them kept the picture's left edge is where its middle was.
inline View viewOf(int kept)
{
    const float distance = 1.3f, focal = 2.6f, aspect = 16.0f / 9;
    View v;
    float shift = kept < 100 ? -1.0f : 0.0f;
    v.x = make_float4(focal / aspect, 0, -shift, shift * distance);
    v.y = make_float4(0, focal, 0, 0.15f * focal);
    v.w = make_float4(0, 0, -1, distance);
    v.pixels = v.height * focal / 2;
    v.nearest = distance - 0.25f;
    v.perDepth = 1 / 0.5f;
    return v;
}

// By fmaf alone, so that the cull and its check, which are compiled apart, decide alike.
__device__ inline float along(float4 row, float4 p) { return fmaf(row.x, p.x, fmaf(row.y, p.y, fmaf(row.z, p.z, row.w))); }

struct Shows {
    const float4* at;
    View v;
    __device__ bool operator()(uint32_t segment) const
    {
        float4 a = at[segment & point], b = at[(segment & point) + 1];
        float aw = along(v.w, a), bw = along(v.w, b);
        if (aw < v.nearPlane && bw < v.nearPlane) return false;
        float ax = along(v.x, a), ay = along(v.y, a), bx = along(v.x, b), by = along(v.y, b);
        float reach = 2.0f * (2.0f + __fmul_rn(fmaxf(a.w, b.w), v.pixels) / fmaxf(fminf(aw, bw), v.nearPlane));
        float acrossX = 1.0f + reach / v.width, acrossY = 1.0f + reach / v.height;
        float alx = __fmul_rn(aw, acrossX), aly = __fmul_rn(aw, acrossY), blx = __fmul_rn(bw, acrossX), bly = __fmul_rn(bw, acrossY);
        if (ax > alx && bx > blx) return false;
        if (ax < -alx && bx < -blx) return false;
        if (ay > aly && by > bly) return false;
        if (ay < -aly && by < -bly) return false;
        float wide = __fmul_rn(fmaxf(a.w / fmaxf(aw, v.nearPlane), b.w / fmaxf(bw, v.nearPlane)), v.pixels);
        return __fmul_rn(wide, v.opacity) >= v.leastCoverage;
    }
};

__device__ inline uint32_t keyOf(const float4* at, const View& v, uint32_t segment)
{
    float depth = 0.5f * __fadd_rn(along(v.w, at[segment & point]), along(v.w, at[(segment & point) + 1]));
    float t = fminf(fmaxf(__fmul_rn(depth - v.nearest, v.perDepth), 0.0f), 1.0f);
    return uint32_t(__fmul_rn(t, v.largestKey));
}

// MakeKeys: what is behind the count gets key 0. The sort descends and keeps the order of equal keys, so that comes last.
struct MakeKeys {
    uint32_t* keys;
    const uint32_t *kept, *count;
    const float4* at;
    View v;
    __device__ void operator()(size_t i) const { keys[i] = i < *count ? keyOf(at, v, kept[i]) : 0; }
};

struct DrawArguments {
    uint32_t* out = nullptr;
    const uint32_t* count;
    __device__ void operator()(size_t) const
    {
        out[0] = 6 * *count;
        out[1] = 1;
        out[2] = out[3] = 0;
    }
};

// Checks: the kept segments, counted anew; then each one drawn is a segment that shows and has its key, and keys fall or,
// where equal, segments rise. So none is drawn twice, and as many are drawn as there are.
struct ChunkShown {
    const uint32_t* in;
    size_t n;
    Shows shows;
    uint32_t* out = nullptr;
    __device__ void operator()(size_t c) const
    {
        uint32_t kept = 0;
        for (size_t i = c * chunk; i < (c + 1) * chunk && i < n; i++) kept += shows(in[i]);
        out[c] = kept;
    }
};

struct DrawnInOrder {
    const uint32_t *keys, *drawn, *in;
    size_t n, count;
    Shows shows;
    Mistakes found = {};
    __device__ void operator()(size_t i) const
    {
        uint32_t s = drawn[i], at = segmentOf(s);
        bool real = at < n && in[at] == s;
        found.unless(real && shows(s) && keys[i] == keyOf(shows.at, shows.v, s));
        if (i + 1 < count) found.unless(keys[i] > keys[i + 1] || (keys[i] == keys[i + 1] && (s & point) < (drawn[i + 1] & point)));
    }
};

// Frame is the chain's memory.
struct Frame {
    Words at, in, kept[2], keys[2], count, arguments;
    uint32_t* onHost = nullptr; // the count, where the device can write it without a copy of the driver's
    int now = 0;                // which of the two holds the sorted ones
    ~Frame() { cudaFreeHost(onHost); }
};

} // namespace hair

inline Job hairJob(const Cell& c, uint32_t seed, bool readback)
{
    using namespace hair;
    int n = int(c.n);
    auto f = std::make_shared<Frame>();
    f->at = words(4 * pointsOf(c.n));
    f->in = words(n);
    for (int i : {0, 1}) f->kept[i] = words(n), f->keys[i] = words(n);
    f->count = words(1);
    f->arguments = words(4);
    CUDA(cudaMallocHost(reinterpret_cast<void**>(&f->onHost), 4));
    const float4* at = as<float4>(f->at);
    Shows shows{at, viewOf(c.kept)};
    forEach(pointsOf(c.n), FillPoints{as<float4>(f->at), seed});
    forEach(n, FillSegments{f->in.get()});

    auto cull = scratched([=](void* scratch, size_t& bytes) {
        return cub::DeviceSelect::If(scratch, bytes, f->in.get(), f->kept[0].get(), f->count.get(), n, shows);
    });
    auto items = std::make_shared<int>(n); // that the sort is given; its scratch is for the most
    auto sort = scratched([=](void* scratch, size_t& bytes) {
        cub::DoubleBuffer<uint32_t> keys(f->keys[0].get(), f->keys[1].get()), kept(f->kept[0].get(), f->kept[1].get());
        cudaError_t e = cub::DeviceRadixSort::SortPairsDescending(scratch, bytes, keys, kept, *items, 0, keyBits);
        f->now = keys.selector;
        return e;
    });
    Job j;
    j.timed.waits = readback;
    j.timed.run = [=] {
        cull();
        if (readback) {
            CUDA(cudaMemcpyAsync(f->onHost, f->count.get(), 4, cudaMemcpyDeviceToHost));
            CUDA(cudaStreamSynchronize(0));
            *items = int(*f->onHost);
        }
        forEach(*items, MakeKeys{f->keys[0].get(), f->kept[0].get(), f->count.get(), at, shows.v});
        if (*items > 0) sort();
        forEach(1, DrawArguments{f->arguments.get(), f->count.get()});
    };
    j.check = [=]() -> std::string {
        std::vector<uint32_t> shown = walked(n, ChunkShown{f->in.get(), size_t(n), shows});
        uint32_t want = prefixes(shown);
        if (download(f->arguments.get(), 4) != std::vector<uint32_t>{6 * want, 1, 0, 0})
            return "the draw's arguments are not those of " + std::to_string(want) + " segments";
        return mistakeText(mistakes(want, DrawnInOrder{f->keys[f->now].get(), f->kept[f->now].get(), f->in.get(), size_t(n), want, shows}),
                       "segments are out of place or order");
    };
    j.result = [=] {
        uint32_t drawn = downloadOne(f->count.get());
        return drawn > 0 ? f->kept[f->now].get() + drawn / 2 : f->arguments.get();
    };
    return j;
}
