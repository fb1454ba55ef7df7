// SPDX-License-Identifier: MIT
// The output: putItem writes record item, or its index, to place to. Then the move of large records
// through shared memory (STAGED), and the output in addition to the records (ALSO).

#part indices
// Writes the records' indices.
void putItem(uint to, uint item) { dst[dst_at + to] = item; }
uint movedWord(uint item, uint w) { return item; }

#part records
// Writes the records of Src.
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
uniform uint src_at;

void putItem(uint to, uint item)
{
    uint record[MOVED_WORDS];  // read whole before the write, so that loads do not wait for stores
    for (uint w = 0u; w < MOVED_WORDS; w++) record[w] = src[src_at + item * MOVED_WORDS + w];
    for (uint w = 0u; w < MOVED_WORDS; w++) dst[dst_at + to * MOVED_WORDS + w] = record[w];
}
uint movedWord(uint item, uint w) { return src[src_at + item * MOVED_WORDS + w]; }

#part parts
// Writes the records of Src, whose size is a multiple of four words: one load and one bounds check
// for four words.
#define MOVED_PARTS (MOVED_WORDS / 4u)
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
layout(std430, binding = BIND_SRC) readonly buffer Src4 { uvec4 src4[]; };
layout(std430, binding = BIND_DST) writeonly buffer Dst4 { uvec4 dst4[]; };
uniform uint src_at;

// Whether both Src and Dst begin at a multiple of four words.
bool isWide() { return ((src_at | dst_at) & 3u) == 0u; }

uvec4 widePart(uint p) { return src4[src_at / 4u + p]; }
uvec4 narrowPart(uint p)
{
    uint w = src_at + 4u * p;
    return uvec4(src[w], src[w + 1u], src[w + 2u], src[w + 3u]);
}
void putPart(uint p, uvec4 v, bool wide)
{
    if (wide) {
        dst4[dst_at / 4u + p] = v;
    } else {
        for (uint c = 0u; c < 4u; c++) dst[dst_at + 4u * p + c] = v[c];
    }
}

void putItem(uint to, uint item)
{
    uvec4 record[MOVED_PARTS];  // read whole before the write, so that loads do not wait for stores
    bool wide = isWide();
    if (wide) {
        for (uint p = 0u; p < MOVED_PARTS; p++) record[p] = widePart(item * MOVED_PARTS + p);
    } else {
        for (uint p = 0u; p < MOVED_PARTS; p++) record[p] = narrowPart(item * MOVED_PARTS + p);
    }
    for (uint p = 0u; p < MOVED_PARTS; p++) putPart(to * MOVED_PARTS + p, record[p], wide);
}

#part records_split parts_split
// Writes the records of Src to two destinations: those with places from OTHERS on to Others, the
// others to Dst. A record for which its destination has no room is dropped. ROOMS is 0 where both
// have room for all.
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
layout(std430, binding = BIND_OTHERS) writeonly buffer Others { uint others[]; };
uniform uint src_at;
uniform uint others_at;

bool hasRoom(uint to) { return ROOMS == 0 || (to < OTHERS ? to < room : to - OTHERS < others_room); }

// Writes word w of the record at a place.
void putWord(uint to, uint w, uint v)
{
    if (!hasRoom(to)) return;
    if (to < OTHERS) dst[dst_at + to * MOVED_WORDS + w] = v;
    else others[others_at + (to - OTHERS) * MOVED_WORDS + w] = v;
}

#part records_split
void putItem(uint to, uint item)
{
    uint record[MOVED_WORDS];  // read whole before the write, so that loads do not wait for stores
    for (uint w = 0u; w < MOVED_WORDS; w++) record[w] = src[src_at + item * MOVED_WORDS + w];
    for (uint w = 0u; w < MOVED_WORDS; w++) putWord(to, w, record[w]);
}
uint movedWord(uint item, uint w) { return src[src_at + item * MOVED_WORDS + w]; }

#part parts_split
// The same for records whose size is a multiple of four words, as in the part parts.
#define MOVED_PARTS (MOVED_WORDS / 4u)
layout(std430, binding = BIND_SRC) readonly buffer Src4 { uvec4 src4[]; };
layout(std430, binding = BIND_DST) writeonly buffer Dst4 { uvec4 dst4[]; };
layout(std430, binding = BIND_OTHERS) writeonly buffer Others4 { uvec4 others4[]; };

// Whether Src, Dst and Others begin at a multiple of four words.
bool isWide() { return ((src_at | dst_at | others_at) & 3u) == 0u; }

uvec4 widePart(uint p) { return src4[src_at / 4u + p]; }
uvec4 narrowPart(uint p)
{
    uint w = src_at + 4u * p;
    return uvec4(src[w], src[w + 1u], src[w + 2u], src[w + 3u]);
}

// Writes part p of the record at a place.
void putPart(uint to, uint p, uvec4 v, bool wide)
{
    if (!wide) {
        for (uint c = 0u; c < 4u; c++) putWord(to, 4u * p + c, v[c]);
    } else if (hasRoom(to)) {
        if (to < OTHERS) dst4[dst_at / 4u + to * MOVED_PARTS + p] = v;
        else others4[others_at / 4u + (to - OTHERS) * MOVED_PARTS + p] = v;
    }
}

void putItem(uint to, uint item)
{
    bool wide = isWide();
    for (uint p = 0u; p < MOVED_PARTS; p++) putPart(to, p, wide ? widePart(item * MOVED_PARTS + p) : narrowPart(item * MOVED_PARTS + p), wide);
}

#part results results_apart
// Writes the caller's RESULT FINISH(RECORD, uint) of each record of Src. FINISH is its name. In the
// parts whose names end in apart no predicate includes the caller's text. Reflection checks both
// array strides.
#part results_apart results_index_apart
#include <PREDICATE>
#part results results_apart
layout(std430, binding = BIND_SRC) readonly buffer Src { RECORD src[]; };
layout(std430, binding = BIND_DST) writeonly buffer Dst { RESULT dst[]; };
uniform uint src_at;

void putItem(uint to, uint item) { dst[dst_at + to] = FINISH(src[src_at + item], item); }

#part results_index results_index_apart
// Writes the caller's RESULT FINISH(uint) of each record's index. It reads the caller's buffers.
layout(std430, binding = BIND_DST) writeonly buffer Dst { RESULT dst[]; };

void putItem(uint to, uint item) { dst[dst_at + to] = FINISH(item); }

#part staged_results
// STAGED: writes the staged records' results, so that neighbours write neighbours.
#define STAGED_EACH 1u

void moveStaged(uint tile, uint items, uint base[CLASSES], uint begin[CLASSES + 1u])
{
    for (uint at = threadIndex(); at < items; at += GROUP_SIZE) putItem(placeOf(at, base, begin), tile + staged[at]);
}

#part staged_words staged_words_split
// STAGED: moves the staged records word by word, so that neighbours write neighbours. STAGED_EACH
// loads of an invocation are in flight together.
#define STAGED_EACH 4u

void moveStaged(uint tile, uint items, uint base[CLASSES], uint begin[CLASSES + 1u])
{
    uint words = items * MOVED_WORDS;
    for (uint first = threadIndex(); first < words; first += STAGED_EACH * GROUP_SIZE) {
        uint held[STAGED_EACH];
        for (uint e = 0u; e < STAGED_EACH; e++) {
            uint w = min(first + e * GROUP_SIZE, words - 1u);
            held[e] = movedWord(tile + staged[w / MOVED_WORDS], w % MOVED_WORDS);
        }
        for (uint e = 0u; e < STAGED_EACH; e++) {
            uint w = first + e * GROUP_SIZE;
            uint at = w / MOVED_WORDS;
#part staged_words
            if (w < words) dst[dst_at + (placeOf(at, base, begin) - at) * MOVED_WORDS + w] = held[e];
#part staged_words_split
            if (w < words) putWord(placeOf(at, base, begin), w % MOVED_WORDS, held[e]);
#part staged_words staged_words_split
        }
    }
}

#part staged_parts staged_parts_split
// STAGED: moves the staged records by parts of four words, for records whose size is a multiple of
// that. STAGED_EACH loads of an invocation are in flight together. If Src or Dst does not begin at
// a multiple of four words, a part is read or written word by word.
#define STAGED_EACH 4u

void moveStaged(uint tile, uint items, uint base[CLASSES], uint begin[CLASSES + 1u])
{
    uint parts = items * MOVED_PARTS;
    bool wide = isWide();
    for (uint first = threadIndex(); first < parts; first += STAGED_EACH * GROUP_SIZE) {
        uvec4 held[STAGED_EACH];
        uint from[STAGED_EACH];
        for (uint e = 0u; e < STAGED_EACH; e++) {
            uint p = min(first + e * GROUP_SIZE, parts - 1u);
            from[e] = (tile + staged[p / MOVED_PARTS]) * MOVED_PARTS + p % MOVED_PARTS;
        }
        if (wide) {
            for (uint e = 0u; e < STAGED_EACH; e++) held[e] = widePart(from[e]);
        } else {
            for (uint e = 0u; e < STAGED_EACH; e++) held[e] = narrowPart(from[e]);
        }
        for (uint e = 0u; e < STAGED_EACH; e++) {
            uint p = first + e * GROUP_SIZE;
            uint at = p / MOVED_PARTS;
#part staged_parts
            if (p < parts) putPart((placeOf(at, base, begin) - at) * MOVED_PARTS + p, held[e], wide);
#part staged_parts_split
            if (p < parts) putPart(placeOf(at, base, begin), p % MOVED_PARTS, held[e], wide);
#part staged_parts staged_parts_split
        }
    }
}

#part also_none
// ALSO: no output in addition to the records.
void putAlso(uint to, uint item, uint k) {}
void moveAlso(uint to, uint tile, uint items) {}
void moveEnd(uint kept, uint n) {}

#part also_keys
// ALSO: writes the key of each moved record, which compact/tile.glsl#keyed holds.
#include "compact/sink.glsl#key"

void putAlso(uint to, uint item, uint k) { putKey(to, held[k]); }
void moveAlso(uint to, uint tile, uint items) {}
void moveEnd(uint kept, uint n) {}

#part also_runs
// ALSO: writes the first record of each run beside its start.
#include "compact/sink.glsl#run_values"

void putAlso(uint to, uint item, uint k)
{
    if (DIRECT == 0 || want_values == 0u) return;
    for (uint w = 0u; w < STRIDE_WORDS; w++) putValueWord(to, item, w);
}
void moveAlso(uint to, uint tile, uint items)
{
    if (want_values == 0u) return;
    for (uint w = threadIndex(); w < items * STRIDE_WORDS; w += GROUP_SIZE) {
        putValueWord(to + w / STRIDE_WORDS, tile + staged[w / STRIDE_WORDS], w % STRIDE_WORDS);
    }
}
void moveEnd(uint runs, uint n) { endRuns(runs, n); }

#part run_values
// putValueWord: writes a word of a run's first record. endRuns: after the last start comes the end
// of the last run.
layout(std430, binding = BIND_VALUES) writeonly buffer Values { uint values[]; };
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
uniform uint values_at;
uniform uint src_at;
uniform uint want_values;

void putValueWord(uint to, uint item, uint w) { values[values_at + to * STRIDE_WORDS + w] = src[src_at + item * STRIDE_WORDS + w]; }
void endRuns(uint runs, uint n) { dst[dst_at + runs] = n; }

#part key
// putKey: writes the key of a kept record, from its word of keyedOf.
layout(std430, binding = BIND_KEYS) writeonly buffer Keys { uint keys[]; };
uniform uint keys_at;

void putKey(uint to, uint keyed) { keys[keys_at + to] = keyed - 1u; }
