// SPDX-License-Identifier: MIT
// Keeps a record unless the caller's own bool same(RECORD, RECORD) finds it the same as the record before.
#include "compact/classes.glsl"
#include <PREDICATE>
layout(std430, binding = BIND_RECORDS) readonly buffer Records { RECORD records[]; };
uniform uint records_at;

uint classOf(uint i)
{
    if (i == 0u) return toClass(true);
    return toClass(!bool(same(records[records_at + i - 1u], records[records_at + i])));
}
