// SPDX-License-Identifier: MIT
// The sort of long segments in one dispatch (long_sort.comp.glsl): its lists, parts, keys and
// payload.

#part lists
// The lists of long segments, behind the words of radix/window.glsl#table in the same table.
// windows_find makes them. A segment of up to lone_most items is sorted by a workgroup alone. A
// longer one is cut into parts of partItems, PARTS_MOST at most. No two parts begin in one window,
// but the first part of a segment and a later one of the segment before. So a part has a row of
// counts by the window in which it begins.
#define LIST_WORDS 3u
uint wordLone(uint k) { return wordStart(windows) + LIST_WORDS * k; }    // begin and end
uint wordPart(uint k) { return wordLone(windows) + LIST_WORDS * k; }     // and the part's number
uint wordRow(uint row) { return wordPart(2u * windows) + RADIX * row; }  // a count for each digit

// The words of a half of Queue: the lengths of the two lists, then for each turn of the kernel the
// entries that workgroups have taken, and those that are done. The calls use the halves in turn,
// and each clears the other one.
#define QUEUE_LONE 0u
#define QUEUE_PARTS 1u
#define QUEUE_TAKEN 2u
#define QUEUE_DONE (QUEUE_TAKEN + QUEUE_TURNS)
#define QUEUE_HALF (QUEUE_DONE + QUEUE_TURNS)
layout(std430, binding = BIND_QUEUE) coherent volatile buffer Queue { uint queue[]; };
uniform uint half_begin;

// The items of a part of a segment: a multiple of PART_LEAST, which is no less than WINDOW.
uint partItems(uint items)
{
    uint least = items / PART_LEAST + min(items % PART_LEAST, 1u);
    return PART_LEAST * (least / PARTS_MOST + min(least % PARTS_MOST, 1u));
}

#part put_lists
// LONG: the segment that starts in a window is listed, and the parts that begin there.
#include "radix/long.glsl#lists"
uniform uint lone_most;

void addPart(uint begin, uint end, uint number)
{
    uint word = wordPart(atomicAdd(queue[half_begin + QUEUE_PARTS], 1u));
    table[word] = begin;
    table[word + 1u] = end;
    table[word + 2u] = number;
}

void putLong(uint w, Long one)
{
    uint items = one.lead_to - one.lead_from;
    if (one.lead > 0u && items > lone_most) {
        uint each = partItems(items);
        uint number = (one.begin - one.lead_from + each - 1u) / each;
        if (number * each < one.begin + one.lead - one.lead_from) addPart(one.lead_from, one.lead_to, number);
    }
    if (one.tail == 0u) return;
    if (one.tail_to - one.tail_from > lone_most) {
        addPart(one.tail_from, one.tail_to, 0u);
        return;
    }
    uint word = wordLone(atomicAdd(queue[half_begin + QUEUE_LONE], 1u));
    table[word] = one.tail_from;
    table[word + 1u] = one.tail_to;
}

#part put_numbers
// LONG: the numbers of the long items of a window.
void putLong(uint w, Long one)
{
    table[wordLong(w)] = one.lead + one.tail;
    table[wordLead(w)] = one.lead;
    table[wordShift(w)] = one.end - one.begin - one.lead - one.tail;
    table[wordStart(w)] = one.lead_from / WINDOW;
}

#part digit
// DIGIT of the sort of long segments: the keys of a segment, from its first item on. They lie in
// Keys, in DstKeys or in Spare.
#include "radix/keys.glsl#digit_each"
layout(std430, binding = BIND_DSTKEYS) coherent buffer DstKeys { uint dst_keys[]; };
layout(std430, binding = BIND_SPARE) coherent buffer Spare { uint spare_keys[]; };
uniform uint dst_keys_at;
uniform uint spare_at;

#define IN_SOURCE 0u
#define IN_DST 1u
#define IN_SPARE 2u
uint read_from;  // where a pass reads
uint write_to;   // and where it writes
uint segment_begin;
uint segment_items;

// Sets the stores of pass p. The last one writes to the destination.
void setStores(uint p)
{
    bool last = (digitCount() - p) % 2u == 1u;  // or an even number of passes before it
    read_from = p == 0u ? IN_SOURCE : last ? IN_SPARE : IN_DST;
    write_to = last ? IN_DST : IN_SPARE;
}

KEY segmentKey(uint i)
{
    uint at = segment_begin + i;
    if (read_from == IN_SOURCE) return keyAt(at);
    uint w = (read_from == IN_DST ? dst_keys_at : spare_at) + KEY_WORDS * at;
    if (read_from == IN_DST) return KEY_OF(dst_keys[w], dst_keys[w + KEY_WORDS - 1u]);
    return KEY_OF(spare_keys[w], spare_keys[w + KEY_WORDS - 1u]);
}
#define keyAt segmentKey

#part put
// PUT of the sort of long segments. If offsets do not ascend, a segment may lack parts, and their
// counts lead anywhere. So nothing is written outside the segment.
void putKey(uint i, KEY key)
{
    if (i >= segment_items) return;
    uint w = KEY_WORDS * (segment_begin + i);
    if (write_to == IN_DST) {
        dst_keys[dst_keys_at + w] = KEY_WORD(key, 0u);
        if (KEY_WORDS > 1u) dst_keys[dst_keys_at + w + 1u] = KEY_WORD(key, (KEY_WORDS - 1u));
    } else {
        spare_keys[spare_at + w] = KEY_WORD(key, 0u);
        if (KEY_WORDS > 1u) spare_keys[spare_at + w + 1u] = KEY_WORD(key, (KEY_WORDS - 1u));
    }
}

#part payload
// PAYLOAD of the sort of long segments: each item's own index, or with copies_words the word of
// that index.
const bool HAS_PAYLOAD = true;
layout(std430, binding = BIND_PAYLOAD) readonly buffer Payload { uint payload[]; };
layout(std430, binding = BIND_DSTPAYLOAD) coherent buffer DstPayload { uint dst_payload[]; };
layout(std430, binding = BIND_SPAREPAYLOAD) coherent buffer SparePayload { uint spare_payload[]; };
uniform uint payload_at;
uniform uint dst_payload_at;
uniform uint spare_payload_at;
uniform uint copies_words;

uint payloadAt(uint i)
{
    uint at = segment_begin + i;
    if (read_from == IN_SOURCE) return copies_words != 0u ? payload[payload_at + at] : at;
    return read_from == IN_DST ? dst_payload[dst_payload_at + at] : spare_payload[spare_payload_at + at];
}
void putPayload(uint i, uint v)
{
    if (i >= segment_items) return;
    uint at = segment_begin + i;
    if (write_to == IN_DST) dst_payload[dst_payload_at + at] = v;
    else spare_payload[spare_payload_at + at] = v;
}
void endPayload() {}

#part parts
// The part of this workgroup: items part_begin to part_end - 1 of its segment.
uint part_number;
uint part_items;
uint part_count;
uint part_begin;
uint part_end;

// The row of the counts of part i.
uint rowOf(uint i) { return wordRow(2u * ((segment_begin + i * part_items) / WINDOW) + min(i, 1u)); }

#define ADD_EACH 32u  // counts whose loads are in flight together
// The invocations that add up the counts of a digit.
#define ADDERS (GROUP_SIZE > RADIX ? GROUP_SIZE / RADIX : 1u)
shared uint digit_all[RADIX];     // the counts of a digit in all parts of the segment
shared uint digit_before[RADIX];  // and in those before this one

// Adds up the counts of all parts. Ends with a sync.
void addParts()
{
    for (uint d = threadIndex(); d < RADIX; d += GROUP_SIZE) {
        digit_all[d] = part_count == 1u ? digit_start[d] : 0u;
        digit_before[d] = 0u;
    }
    sync();
    if (part_count == 1u) return;
    for (uint j = threadIndex(); j < ADDERS * RADIX; j += GROUP_SIZE) {
        uint d = j % RADIX;
        uvec2 sum = uvec2(0u);
        for (uint first = j / RADIX; first < part_count; first += ADDERS * ADD_EACH) {
            uint count[ADD_EACH];
            for (uint k = 0u; k < ADD_EACH; k++) count[k] = table[rowOf(min(first + k * ADDERS, part_count - 1u)) + d];
            for (uint k = 0u; k < ADD_EACH; k++) {
                sum.x += first + k * ADDERS < part_count ? count[k] : 0u;
                sum.y += first + k * ADDERS < part_number ? count[k] : 0u;
            }
        }
        atomicAdd(digit_all[d], sum.x);
        atomicAdd(digit_before[d], sum.y);
    }
    sync();
}
uvec2 digitShare(uint d, uint worker) { return uvec2(digit_all[d], digit_before[d]); }

void loadPart(uint at, bool lone)
{
    segment_begin = table[at];
    segment_items = table[at + 1u] - segment_begin;
    part_number = lone ? 0u : table[at + 2u];
    part_items = lone ? segment_items : partItems(segment_items);
    part_count = (segment_items - 1u) / part_items + 1u;
    part_begin = part_number * part_items;
    part_end = min(part_begin + part_items, segment_items);
}
