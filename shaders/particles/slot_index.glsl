// SPDX-License-Identifier: MIT
// Records stay where they were born: Index has the slots of the living in order, and behind them the free ones.
// Two halves, by side.
layout(std430, binding = BIND_INDEX) readonly buffer Index { uint index[]; };
uint slotOf(uint q) { return index[side * indexHalf() + q]; }
