// SPDX-License-Identifier: MIT
// What the others need of the device: errors, memory, and one way to start a kernel.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

// A CUDA error ends the program: nothing that was measured after it could be trusted.
#define CUDA(call) endOnError((call), #call, __FILE__, __LINE__)

inline void endOnError(cudaError_t e, const char* call, const char* file, int line)
{
    if (e == cudaSuccess) return;
    std::fprintf(stderr, "cub: %s:%d: %s: %s\n", file, line, call, cudaGetErrorString(e));
    std::exit(1);
}

// The most that one buffer holds: 2^26 keys of 64 bits.
constexpr size_t mostBytes = size_t(1) << 29;

// Words is a buffer on the device, freed with its last holder.
using Words = std::shared_ptr<uint32_t>;

// words makes a buffer whose bytes are no result: whoever writes nothing is not taken for right where zeros are expected.
inline Words words(size_t n)
{
    void* p = nullptr;
    CUDA(cudaMalloc(&p, 4 * (n > 0 ? n : 1)));
    CUDA(cudaMemset(p, 0xA5, 4 * (n > 0 ? n : 1)));
    return Words(static_cast<uint32_t*>(p), [](uint32_t* q) { cudaFree(q); });
}

template <class T> T* as(const Words& w) { return reinterpret_cast<T*>(w.get()); }

template <class T> std::vector<T> download(const T* from, size_t n)
{
    std::vector<T> all(n);
    CUDA(cudaMemcpy(all.data(), from, n * sizeof(T), cudaMemcpyDeviceToHost));
    return all;
}

template <class T> T downloadOne(const T* from) { return download(from, 1)[0]; }

template <class T> void upload(T* to, const std::vector<T>& from)
{
    CUDA(cudaMemcpy(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
}

constexpr int groupSize = 256;

template <class F> __global__ void invoke(size_t n, F f)
{
    size_t i = size_t(blockIdx.x) * groupSize + threadIdx.x;
    if (i < n) f(i);
}

// forEach enqueues f(0) to f(n - 1), each in an invocation of its own.
template <class F> void forEach(size_t n, F f)
{
    if (n == 0) return;
    invoke<<<unsigned((n + groupSize - 1) / groupSize), groupSize>>>(n, f);
    CUDA(cudaGetLastError());
}
