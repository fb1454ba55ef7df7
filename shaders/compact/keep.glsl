// SPDX-License-Identifier: MIT
// The decisions: classOf(i) is the class of record i. Those with a key define keyedOf(i) too.

#part classes
// A record belongs to one of CLASSES classes. Compaction has class 0, the kept records, and writes
// only these (CLASSES is 1). Partition writes all, class after class. Lanes vote on VOTES classes;
// a record in none of them is in the last class.
uint toClass(bool keeps) { return keeps ? 0u : 1u; }
uint toClass(uint part) { return part; }

#part flag
// Keeps record i when flags[i] is not zero; of three classes, flags[i] is the class.
#include "compact/keep.glsl#classes"
layout(std430, binding = BIND_FLAGS) readonly buffer Flags { uint flags[]; };
uniform uint flags_at;

uint classOf(uint i) { return CLASSES == 3u ? toClass(flags[flags_at + i]) : toClass(flags[flags_at + i] != 0u); }

#part mask
// Keeps record i when bit i % 32 of mask[i / 32] is set.
#include "compact/keep.glsl#classes"
layout(std430, binding = BIND_MASK) readonly buffer Mask { uint mask[]; };
uniform uint mask_at;

uint classOf(uint i) { return toClass((mask[mask_at + i / 32u] >> (i % 32u) & 1u) != 0u); }

#part nonzero
// Keeps a record when any of its words is not zero.
#include "compact/keep.glsl#classes"
layout(std430, binding = BIND_RECORDS) readonly buffer Records { uint record_words[]; };
uniform uint records_at;

uint classOf(uint i)
{
    uint any = 0u;
    for (uint w = 0u; w < STRIDE_WORDS; w++) any |= record_words[records_at + i * STRIDE_WORDS + w];
    return toClass(any != 0u);
}

#part unique
// Keeps a record when any of its words differs from the record before: the first of each run of
// equal records.
#include "compact/keep.glsl#classes"
layout(std430, binding = BIND_RECORDS) readonly buffer Records { uint record_words[]; };
uniform uint records_at;

uint classOf(uint i)
{
    // Without a branch for record 0, which would split the loads: it is compared with itself.
    uint here = records_at + i * STRIDE_WORDS;
    uint before = here - min(i, 1u) * STRIDE_WORDS;
    uint differ = 0u;
    for (uint w = 0u; w < STRIDE_WORDS; w++) differ |= record_words[here + w] ^ record_words[before + w];
    return toClass(differ != 0u || i == 0u);
}

#part same
// Keeps a record unless the caller's own bool same(RECORD, RECORD) returns true for it and the
// record before.
#include "compact/keep.glsl#classes"
#include <PREDICATE>
layout(std430, binding = BIND_RECORDS) readonly buffer Records { RECORD records[]; };
uniform uint records_at;

uint classOf(uint i)
{
    if (i == 0u) return toClass(true);
    return toClass(!bool(same(records[records_at + i - 1u], records[records_at + i])));
}

#part user
// The caller's own bool keep(RECORD) or uint part(RECORD) decides. DECIDE is its name, DECIDED its
// type. Reflection checks the record's std430 array stride.
#include "compact/keep.glsl#classes"
#include <PREDICATE>
layout(std430, binding = BIND_RECORDS) readonly buffer Records { RECORD records[]; };
uniform uint records_at;

uint classOf(uint i) { return toClass(DECIDED(DECIDE(records[records_at + i]))); }

#part word
// The part user for records of one word: RECORD_OF makes the value of it.
#include <PREDICATE>
bool keepsWord(uint word) { return DECIDED(DECIDE(RECORD_OF(word))); }

#part word_nonzero
// Keeps words that are not 0. The self-test uses it in place of a predicate.
bool keepsWord(uint word) { return word != 0u; }

#part index
// The caller's own bool keep(uint) or uint part(uint) decides. DECIDE is its name, DECIDED its
// type. It reads the caller's buffers.
#include "compact/keep.glsl#classes"
#include <PREDICATE>

uint classOf(uint i) { return toClass(DECIDED(DECIDE(i))); }

#part keyed
// keyedOf: the key plus 1 for a record that is kept, else 0. So the largest key is 2^32 - 2, and
// 2^32 - 1 becomes 2^32 - 2. keepKeyed(i, key) is defined before this.
#include "compact/keep.glsl#classes"

uint keyWord(uint key) { return min(key, 0xFFFFFFFEu) + 1u; }

uint keyedOf(uint i)
{
    uint key = 0u;
    return keepKeyed(i, key) ? keyWord(key) : 0u;
}
uint classOf(uint i) { return toClass(keyedOf(i) != 0u); }

#part nonzero_keyed
// Keeps a record when any of its words is not zero, and makes a key of all words. The self-test
// uses it in place of a predicate. A record of the word 1 has the key 2^32 - 1, which is one too
// large.
layout(std430, binding = BIND_RECORDS) readonly buffer Records { uint record_words[]; };
uniform uint records_at;

uint fetchOf(uint i)
{
    uint any = 0u;
    for (uint w = 0u; w < STRIDE_WORDS; w++) any |= record_words[records_at + i * STRIDE_WORDS + w];
    return any;
}
bool keepFetched(uint any, out uint key)
{
    key = any - 2u;
    return any != 0u;
}
bool keepKeyed(uint i, out uint key) { return keepFetched(fetchOf(i), key); }
#include "compact/keep.glsl#keyed"

#part user_keyed
// The caller's own bool keep(RECORD, out uint) decides and computes the key. Reflection checks the
// record's std430 array stride.
#include <PREDICATE>
layout(std430, binding = BIND_RECORDS) readonly buffer Records { RECORD records[]; };
uniform uint records_at;

bool keepKeyed(uint i, out uint key) { return bool(keep(records[records_at + i], key)); }
#include "compact/keep.glsl#keyed"

#part index_keyed
// The caller's own bool keep(uint, out uint) decides and computes the key. It reads the caller's
// buffers.
#include <PREDICATE>

bool keepKeyed(uint i, out uint key) { return bool(keep(i, key)); }
#include "compact/keep.glsl#keyed"

#part fetch_keyed
// The caller's FETCH fetch(RECORD) loads data, from which bool keep(FETCH, out uint) decides and
// computes the key. Reflection checks the record's std430 array stride.
#include <PREDICATE>
layout(std430, binding = BIND_RECORDS) readonly buffer Records { RECORD records[]; };
uniform uint records_at;

FETCH fetchOf(uint i) { return fetch(records[records_at + i]); }
bool keepFetched(FETCH f, out uint key) { return bool(keep(f, key)); }
bool keepKeyed(uint i, out uint key) { return keepFetched(fetchOf(i), key); }
#include "compact/keep.glsl#keyed"
