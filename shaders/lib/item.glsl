// SPDX-License-Identifier: MIT
// The items that lanes exchange.

#part value
// Items are values. VALUE, VALUE_IDENTITY and combine(VALUE, VALUE) are defined before this.
#define ITEM VALUE
#define ITEM_IDENTITY VALUE_IDENTITY
#define ITEM_SHUFFLES VALUE_SHUFFLES
#define ITEM_ADDS VALUE_ADDS
#define ITEM_HEADS 0
#define ITEM_COUNTS 0
#include "lib/item.glsl#shuffle"

ITEM itemOf(VALUE v, bool head) { return v; }
ITEM itemFrom(VALUE v, uint head) { return v; }
VALUE valueOf(ITEM item) { return item; }
VALUE exclusiveOf(ITEM before, ITEM here) { return before; }
uint headOf(ITEM item) { return 0u; }

#part headed
// Items are values with a flag: a segment begins at them.
#define JOIN_HEADS(a, b) ((a) | (b))
#define ITEM_COUNTS 0

#part counted
// Items are values with the number of runs that begin in them. A run begins at a head.
#define JOIN_HEADS(a, b) ((a) + (b))
#define ITEM_COUNTS 1

#part headed counted
// Nothing before a head is combined with items from it on (Blelloch 1990, section 1.5). The
// operator on items is associative if combine is, and never commutative.
struct Headed {
    VALUE v;
    uint head;
};
#define ITEM Headed
#define ITEM_IDENTITY Headed(VALUE_IDENTITY, 0u)
#define ITEM_SHUFFLES (VALUE_SHUFFLES * 2)
#define ITEM_ADDS 0
#define ITEM_HEADS 1

Headed combine(Headed a, Headed b)
{
    if (b.head == 0u) b.v = combine(a.v, b.v);
    b.head = JOIN_HEADS(a.head, b.head);
    return b;
}
#include "lib/item.glsl#shuffle"

ITEM itemOf(VALUE v, bool head) { return Headed(v, head ? 1u : 0u); }
ITEM itemFrom(VALUE v, uint head) { return Headed(v, head); }
VALUE valueOf(ITEM item) { return item.v; }
VALUE exclusiveOf(ITEM before, ITEM here)
{
    if (here.head != 0u) return VALUE_IDENTITY;
    return before.v;
}
uint headOf(ITEM item) { return item.head; }
uint itemsOf(ITEM item) { return 0u; }  // not counted

#part run
// Items are values with the number of runs that begin in them, and the number of items of the last
// of these runs. A run begins at a head. As above, combine is associative and never commutative.
struct Run {
    VALUE v;
    uint head;
    uint items;
};
#define ITEM Run
#define ITEM_IDENTITY Run(VALUE_IDENTITY, 0u, 0u)
#define ITEM_SHUFFLES (VALUE_SHUFFLES * 3)
#define ITEM_ADDS 0
#define ITEM_HEADS 1
#define ITEM_COUNTS 1

Run combine(Run a, Run b)
{
    if (b.head == 0u) {
        b.v = combine(a.v, b.v);
        b.items += a.items;
    }
    b.head += a.head;
    return b;
}

#include "lib/lanes.glsl#base"
#if LANES == LANES_KHR && ITEM_SHUFFLES == 3
#define LANE_ITEMS 1
ITEM itemShuffle(ITEM v, uint lane)
{
    return ITEM(subgroupShuffle(v.v, lane), subgroupShuffle(v.head, lane), subgroupShuffle(v.items, lane));
}
#else
#define LANE_ITEMS 0
#endif

ITEM itemOf(VALUE v, bool head) { return Run(v, head ? 1u : 0u, 1u); }
VALUE valueOf(ITEM item) { return item.v; }
VALUE exclusiveOf(ITEM before, ITEM here)
{
    if (here.head != 0u) return VALUE_IDENTITY;
    return before.v;
}
uint headOf(ITEM item) { return item.head; }
uint itemsOf(ITEM item) { return item.items; }

#part sum
// Items are counts, and are added up modulo 2^32.
#define ITEM uint
#define ITEM_IDENTITY 0u
#define ITEM_SHUFFLES 1
#define ITEM_ADDS 1
#define ITEM_HEADS 0
#define ITEM_COUNTS 0
uint combine(uint a, uint b) { return a + b; }
#include "lib/item.glsl#shuffle"

#part shuffle
// itemShuffle: the item of another lane, where subgroups can exchange it. They cannot exchange a
// caller's struct; LANE_ITEMS is then 0, and shared memory is used.
#include "lib/lanes.glsl#base"

#if LANES == LANES_KHR && ITEM_SHUFFLES == 1
#define LANE_ITEMS 1
ITEM itemShuffle(ITEM v, uint lane) { return subgroupShuffle(v, lane); }
#elif LANES == LANES_KHR && ITEM_SHUFFLES == 2
#define LANE_ITEMS 1
ITEM itemShuffle(ITEM v, uint lane) { return ITEM(subgroupShuffle(v.v, lane), subgroupShuffle(v.head, lane)); }
#else
#define LANE_ITEMS 0
#endif

#part at
// itemAt: item i of a tile, made of the source's value and its head.
ITEM itemAt(uint tile, uint i) { return itemOf(valueAt(tile + i), isHead(tile, i)); }
