// SPDX-License-Identifier: MIT
// The output of keys. The parts _room write only as many as fit.

#part none
// The last pass of a sort that needs only the payload: keys are not written.
void putKey(uint i, KEY key) {}

#part word
// Writes keys of a word.
layout(std430, binding = BIND_DSTKEYS) writeonly buffer DstKeys { uint dst_keys[]; };
uniform uint dst_keys_at;

void putKey(uint i, KEY key) { dst_keys[dst_keys_at + i] = key; }

#part word_room
// Writes keys of a word, as far as they fit.
layout(std430, binding = BIND_DSTKEYS) writeonly buffer DstKeys { uint dst_keys[]; };
uniform uint dst_keys_at;
uniform uint room;  // keys that DstKeys holds

void putKey(uint i, KEY key)
{
    if (i < room) dst_keys[dst_keys_at + i] = key;
}

#part pair
// Writes keys of two words.
layout(std430, binding = BIND_DSTKEYS) writeonly buffer DstKeys { uint dst_keys[]; };
uniform uint dst_keys_at;

void putKey(uint i, KEY key)
{
    uint w = dst_keys_at + 2u * i;
    dst_keys[w] = key.x;
    dst_keys[w + 1u] = key.y;
}

#part pair_room
// Writes keys of two words, as far as they fit.
layout(std430, binding = BIND_DSTKEYS) writeonly buffer DstKeys { uint dst_keys[]; };
uniform uint dst_keys_at;
uniform uint room;  // keys that DstKeys holds

void putKey(uint i, KEY key)
{
    if (i >= room) return;
    uint w = dst_keys_at + 2u * i;
    dst_keys[w] = key.x;
    dst_keys[w + 1u] = key.y;
}
