// SPDX-License-Identifier: MIT
// The flags.
#pragma once

#include "data.cuh"

#include <algorithm>

const char* const usage = R"(cub measures CUB's copy, reduction, scan, compaction, sort and others, and Thrust's merges and searches: CSV on stdout,
progress on stderr.

usage: cub [flags]

  --op LIST      operations, or how their names begin: empty, copy, reduce, scan, compact, sort, partition, predicate,
                 runs, histogram, segreduce, segscan, segsort, mergesort, topk, ends, split, manybins, decode,
                 reducebykey, scanbykey, unique, sort64, sort128, merge, union, intersection, difference, lowerbound, upperbound,
                 shuffle, hair-chain-device, hair-chain-readback, sort-doublebuffer, reduce-f32-sum, -min, -max,
                 reduce-vec4-sum, -min, -max (all, in this order)
  --n LIST       numbers of items, as bench -n has them: 2^16 is a power of two, 16 is 16 items (2^8,2^10,2^12,2^14,2^16,
                 2^18,2^20,2^22,2^24,2^26, and 150000,1000000,4000000,16000000 segments of hair)
  --kept LIST    per cent that a compaction keeps (1,10,50,90,100); of hair 50 and 100 are possible
  --record LIST  bytes of the records of a compaction, of 4, 8, 16, 32 and 64 (4)
  --bits LIST    bits of a key with a payload (16,24,32); a key alone has 32
  --dist LIST    uniform, clustered, alternating of compactions; uniform, entropy, sorted, reversed, few, constant of
                 sorts (uniform)
  --reps N       timings of a row, and as many by the wall clock, at least 21 (31)
  --warmup S     seconds of calls before a row is timed (0.1)
  --seed N       of the inputs (1)
  --quick        two numbers of items, half kept, records of 4 and 16 bytes, 21 timings, 0.05 s to warm up; flags behind
                 it change that
  --check        check only: no times
  --list         only list the rows
  --sums         only print sums of the inputs, by which another program can compare its own
  -h, --help     this text

Without --kept, --record, --bits and --dist the other records and distributions follow behind all that, at 2^20 items,
those of sorts at 2^22 and 2^24 too.
Where --n is not given, floats are reduced at 2^20.
Union, intersection and difference begin at 64 items.
A row whose n would need a buffer of more than 512 MiB is left out. Exit codes: 0 all right, 1 a wrong result or a
CUDA error, 2 a bad flag.
)";

struct Options {
    std::vector<std::string> ops, dists = {"uniform"};
    std::vector<uint32_t> n = {1 << 8, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24, 1 << 26};
    std::vector<int> kept = {1, 10, 50, 90, 100}, records = {4}, bits = {16, 24, 32};
    std::vector<uint32_t> segments = {150000, 1000000, 4000000, 16000000};
    int reps = 31;
    double warmUp = 0.1;
    uint32_t seed = 1;
    bool check = false, list = false, sums = false;
    bool usualItems = true;  // no flag has set n
    bool usualInputs = true; // no flag has set kept, records, bits or dists
};

[[noreturn]] inline void badFlag(const std::string& why)
{
    std::fprintf(stderr, "cub: %s; cub --help tells the flags\n", why.c_str());
    std::exit(2);
}

inline std::vector<std::string> split(const std::string& list)
{
    std::vector<std::string> parts;
    for (size_t begin = 0; begin <= list.size();) {
        size_t end = std::min(list.find(',', begin), list.size());
        parts.push_back(list.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

inline long number(const std::string& flag, const std::string& text, long least, long most)
{
    char* end = nullptr;
    long v = std::strtol(text.c_str(), &end, 10);
    if (text.empty() || *end != 0 || v < least || v > most)
        badFlag(flag + ": \"" + text + "\" is no number from " + std::to_string(least) + " to " + std::to_string(most));
    return v;
}

inline std::vector<int> numbers(const std::string& flag, const std::string& list, long least, long most)
{
    std::vector<int> all;
    for (const std::string& part : split(list)) all.push_back(int(number(flag, part, least, most)));
    return all;
}

constexpr long mostPower = 26;

inline uint32_t items(const std::string& text)
{
    if (text.rfind("2^", 0) == 0) return 1u << number("--n", text.substr(2), 0, mostPower);
    return uint32_t(number("--n", text, 1, 1L << mostPower));
}

inline void quick(Options& o)
{
    o.n = {1 << 16, 1 << 20};
    o.segments = {150000};
    o.kept = {50};
    o.records = {4, 16};
    o.usualItems = o.usualInputs = false;
    o.reps = 21;
    o.warmUp = 0.05;
}

inline Options parse(int argc, char** argv)
{
    Options o;
    for (int i = 1; i < argc; i++) {
        std::string flag = argv[i];
        if (flag == "--kept" || flag == "--record" || flag == "--bits" || flag == "--dist") o.usualInputs = false;
        auto value = [&]() -> std::string {
            if (i + 1 >= argc) badFlag(flag + " needs a value");
            return argv[++i];
        };
        if (flag == "-h" || flag == "--help") {
            std::fputs(usage, stdout);
            std::exit(0);
        } else if (flag == "--quick") quick(o);
        else if (flag == "--check") o.check = true;
        else if (flag == "--list") o.list = true;
        else if (flag == "--sums") o.sums = true;
        else if (flag == "--op") o.ops = split(value());
        else if (flag == "--kept") o.kept = numbers(flag, value(), 0, 100);
        else if (flag == "--record") o.records = numbers(flag, value(), 4, 64);
        else if (flag == "--bits") o.bits = numbers(flag, value(), 1, 32);
        else if (flag == "--dist") o.dists = split(value());
        else if (flag == "--reps") o.reps = int(number(flag, value(), 21, 100000));
        else if (flag == "--seed") o.seed = uint32_t(number(flag, value(), 0, 0xFFFFFFFFL));
        else if (flag == "--warmup") {
            std::string text = value();
            char* end = nullptr;
            o.warmUp = std::strtod(text.c_str(), &end);
            if (text.empty() || *end != 0 || !(o.warmUp >= 0 && o.warmUp <= 60))
                badFlag("--warmup: \"" + text + "\" is no number of seconds from 0 to 60");
        } else if (flag == "--n") {
            o.n.clear();
            for (const std::string& part : split(value())) o.n.push_back(items(part));
            o.segments = o.n;
            o.usualItems = false;
        } else badFlag("there is no flag " + flag);
    }
    for (int r : o.records)
        if (r != 4 && r != 8 && r != 16 && r != 32 && r != 64) badFlag("--record: " + std::to_string(r) + " is none of 4, 8, 16, 32, 64");
    for (const std::string& d : o.dists)
        if (indexOf(keepingNames, d) < 0 && indexOf(orderingNames, d) < 0) badFlag("--dist: there is no \"" + d + "\"");
    return o;
}
