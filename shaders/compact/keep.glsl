// SPDX-License-Identifier: MIT
// The decisions: classOf(i) is the class of record i. keep_index.glsl and keep_fetch_keyed.glsl are
// two more.

#part flag
// Keeps record i when flags[i] is not zero; of three classes, flags[i] is the class.
#include "compact/classes.glsl"
layout(std430, binding = BIND_FLAGS) readonly buffer Flags { uint flags[]; };
uniform uint flags_at;

uint classOf(uint i) { return CLASSES == 3u ? toClass(flags[flags_at + i]) : toClass(flags[flags_at + i] != 0u); }

#part mask
// Keeps record i when bit i % 32 of mask[i / 32] is set.
#include "compact/classes.glsl"
layout(std430, binding = BIND_MASK) readonly buffer Mask { uint mask[]; };
uniform uint mask_at;

uint classOf(uint i) { return toClass((mask[mask_at + i / 32u] >> (i % 32u) & 1u) != 0u); }

#part nonzero
// Keeps a record when any of its words is not zero.
#include "compact/classes.glsl"
layout(std430, binding = BIND_RECORDS) readonly buffer Records { uint record_words[]; };
uniform uint records_at;

uint classOf(uint i)
{
    uint any = 0u;
    for (uint w = 0u; w < STRIDE_WORDS; w++) any |= record_words[records_at + i * STRIDE_WORDS + w];
    return toClass(any != 0u);
}

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
#include "compact/keyed.glsl"

#part unique
// Keeps a record when any of its words differs from the record before: the first of each run of
// equal records.
#include "compact/classes.glsl"
layout(std430, binding = BIND_RECORDS) readonly buffer Records { uint record_words[]; };
uniform uint records_at;

uint classOf(uint i)
{
    if (i == 0u) return toClass(true);
    uint here = records_at + i * STRIDE_WORDS;
    uint differ = 0u;
    for (uint w = 0u; w < STRIDE_WORDS; w++) differ |= record_words[here + w] ^ record_words[here - STRIDE_WORDS + w];
    return toClass(differ != 0u);
}

#part same
// Keeps a record unless the caller's own bool same(RECORD, RECORD) returns true for it and the
// record before.
#include "compact/classes.glsl"
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
#include "compact/classes.glsl"
#include <PREDICATE>
layout(std430, binding = BIND_RECORDS) readonly buffer Records { RECORD records[]; };
uniform uint records_at;

uint classOf(uint i) { return toClass(DECIDED(DECIDE(records[records_at + i]))); }

#part user_keyed
// The caller's own bool keep(RECORD, out uint) decides and computes the key. Reflection checks the
// record's std430 array stride.
#include <PREDICATE>
layout(std430, binding = BIND_RECORDS) readonly buffer Records { RECORD records[]; };
uniform uint records_at;

bool keepKeyed(uint i, out uint key) { return bool(keep(records[records_at + i], key)); }
#include "compact/keyed.glsl"

#part index_keyed
// The caller's own bool keep(uint, out uint) decides and computes the key. It reads the caller's
// buffers.
#include <PREDICATE>

bool keepKeyed(uint i, out uint key) { return bool(keep(i, key)); }
#include "compact/keyed.glsl"
