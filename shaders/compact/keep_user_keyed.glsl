// SPDX-License-Identifier: MIT
// The caller's own bool keep(RECORD, out uint) decides and says the key. The record's std430 array stride is checked by
// reflection.
#include <PREDICATE>
layout(std430, binding = BIND_RECORDS) readonly buffer Records { RECORD records[]; };
uniform uint records_at;

bool keepKeyed(uint i, out uint key) { return bool(keep(records[records_at + i], key)); }
#include "compact/keyed.glsl"
