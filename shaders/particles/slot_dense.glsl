// SPDX-License-Identifier: MIT
// Records lie as the items do: the living, and behind them the newborn.
layout(std430, binding = BIND_MASK) writeonly buffer Mask { uint mask_words[]; };
uint itemsToVisit(uint before, uint born) { return before + born; }
bool isOld(uint q, uint before) { return q < before; }
bool isFree(uint q) { return false; }
uint newbornOf(uint q, uint before) { return q - before; }
uint slotOf(uint q, uint before) { return q; }
uint maskAt(uint row, uint tile) { return row * mask_stride + tile / 32u; }
#define COUNTED true  // shares of items are shares of records
