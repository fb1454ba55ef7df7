// SPDX-License-Identifier: MIT
// What a grid tells of its latest build, and the sums on the way there.
layout(std430, binding = BIND_STATE) buffer State {
    uint items;        // records
    uint outside;      // of them, outside the box: in the nearest cells
    uint no_numbers;   // of them, with a NaN: in no cell
    uint adding[2];    // the last two of the build under way
};
