// SPDX-License-Identifier: MIT
// What all kernels of a step know: filled once a step from Go (particles/frame.go has the same order). dt, time and
// step_number are there for the caller's GLSL too.
layout(std140, binding = FRAME_BINDING) uniform Frame {
    float dt;            // seconds that this step takes
    float time;          // seconds at its beginning
    uint step_number;    // 0 at the first
    uint seed;
    uint emit_count;     // particles that the host's emitters make
    uint emit_each;      // particles for each of a count or of events on the GPU
    uint capacity;
    uint mask_stride;    // words of Mask for each of its rows
    uint side;           // which of State's pairs this step reads; it writes the other
    uint draw_each;
    uint draw_instanced;      // an item is an instance, not some vertices
    uint most_groups;    // workgroups that the driver takes on one axis
    uvec4 channel_begin;  // where each stream's events begin, in records
    uvec4 channel_room;   // how many it holds
    vec4 depth_row;      // of the view: the view depth is dot(xyz, place) + w
    vec4 depth_keys;     // x: nearest depth; y: 1 / (farthest - nearest); z: largest key
    vec4 screen;         // of the depth buffer: x: 1 when there is one; y: thickness of what is in it
    mat4 view_projection;
    mat4 from_clip;      // its inverse
    uvec4 tables_at;     // x: the mesh's first vec4 in Tables; y: its triangles; z: samples a curve
    vec4 emitter_place[MAX_EMITTERS];   // xyz; w: the shape
    vec4 emitter_size[MAX_EMITTERS];
    uvec4 emitter_end[MAX_EMITTERS];    // x: newborn before this emitter's end; y: its own number
};

// Where the second half of the list of slots begins: views of either begin where every driver binds them.
uint indexHalf() { return (capacity + 63u) / 64u * 64u; }
