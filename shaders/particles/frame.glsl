// SPDX-License-Identifier: MIT
// Constants of a step, which Go writes once a step (particles/frame.go has the same order). The
// caller's GLSL may read dt, time and step_number.
layout(std140, binding = FRAME_BINDING) uniform Frame {
    float dt;            // seconds of this step
    float time;          // seconds at its beginning
    uint step_number;    // 0 in the first step
    uint seed;
    uint emit_count;     // particles of the emitters with numbers from the host
    uint emit_each;      // particles for each counted item or event on the GPU
    uint capacity;
    uint mask_stride;    // words of a row of Mask
    uint side;           // which half of State's pairs this step reads; it writes the other
    uint draw_each;
    uint draw_instanced;      // a particle is an instance
    uint most_groups;    // workgroups that the driver allows on one axis
    uvec4 channel_begin;  // where the events of each channel begin, in records
    uvec4 channel_room;   // the capacity of each channel
    vec4 depth_row;      // the view depth of a place is dot(xyz, place) + w
    vec4 depth_keys;     // x: nearest depth; y: 1 / (farthest - nearest); z: largest key
    vec4 screen;         // x: 1 if there is a depth buffer; y: thickness of its surfaces
    mat4 view_projection;
    mat4 from_clip;      // its inverse
    uvec4 tables_at;     // x: the mesh's first vec4 in Tables; y: its triangles; z: samples a curve
    vec4 emitter_place[MAX_EMITTERS];   // xyz; w: the shape
    vec4 emitter_size[MAX_EMITTERS];
    uvec4 emitter_end[MAX_EMITTERS];    // x: newborns up to this emitter's end; y: its index
};

// Start of the second half of the list of slots, at an offset that every driver can bind.
uint indexHalf() { return (capacity + 63u) / 64u * 64u; }
