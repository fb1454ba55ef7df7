// SPDX-License-Identifier: MIT
// The caller's FETCH fetch(RECORD) loads data, from which bool keep(FETCH, out uint) decides and
// computes the key. Reflection checks the record's std430 array stride.
#include <PREDICATE>
layout(std430, binding = BIND_RECORDS) readonly buffer Records { RECORD records[]; };
uniform uint records_at;

FETCH fetchOf(uint i) { return fetch(records[records_at + i]); }
bool keepFetched(FETCH f, out uint key) { return bool(keep(f, key)); }
bool keepKeyed(uint i, out uint key) { return keepFetched(fetchOf(i), key); }
#include "compact/keyed.glsl"
