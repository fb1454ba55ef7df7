// SPDX-License-Identifier: MIT
// Keeps a record when the caller's own bool keep(RECORD) says so. Its std430 array stride is checked by reflection.
#include <PREDICATE>
layout(std430, binding = BIND_RECORDS) readonly buffer Records { RECORD records[]; };
uniform uint records_at;

bool keepItem(uint i) { return keep(records[records_at + i]); }
