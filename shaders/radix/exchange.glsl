// SPDX-License-Identifier: MIT
// Exchanges of a sorting network (EXCHANGE).

#part word
// EXCHANGE: numbers of a word.
#include <UNSORTABLE>

void exchange(inout KEY a, inout KEY b)
{
    KEY low = min(a, b);
    b = max(a, b);
    a = low;
}
KEY keep(KEY own, KEY other, bool upper) { return upper ? max(own, other) : min(own, other); }

#part pair
// EXCHANGE: numbers of two words.
#include <UNSORTABLE>

void exchange(inout KEY a, inout KEY b)
{
    bool less = keyLess(b, a);
    KEY low = less ? b : a;
    b = less ? a : b;
    a = low;
}
KEY keep(KEY own, KEY other, bool upper) { return keyLess(own, other) != upper ? own : other; }
