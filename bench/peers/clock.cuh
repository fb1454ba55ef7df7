// SPDX-License-Identifier: MIT
// How long a call takes on the device.
#pragma once

#include "device.cuh"

#include <algorithm>
#include <chrono>
#include <functional>

struct Times {
    double median = 0, least = 0, p25 = 0, p75 = 0; // microseconds
    int reps = 0;
};

// Timed is what can be timed.
struct Timed {
    std::function<void()> prepare; // before each call, untimed; may be empty
    std::function<void()> run;     // the call
    bool waits = false;            // the call itself waits for the device
};

struct Hold {
    uint64_t nanoseconds;
    __device__ static uint64_t now()
    {
        uint64_t t;
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
        return t;
    }
    __device__ void operator()(size_t) const
    {
        for (uint64_t begin = now(); now() - begin < nanoseconds;) {}
    }
};

// Clock reads the time of one call between two events. Ahead of the first event stands a kernel that holds the device
// until the host has enqueued the whole call, so that the time is the device's alone and no launch is waited for, as in
// a frame whose host is ahead of its device. A call for which the hold was too short is repeated with a longer one.
class Clock {
public:
    explicit Clock(bool holds) : holds(holds)
    {
        CUDA(cudaEventCreate(&begin));
        CUDA(cudaEventCreate(&end));
    }
    ~Clock()
    {
        cudaEventDestroy(begin);
        cudaEventDestroy(end);
    }
    Clock(const Clock&) = delete;
    Clock& operator=(const Clock&) = delete;

    // time calls for warmUp seconds first, as a device at rest has a slow clock.
    Times time(const Timed& t, double warmUp, int reps)
    {
        using namespace std::chrono;
        nanoseconds = shortest;
        auto began = steady_clock::now();
        do once(t);
        while (duration<double>(steady_clock::now() - began).count() < warmUp);
        std::vector<double> all;
        for (int i = 0; i < reps; i++) all.push_back(once(t));
        std::sort(all.begin(), all.end());
        auto percentile = [&](size_t p) { return all[(all.size() - 1) * p / 100]; };
        return {percentile(50), all[0], percentile(25), percentile(75), reps};
    }

private:
    static constexpr uint64_t shortest = 20000, longest = 5000000;

    double once(const Timed& t)
    {
        for (;;) {
            if (t.prepare) t.prepare();
            if (holds) forEach(1, Hold{nanoseconds});
            CUDA(cudaEventRecord(begin));
            t.run();
            CUDA(cudaEventRecord(end));
            bool late = cudaEventQuery(begin) == cudaSuccess; // the call had begun before all of it was enqueued
            cudaGetLastError();                               // that it had not is no error
            CUDA(cudaEventSynchronize(end));
            if (holds && late && !t.waits && nanoseconds < longest) {
                nanoseconds *= 2;
                continue;
            }
            float milliseconds = 0;
            CUDA(cudaEventElapsedTime(&milliseconds, begin, end));
            return milliseconds * 1000.0;
        }
    }

    bool holds;
    uint64_t nanoseconds = shortest;
    cudaEvent_t begin, end;
};
