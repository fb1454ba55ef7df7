// SPDX-License-Identifier: MIT
// How long a call takes on the device.
#pragma once

#include "device.cuh"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>

// Times are microseconds of one call.
struct Times {
    double median = 0, least = 0, p25 = 0, p75 = 0; // held
    int reps = 0;
    double alone = 0, row = 0; // medians of calls alone and in a row; 0 where there are none
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

// Clock reads times between two events, in three ways. A call is held: ahead of the first event stands a kernel that holds
// the device until the host has enqueued the whole call, so that the time is the device's own and no launch is waited
// for, as in a frame whose host is ahead of its device. Or it is alone: the device is idle when the call comes. Or calls
// are in a row: many of them, held until all are enqueued, and their time divided by their number. What was held too
// briefly is repeated behind a longer hold.
class Clock {
public:
    Clock()
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

    // time calls for warmUp seconds first, as a device at rest has a slow clock. The last calls are those in a row.
    Times time(const Timed& t, double warmUp, int reps)
    {
        using namespace std::chrono;
        nanoseconds = shortest;
        auto began = steady_clock::now();
        do held(t, 1);
        while (duration<double>(steady_clock::now() - began).count() < warmUp);
        std::vector<double> all = samples(reps, [&] { return held(t, 1); });
        auto percentile = [&](size_t p) { return all[(all.size() - 1) * p / 100]; };
        Times times;
        times.median = percentile(50), times.least = all[0], times.p25 = percentile(25), times.p75 = percentile(75);
        times.reps = reps;
        for (int i = 0; i < fewCalls; i++) alone(t);
        times.alone = samples(reps, [&] { return alone(t); })[size_t(reps - 1) / 2];
        if (t.prepare || t.waits) return times; // such calls cannot be made in a row
        int calls = int(std::min(mostInRow, std::max(leastInRow, std::ceil(rowTime / times.median))));
        times.row = samples(rows, [&] { return held(t, calls); })[(rows - 1) / 2] / calls;
        return times;
    }

private:
    static constexpr uint64_t shortest = 20000, longest = 5000000;
    static constexpr int fewCalls = 5; // alone, before such calls are timed
    static constexpr int rows = 5;
    static constexpr double rowTime = 200, leastInRow = 2, mostInRow = 64; // microseconds; calls

    // samples are so many times, the shortest first.
    template <class Take> static std::vector<double> samples(int count, Take take)
    {
        std::vector<double> all;
        for (int i = 0; i < count; i++) all.push_back(take());
        std::sort(all.begin(), all.end());
        return all;
    }

    // held is the time of so many calls that are enqueued before the first begins.
    double held(const Timed& t, int calls)
    {
        for (;;) {
            if (t.prepare) t.prepare();
            forEach(1, Hold{nanoseconds});
            CUDA(cudaEventRecord(begin));
            for (int i = 0; i < calls; i++) t.run();
            CUDA(cudaEventRecord(end));
            bool late = cudaEventQuery(begin) == cudaSuccess; // they had begun before all of it was enqueued
            cudaGetLastError();                               // that they had not is no error
            double us = elapsed();
            if (!late || t.waits || nanoseconds >= longest) return us;
            nanoseconds *= 2;
        }
    }

    // alone is the time of one call that comes to an idle device, which waits for each launch.
    double alone(const Timed& t)
    {
        if (t.prepare) t.prepare();
        CUDA(cudaDeviceSynchronize());
        CUDA(cudaEventRecord(begin));
        t.run();
        CUDA(cudaEventRecord(end));
        return elapsed();
    }

    // elapsed waits for the second event.
    double elapsed()
    {
        CUDA(cudaEventSynchronize(end));
        float milliseconds = 0;
        CUDA(cudaEventElapsedTime(&milliseconds, begin, end));
        return milliseconds * 1000.0;
    }

    uint64_t nanoseconds = shortest;
    cudaEvent_t begin, end;
};
