// SPDX-License-Identifier: MIT
// Every item's value is a result.
#include <PUT>

void sinkBegin(uint worker) {}

#part plain
void putScanned(uint tile, uint i, uint n, VALUE v) { putValue(tile + i, v); }

#part ends
// One segment, whose carry begins with the item Start (the parts ends of the kernels).
#include <START>
#include <TOTAL>

void putScanned(uint tile, uint i, uint n, VALUE v) { putValue(tile + i, v); }

#part start
// Each segment begins with the item Start. It is combined with the results, because a segment may
// begin in any item.
#include <START>

void putScanned(uint tile, uint i, uint n, VALUE v) { putValue(tile + i, combine(startValue(), v)); }
