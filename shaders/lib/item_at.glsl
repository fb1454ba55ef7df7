// SPDX-License-Identifier: MIT
// itemAt: item i of a tile, made of the source's value and its head.
ITEM itemAt(uint tile, uint i) { return itemOf(valueAt(tile + i), isHead(tile, i)); }
