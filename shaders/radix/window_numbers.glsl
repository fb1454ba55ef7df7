// SPDX-License-Identifier: MIT
// The keys of a window that is sorted in registers, as numbers in the order of the result, in
// shared memory: window_lanes.glsl and window_pieces.glsl.
#include <KEYS>
#include <PUT>
#include <EXCHANGE>

uniform uint part_low;  // all bits of the keys
uniform uint part_high;
uniform uint descending;

// As in radix/window_merge.glsl.
#define TILE_PLACES (TILE_SIZE + TILE_SIZE / 32u)
uint paddedAt(uint i) { return i + i / 32u; }
shared KEY tile_keys[TILE_PLACES];

// The number of a key, and its inverse.
KEY numberOf(KEY key)
{
    return keyPart(key, part_low, part_high) ^ KEY_OF(part_low * descending, part_high * descending);
}
KEY keyOf(KEY number) { return unsortable(number ^ KEY_OF(part_low * descending, part_high * descending)); }
