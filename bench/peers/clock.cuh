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
    double median = 0, least = 0, p25 = 0, p75 = 0; // GPU time of a call that is queued behind other work
    int reps = 0;
    bool queued = false;                   // every one of those was
    double row = 0, wall = 0, enqueue = 0; // medians; 0 where there is none
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

// Clock measures a call in four ways.
// Queued: a kernel ahead of the first event holds the device until the host has enqueued the whole call. The time between
// the two events is the device's own; no launch is waited for. A call that began too early is repeated behind a longer hold.
// In a row: many such calls between two events, and their time divided by their number.
// Wall: the host's clock from the call to the end of cudaStreamSynchronize. The device is idle before, its clock is up.
// Enqueue: the host's clock from the call to its return, without a wait.
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
        nanoseconds = shortest;
        queued = true;
        auto began = Host::now();
        do held(t, 1);
        while (since(began) < warmUp * 1e6);
        queued = true;
        std::vector<double> all = samples(reps, [&] { return held(t, 1); });
        auto percentile = [&](size_t p) { return all[(all.size() - 1) * p / 100]; };
        Times times;
        times.median = percentile(50), times.least = all[0], times.p25 = percentile(25), times.p75 = percentile(75);
        times.reps = reps;
        times.queued = queued;
        for (int i = 0; i < fewCalls; i++) wall(t);
        times.wall = samples(reps, [&] { return wall(t); })[size_t(reps - 1) / 2];
        if (t.waits) return times; // such a call cannot be enqueued without a wait
        CUDA(cudaDeviceSynchronize());
        times.enqueue = samples(enqueues, [&] { return enqueue(t); })[(enqueues - 1) / 2];
        CUDA(cudaDeviceSynchronize());
        if (t.prepare) return times; // such calls cannot be made in a row
        int calls = int(std::min(mostInRow, std::max(leastInRow, std::ceil(rowTime / times.median))));
        times.row = samples(rows, [&] { return held(t, calls); })[(rows - 1) / 2] / calls;
        return times;
    }

private:
    using Host = std::chrono::steady_clock;
    static constexpr uint64_t shortest = 20000, longest = 5000000;
    static constexpr int fewCalls = 5; // by the wall clock, before such calls are timed
    static constexpr int rows = 5, enqueues = 32;
    static constexpr double rowTime = 200, leastInRow = 2, mostInRow = 64; // microseconds; calls

    // since is the microseconds on the host's clock.
    static double since(Host::time_point began) { return std::chrono::duration<double, std::micro>(Host::now() - began).count(); }

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
            if (!late) return us;
            if (t.waits || nanoseconds >= longest) {
                queued = false;
                return us;
            }
            nanoseconds *= 2;
        }
    }

    // wall is the time from one call to its result on the host's clock.
    double wall(const Timed& t)
    {
        if (t.prepare) t.prepare();
        CUDA(cudaDeviceSynchronize());
        auto began = Host::now();
        t.run();
        CUDA(cudaStreamSynchronize(0));
        return since(began);
    }

    // enqueue is the time that the host takes for one call.
    double enqueue(const Timed& t)
    {
        if (t.prepare) t.prepare();
        auto began = Host::now();
        t.run();
        return since(began);
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
    bool queued = true; // no call began before all of it was enqueued
    cudaEvent_t begin, end;
};
