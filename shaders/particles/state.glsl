// SPDX-License-Identifier: MIT
// What stays on the GPU between steps (particles/state.go has the same order). Draw arguments come first: a buffer of
// their own, at offset 0. Pairs are read on Frame's side and written on the other, so that no workgroup reads what
// another has just written.
layout(std430, binding = BIND_STATE) buffer State {
    uint draw_vertices;
    uint draw_instances;
    uint draw_first;
    uint draw_base_instance;
    uint dispatch_x;
    uint dispatch_y;
    uint dispatch_z;
    uint items;            // of this step: the living and the newborn
    uint born_now;
    uint wanted_now;       // had there been room
    uint alive[2];
    uint next_id[2];
    uint steps_done;
    uint emitted[2];       // in all, the low word first, as the two that follow
    uint died[2];
    uint dropped[2];       // for want of room
    uint most_alive;
    uint event_count[4];    // this step's events of each stream, as many as there is room for
    uint event_overflow[4];   // in all, for want of room
    uint slots_used;       // the most items of any step: all that ever lived lie in so many slots
    uint spare;
};
#include "particles/frame.glsl"
#define LIFE_ROW 0u        // of Mask and Totals; stream s is row s + 1
