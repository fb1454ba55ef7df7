// SPDX-License-Identifier: MIT
// Inputs that do not read record i of Src for item i. wordsAt and valueAt are as in
// lib/source.glsl.

#part strided
// Every src_stride-th record, or the first for all items.
uniform uint src_stride;

uint recordOf(uint i) { return i * src_stride; }

#part gathered
// The records at indices. An index past the last record reads that one.
layout(std430, binding = BIND_INDICES) readonly buffer Indices { uint indices[]; };
uniform uint indices_at;
uniform uint src_last;

uint recordOf(uint i) { return min(indices[indices_at + i], src_last); }

#part words
// Values of a built-in type.
#include "lib/input.glsl#words_at"

VALUE valueAt(uint i) { return FROM_WORDS(wordsAt(i)); }

#part record
// The caller's records, which are the values.
#include <INPUT>
layout(std430, binding = BIND_SRC) readonly buffer Src { VALUE src[]; };
uniform uint src_at;

VALUE valueAt(uint i) { return src[src_at + recordOf(i)]; }

#part mapped
// The caller's records, mapped to values by their own VALUE map(RECORD, uint index).
#include <INPUT>
layout(std430, binding = BIND_SRC) readonly buffer Src { RECORD src[]; };
uniform uint src_at;

VALUE valueAt(uint i) { return map(src[src_at + recordOf(i)], i); }

#part words_at
// Reads items of VALUE_WORDS words. Later includes of lib/source.glsl#words_at add nothing.
#include <INPUT>
#define wordsAt recordWords
#include "lib/source.glsl#words_at"
#undef wordsAt

WORDS wordsAt(uint i) { return recordWords(recordOf(i)); }

#part counted
// The numbers from 0 on, as values of a built-in type.
#include "lib/input.glsl#counted_at"

VALUE valueAt(uint i) { return FROM_WORDS(wordsAt(i)); }

#part counted_mapped
// The numbers from 0 on, mapped to values by the caller's own VALUE map(uint, uint index).
VALUE valueAt(uint i) { return map(i, i); }

#part counted_at
// The words of the number i. COUNTED converts it. Src is declared and not read.
#define wordsAt recordWords
#include "lib/source.glsl#words_at"
#undef wordsAt

uint countedFloat(uint i) { return floatBitsToUint(float(i)); }

WORDS wordsAt(uint i) { return COUNTED(i); }
