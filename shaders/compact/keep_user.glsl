// SPDX-License-Identifier: MIT
// The caller's own bool keep(RECORD) or uint part(RECORD) decides: DECIDE, as a DECIDED. The record's std430 array stride
// is checked by reflection.
#include "compact/classes.glsl"
#include <PREDICATE>
layout(std430, binding = BIND_RECORDS) readonly buffer Records { RECORD records[]; };
uniform uint records_at;

uint classOf(uint i) { return toClass(DECIDED(DECIDE(records[records_at + i]))); }
