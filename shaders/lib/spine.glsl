// SPDX-License-Identifier: MIT
// The scan over the workers' totals. There are a few thousand at most, so each worker combines
// those before its own. That saves a dispatch for a kernel that scans them. Row r holds the totals
// of workers 0 to workers - 1.
#include "lib/group_scan.glsl"
layout(std430, binding = BIND_TOTALS) readonly buffer Totals { ITEM totals[]; };

// The totals of a row from worker 0 up to end, in order: each invocation takes a run.
ITEM totalsBefore(uint row, uint end)
{
    uint each = (end + GROUP_SIZE - 1u) / GROUP_SIZE;
    uint first = threadIndex() * each;
    ITEM sum = ITEM_IDENTITY;
    for (uint i = first; i < min(first + each, end); i++) {
        ITEM item = totals[row * workers + i];
        sum = combine(sum, item);
    }
    ITEM total;
    groupExclusive(sum, total);
    return total;
}
