// SPDX-License-Identifier: MIT
// The output of keys (PUT), and the payload beside them (PAYLOAD). The parts _room write only as
// many as fit.

#part key_none
// PUT: the last pass of a sort that needs only the payload: keys are not written.
void putKey(uint i, KEY key) {}

#part key_word
// PUT: writes keys of a word.
layout(std430, binding = BIND_DSTKEYS) writeonly buffer DstKeys { uint dst_keys[]; };
uniform uint dst_keys_at;

void putKey(uint i, KEY key) { dst_keys[dst_keys_at + i] = key; }

#part key_word_room
// PUT: writes keys of a word, as far as they fit.
layout(std430, binding = BIND_DSTKEYS) writeonly buffer DstKeys { uint dst_keys[]; };
uniform uint dst_keys_at;
uniform uint room;  // keys that DstKeys holds

void putKey(uint i, KEY key)
{
    if (i < room) dst_keys[dst_keys_at + i] = key;
}

#part word_packed
// PUT of a packed argsort's first pass (radix/keys.glsl#digit_packing): writes the bits of the
// later digits above the key's index.
layout(std430, binding = BIND_DSTKEYS) writeonly buffer DstKeys { uint dst_keys[]; };
uniform uint dst_keys_at;
uniform uint index_bits;

void putKey(uint i, KEY item)
{
    uint index = workgroupIndex() * TILE_SIZE + (item & (1u << PLACE_BITS) - 1u);
    dst_keys[dst_keys_at + i] = item >> (PLACE_BITS + RADIX_BITS) << index_bits | index;
}

#part word_masked
// PUT of the passes that move packed words: the last pass writes only the indices in them.
layout(std430, binding = BIND_DSTKEYS) writeonly buffer DstKeys { uint dst_keys[]; };
uniform uint dst_keys_at;
uniform uint dst_mask;

void putKey(uint i, KEY key) { dst_keys[dst_keys_at + i] = key & dst_mask; }

#part key_pair
// PUT: writes keys of two words, both at a time if they begin at an even word. Sorts of 2^18 to
// 2^24 keys took an H200 3 to 6 % less so. Reading both at a time gained nothing.
layout(std430, binding = BIND_DSTKEYS) writeonly buffer DstKeys { uvec2 dst_keys[]; };
uniform uint dst_keys_at;

void putKey(uint i, KEY key)
{
    uint p = dst_keys_at / 2u + i;
    if (dst_keys_at % 2u == 0u) {
        dst_keys[p] = key;
    } else {
        dst_keys[p].y = key.x;
        dst_keys[p + 1u].x = key.y;
    }
}

#part key_pair_room
// PUT: writes keys of two words, as far as they fit.
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

#part none_words
// PUT of a tile of words, which the kernel does not write by this.
void putKey(uint i, KEY key) {}

#part payload_none
// PAYLOAD: no payload.
const bool HAS_PAYLOAD = false;
uint payloadAt(uint i) { return 0u; }
void putPayload(uint i, uint v) {}
void endPayload() {}

#part payload_u32
// PAYLOAD: one word of payload for each key.
const bool HAS_PAYLOAD = true;
layout(std430, binding = BIND_PAYLOAD) readonly buffer Payload { uint payload[]; };
layout(std430, binding = BIND_DSTPAYLOAD) writeonly buffer DstPayload { uint dst_payload[]; };
uniform uint payload_at;
uniform uint dst_payload_at;

uint payloadAt(uint i) { return payload[payload_at + i]; }
void putPayload(uint i, uint v) { dst_payload[dst_payload_at + i] = v; }
void endPayload() {}

#part payload_index
// PAYLOAD: the payload of an argsort's first pass: each key's own index, without a buffer.
const bool HAS_PAYLOAD = true;
layout(std430, binding = BIND_DSTPAYLOAD) writeonly buffer DstPayload { uint dst_payload[]; };
uniform uint dst_payload_at;

uint payloadAt(uint i) { return i; }
void putPayload(uint i, uint v) { dst_payload[dst_payload_at + i] = v; }
void endPayload() {}

#part packing
// A pass of a packed sort that writes words: each of the payload below the bits of the key's later
// digits. The keys are read again, mostly from a cache.
const bool HAS_PAYLOAD = true;
layout(std430, binding = BIND_PAYLOAD) readonly buffer Payload { uint payload[]; };
layout(std430, binding = BIND_DSTPAYLOAD) writeonly buffer DstPayload { uint dst_payload[]; };
uniform uint payload_at;
uniform uint dst_payload_at;
uniform uint packed_from;  // the lowest bit of the later digits
uniform uint packed_mask;  // of their bits
uniform uint index_bits;   // of a word of the payload

uint packedWord(uint i, uint word) { return word | (keyBits(keyAt(i), packed_from) & packed_mask) << index_bits; }
void putPayload(uint i, uint v) { dst_payload[dst_payload_at + i] = v; }

#part payload_packed
// PAYLOAD of a packed argsort's pass that is not the first.
#include "radix/put.glsl#packing"

uint payloadAt(uint i) { return packedWord(i, payload[payload_at + i]); }
void endPayload() {}

#part values_packed
// PAYLOAD of the pass of a sort of values that packs. It reports a value with too many bits.
#include "lib/fault.glsl"
#include "radix/put.glsl#packing"

uint all_values = 0u;  // the bits that any value of the invocation has

uint payloadAt(uint i)
{
    uint value = payload[payload_at + i];
    all_values |= value;
    return packedWord(i, value);
}
void endPayload()
{
    if (all_values >> index_bits != 0u) atomicOr(fault_bits, FAULT_VALUE);
}

#part payload_record
// PAYLOAD: each key's own index, or with copies_words the word of that index.
const bool HAS_PAYLOAD = true;
layout(std430, binding = BIND_PAYLOAD) readonly buffer Payload { uint payload[]; };
layout(std430, binding = BIND_DSTPAYLOAD) writeonly buffer DstPayload { uint dst_payload[]; };
uniform uint payload_at;
uniform uint dst_payload_at;
uniform uint copies_words;

uint payloadAt(uint i) { return copies_words != 0u ? payload[payload_at + i] : i; }
void putPayload(uint i, uint v) { dst_payload[dst_payload_at + i] = v; }
void endPayload() {}

#part payload_index_room
// PAYLOAD: each key's own index, without a buffer; indices that do not fit are dropped.
const bool HAS_PAYLOAD = true;
layout(std430, binding = BIND_DSTPAYLOAD) writeonly buffer DstPayload { uint dst_payload[]; };
uniform uint dst_payload_at;

uint payloadAt(uint i) { return i; }
void putPayload(uint i, uint v)
{
    if (i < room) dst_payload[dst_payload_at + i] = v;
}
void endPayload() {}
