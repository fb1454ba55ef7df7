// SPDX-License-Identifier: MIT
// The numbers of the latest build, and the sums of the build under way.
layout(std430, binding = BIND_STATE) buffer State {
    uint items;        // records
    uint outside;      // records outside the box, counted in the nearest cells
    uint no_numbers;   // records with a NaN, in no cell
    uint adding[2];    // sums of the build under way, for the two above
};
