// SPDX-License-Identifier: MIT
// The numbers of the latest build, and the sums of the build under way.
layout(std430, binding = BIND_STATE) buffer State {
    uint items;        // records
    uint outside;      // of them, outside the box: in the nearest cells
    uint no_numbers;   // of them, with a NaN: in no cell
    uint adding[2];    // the last two of the build under way
};
