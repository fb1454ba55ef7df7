// SPDX-License-Identifier: MIT
// cub measures NVIDIA's CUB and Thrust as bench measures comb: the same operations on the same inputs, each result checked before
// it is timed and after. It needs CUDA 12.6 or later, of which CUB is a part, with g++ or clang++, and nothing else.
//
//   nvcc -O3 -std=c++17 -arch=native -o cub bench/peers/cub.cu    for the device of this machine
//   nvcc -O3 -std=c++17 -arch=sm_90 -o cub bench/peers/cub.cu     for an H100 or H200
//   ./cub > cub.csv
//
// README.md beside this file tells what is compared and what is not, and the columns.
#include "hair.cuh"
#include "keys.cuh"
#include "more.cuh"
#include "options.cuh"
#include "thrust.cuh"

namespace {

using Make = Job (*)(const Cell&, uint32_t seed);

struct Op {
    const char* name;
    Make make;
};

const std::vector<Op> ops = {
    {"empty", emptyJob},
    {"copy", copyJob},
    {"reduce", reduceJob},
    {"scan", scanJob},
    {"compact", compactJob},
    {"sort", sortJob},
    {"partition", partitionJob},
    {"predicate", predicateJob},
    {"runs", runsJob},
    {"histogram", histogramJob},
    {"segreduce", segreduceJob},
    {"segscan", segscanJob},
    {"segsort", segsortJob},
    {"mergesort", mergeSortJob},
    {"topk", topKJob},
    {"ends", partitionJob},
    {"split", splitJob},
    {"manybins", manyBinsJob},
    {"decode", decodeJob},
    {"reducebykey", reduceByKeyJob},
    {"scanbykey", scanByKeyJob},
    {"unique", uniqueJob},
    {"sort64", wideSortJob<uint64_t>},
    {"sort128", wideSortJob<unsigned __int128>},
    {"merge", mergeJob},
    {"union", [](const Cell& c, uint32_t seed) { return setJob(c, seed, Set::both); }},
    {"intersection", [](const Cell& c, uint32_t seed) { return setJob(c, seed, Set::common); }},
    {"difference", [](const Cell& c, uint32_t seed) { return setJob(c, seed, Set::first); }},
    {"lowerbound", [](const Cell& c, uint32_t seed) { return boundJob(c, seed, false); }},
    {"upperbound", [](const Cell& c, uint32_t seed) { return boundJob(c, seed, true); }},
    {"shuffle", shuffleJob},
    {"hair-chain-device", [](const Cell& c, uint32_t seed) { return hairJob(c, seed, false); }},
    {"hair-chain-readback", [](const Cell& c, uint32_t seed) { return hairJob(c, seed, true); }},
    {"sort-doublebuffer", sortDoubleBufferJob},
    {"reduce-f32-sum", [](const Cell& c, uint32_t seed) { return reduceFloatsJob(c, seed, Operator::sum); }},
    {"reduce-f32-min", [](const Cell& c, uint32_t seed) { return reduceFloatsJob(c, seed, Operator::min); }},
    {"reduce-f32-max", [](const Cell& c, uint32_t seed) { return reduceFloatsJob(c, seed, Operator::max); }},
    {"reduce-vec4-sum", [](const Cell& c, uint32_t seed) { return reduceVectorsJob(c, seed, Operator::sum); }},
    {"reduce-vec4-min", [](const Cell& c, uint32_t seed) { return reduceVectorsJob(c, seed, Operator::min); }},
    {"reduce-vec4-max", [](const Cell& c, uint32_t seed) { return reduceVectorsJob(c, seed, Operator::max); }},
};

bool begins(const std::string& name, const std::string& with) { return name.rfind(with, 0) == 0; }

// asked are those of names that were asked for.
std::vector<std::string> asked(const std::vector<std::string>& names, const std::vector<std::string>& by)
{
    std::vector<std::string> all;
    for (const std::string& name : names)
        if (indexOf(by, name) >= 0) all.push_back(name);
    return all;
}

// Where floats are reduced, and the most items of the operations beside those of the main table.
constexpr uint32_t sideItems = 1 << 20;

bool isOneOf(const std::string& op, const std::vector<std::string>& names) { return indexOf(names, op) >= 0; }

bool isWide(const std::string& op) { return isOneOf(op, {"sort64", "sort128"}); }

bool isSet(const std::string& op) { return isOneOf(op, {"union", "intersection", "difference"}); }

// cells are the rows of one operation: the cross product of the lists.
std::vector<Cell> cells(const std::string& op, const Options& o)
{
    std::vector<Cell> all;
    Cell c;
    c.op = op;
    auto add = [&](size_t bytesEach) {
        if (c.n * bytesEach <= mostBytes) all.push_back(c);
    };
    std::vector<uint32_t> sizes;
    for (uint32_t n : o.n) {
        bool left = o.usualItems && begins(op, "reduce-") && n != sideItems;
        left = left || (isSet(op) && n < leastOfSets);
        if (!left) sizes.push_back(n);
    }
    if (op == "empty") {
        for (uint32_t n : {1u, 9u}) c.n = n, add(0);
    } else if (begins(op, "hair")) {
        c.bits = hair::keyBits, c.payload = 4;
        for (uint32_t n : o.segments)
            for (int kept : {50, 100}) {
                c.n = n, c.kept = kept;
                bool wanted = std::find(o.kept.begin(), o.kept.end(), kept) != o.kept.end();
                if (wanted && 16 * hair::pointsOf(n) <= mostBytes) all.push_back(c);
            }
    } else if (op == "compact") {
        for (uint32_t n : sizes)
            for (int record : o.records)
                for (const std::string& dist : asked(keepingNames, o.dists))
                    for (int kept : o.kept) c.n = n, c.record = record, c.dist = dist, c.kept = kept, add(record);
    } else if (op == "partition" || op == "ends" || op == "split") {
        for (uint32_t n : sizes)
            for (int kept : o.kept) c.n = n, c.kept = kept, c.record = 4, c.dist = "uniform", add(4);
    } else if (isWide(op)) {
        c.bits = op == "sort64" ? 64 : 128;
        for (uint32_t n : sizes)
            for (int payload : {0, 4}) c.n = n, c.payload = payload, add(c.bits / 8);
    } else if (op == "topk") {
        c.bits = 32, c.payload = 4;
        for (uint32_t n : sizes)
            for (const std::string& dist : asked(orderingNames, o.dists)) c.n = n, c.dist = dist, add(4);
    } else if (begins(op, "sort") || op == "mergesort") {
        for (uint32_t n : sizes)
            for (const std::string& dist : asked(orderingNames, o.dists)) {
                c.n = n, c.dist = dist, c.bits = 32, c.payload = 0;
                add(4);
                c.payload = 4;
                for (int bits : o.bits) c.bits = bits, add(4);
            }
    } else {
        for (uint32_t n : sizes) c.n = n, add(begins(op, "reduce-vec4") ? 16 : 4);
    }
    return all;
}

// sideCells are the rows of other records and distributions, at one number of items, of sorts at
// more.
std::vector<Cell> sideCells(const std::string& op, const Options& o)
{
    Options side = o;
    side.n = {sideItems};
    side.kept = {50};
    side.bits = {32};
    std::vector<Cell> all;
    auto add = [&] {
        for (const Cell& c : cells(op, side)) all.push_back(c);
    };
    if (op == "compact") {
        side.records = {8, 16, 32, 64};
        add();
        side.records = {4};
        side.dists = {"clustered", "alternating"};
        add();
    } else if (op == "sort" || op == "mergesort" || op == "topk") {
        side.dists = {"entropy", "sorted", "reversed", "few", "constant"};
        if (op == "sort") side.n = {1 << 20, 1 << 22, 1 << 24};
        add();
    }
    return all;
}

// device is the last column: which device, and the versions of what ran on it.
std::string device()
{
    cudaDeviceProp p;
    CUDA(cudaGetDeviceProperties(&p, 0));
    int runtime = 0;
    CUDA(cudaRuntimeGetVersion(&runtime));
    std::string all = p.name;
    all += "; CUDA " + std::to_string(runtime / 1000) + "." + std::to_string(runtime % 1000 / 10);
    return all + "; CUB " + std::to_string(CUB_VERSION / 100000) + "." + std::to_string(CUB_VERSION / 100 % 1000) + "." + std::to_string(CUB_VERSION % 100);
}

void printRow(const Cell& c, const Times& t, long long bytes, bool checked, const std::string& device)
{
    std::printf("%s,%u,%d,%d,%d,%d,%s,%.3f,%.3f,%.3f,%.3f,%d,%s,%.3f,%.3f,%.3f,%lld,%s,%s\n", c.op.c_str(), c.n, c.kept, c.bits,
                c.payload, c.record, c.dist.c_str(), t.median, t.least, t.p25, t.p75, t.reps, t.queued ? "true" : "false", t.row, t.wall,
                t.enqueue, bytes, checked ? "true" : "false", device.c_str());
    std::fflush(stdout);
}

// wrong makes one call and tells what is wrong with its result, or nothing.
std::string wrong(const Job& j)
{
    if (j.timed.prepare) j.timed.prepare();
    j.timed.run();
    CUDA(cudaDeviceSynchronize());
    return j.check ? j.check() : "";
}

// blind says whether the check does not see that a bit of the result is wrong.
bool blind(const Job& j)
{
    if (!j.check) return false;
    uint32_t* word = j.result();
    upload(word, std::vector<uint32_t>{downloadOne(word) ^ 1u});
    return j.check().empty();
}

// measure checks, times and checks again: the last of many calls in a row is where a race between two would show.
bool measure(const Op& op, const Cell& c, const Options& o, Clock& clock, const std::string& device)
{
    Job j = op.make(c, o.seed);
    std::string why = wrong(j);
    if (why.empty() && blind(j)) why = "the check sees no mistake";
    Times t;
    if (why.empty() && !o.check) {
        t = clock.time(j.timed, o.warmUp, o.reps);
        if (j.check) why = j.check();
    }
    if (!why.empty()) {
        std::fprintf(stderr, "cub: %s n=%u kept=%d bits=%d payload=%d record=%d %s: %s\n", c.op.c_str(), c.n, c.kept, c.bits, c.payload,
                     c.record, c.dist.c_str(), why.c_str());
        t = Times();
    }
    printRow(c, t, j.bytes, why.empty(), device);
    return why.empty();
}

} // namespace

int main(int argc, char** argv)
{
    Options o = parse(argc, argv);
    if (o.sums) {
        printSums(o.seed);
        return 0;
    }
    for (const std::string& name : o.ops) {
        bool known = std::any_of(ops.begin(), ops.end(), [&](const Op& op) { return begins(op.name, name); });
        if (!known) badFlag("--op: there is no \"" + name + "\"");
    }
    std::vector<std::pair<const Op*, Cell>> rows;
    auto add = [&](std::vector<Cell> (*cellsOf)(const std::string&, const Options&)) {
        for (const Op& op : ops) {
            bool named = std::any_of(o.ops.begin(), o.ops.end(), [&](const std::string& name) { return begins(op.name, name); });
            if (!named && !o.ops.empty()) continue;
            for (const Cell& c : cellsOf(op.name, o)) rows.push_back({&op, c});
        }
    };
    add(cells);
    if (o.usualInputs) add(sideCells);
    std::printf("op,n,kept,key_bits,payload_bytes,record_bytes,dist,us,min_us,p25_us,p75_us,reps,queued,row_us,wall_us,enqueue_us,bytes,checked,device\n");
    if (o.list) {
        for (auto& [op, c] : rows) printRow(c, Times(), 0, false, "");
        return 0;
    }
    std::string on = device();
    std::fprintf(stderr, "cub: %zu rows on %s\n", rows.size(), on.c_str());
    Clock clock;
    size_t failed = 0;
    for (size_t i = 0; i < rows.size(); i++) {
        const Cell& c = rows[i].second;
        if (i == 0 || c.op != rows[i - 1].second.op || c.n != rows[i - 1].second.n)
            std::fprintf(stderr, "cub: row %zu of %zu: %s n=%u\n", i + 1, rows.size(), c.op.c_str(), c.n);
        failed += !measure(*rows[i].first, c, o, clock, on);
    }
    if (failed > 0) std::fprintf(stderr, "cub: %zu of %zu rows are wrong\n", failed, rows.size());
    return failed > 0 ? 1 : 0;
}
