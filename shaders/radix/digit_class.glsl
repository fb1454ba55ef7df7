// SPDX-License-Identifier: MIT
// A digit for a selection: 0 for keys that come before the threshold of radix_select, 1 for those equal to it in the
// bits sorted by, 2 for the rest.
#include <KEYS>
#include "radix/selection.glsl"
uniform uint part_low;
uniform uint part_high;
uniform uint descending;

uint digitOf(KEY key)
{
    KEY part = keyPart(key, part_low, part_high);
    KEY at = threshold();
    if (part == at) return 1u;
    return keyLess(part, at) != (descending != 0u) ? 0u : 2u;
}
uint digitPlace(uint d) { return d; }
