// SPDX-License-Identifier: MIT
// The inclusive value of a segment's last item is the segment's result. All workgroups first write
// the results of empty segments: there may be more segments than items or workers.
#include <FINISH>

// False for a workgroup beyond the workers, which has no items.
bool sinkBegin(uint worker)
{
    uint segments = segmentCount();
    uint step = gl_NumWorkGroups.x * gl_NumWorkGroups.y * GROUP_SIZE;
    for (uint s = worker * GROUP_SIZE + threadIndex(); s < segments; s += step) {
        if (offsetAt(s) >= min(offsetAt(s + 1u), itemCount())) putResult(s, VALUE_IDENTITY, 0u);
    }
    return worker < workers;
}

void putScanned(uint tile, uint i, uint n, VALUE v)
{
    uint at = tile + i;
    if (at + 1u < n && !isHead(tile, i + 1u)) return;
    uint s = segmentOf(at);
    if (s < segmentCount()) putResult(s, v, min(offsetAt(s + 1u), n) - offsetAt(s));
}
