// SPDX-License-Identifier: MIT
// Item i of a tile: the source's value, with its head.
ITEM itemAt(uint tile, uint i) { return itemOf(valueAt(tile + i), isHead(tile, i)); }
