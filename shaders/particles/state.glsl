// SPDX-License-Identifier: MIT
// State that stays on the GPU between steps (particles/state.go has the same order). Draw arguments
// come first, at offset 0. A step reads Frame's side of a pair and writes the other, so that no
// workgroup reads what another has just written.
layout(std430, binding = BIND_STATE) buffer State {
    uint draw_vertices;
    uint draw_instances;
    uint draw_first;
    uint draw_base_instance;
    uint dispatch_x;
    uint dispatch_y;
    uint dispatch_z;
    uint items;            // of this step: the living and the newborns
    uint born_now;
    uint wanted_now;       // newborns if the capacity had no limit
    uint alive[2];
    uint next_id[2];
    uint steps_done;
    uint emitted[2];       // since the first step: low word, high word; as the two that follow
    uint died[2];
    uint dropped[2];       // not emitted, because the capacity was reached
    uint most_alive;
    uint event_count[4];    // events of this step in each channel
    uint event_overflow[4];   // events since the first step that exceeded the capacity
    // The largest number of items of a step so far. All particles that ever lived are in these
    // slots.
    uint slots_used;
    uint count_exceeded;   // 1 within a step whose emitter's count is above its maximum; else 0
};
#include "particles/frame.glsl"
#define LIFE_ROW 0u        // of Mask and Totals; channel c is row c + 1
