// SPDX-License-Identifier: MIT
// The inclusive value of a segment's last item is the segment's result. The empty segments' are written at the start.
#include <FINISH>

void sinkBegin(uint worker)
{
    uint segments = segmentCount();
    for (uint s = worker * GROUP_SIZE + threadIndex(); s < segments; s += workers * GROUP_SIZE) {
        if (offsetAt(s) >= min(offsetAt(s + 1u), itemCount())) putResult(s, VALUE_IDENTITY, 0u);
    }
}

void putScanned(uint tile, uint i, uint n, VALUE v)
{
    uint at = tile + i;
    if (at + 1u < n && !isHead(tile, i + 1u)) return;
    uint s = segmentOf(at);
    if (s < segmentCount()) putResult(s, v, min(offsetAt(s + 1u), n) - offsetAt(s));
}
