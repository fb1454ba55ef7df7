// SPDX-License-Identifier: MIT
// The triangles of the head for kernels: corners and edge functions on the screen. Edges are in
// homogeneous coordinates, which need no clipping: Olano and Greer, "Triangle Scan Conversion using
// 2D Homogeneous Coordinates", Graphics Hardware 1997.
#include "hair/frame.glsl"
// Two vec4 a vertex: place and head_openness; normal and scalp (see headColor).
readsVectors(Corners, corners, BIND_CORNERS, UNIT_CORNERS)
readsWords(Indices, indices, BIND_INDICES, UNIT_INDICES)

struct HeadTriangle {
    vec4 clip[3];
    vec3 edge[3];  // dot with (x, y, 1), screen -1 to 1: weight of the corner
};

// Triangles that share an edge must compute the same bits for it. precise forbids the fusing of a
// product and a sum.
vec3 edgeOf(vec4 p, vec4 q)
{
    precise float x = p.y * q.w - p.w * q.y;
    precise float y = p.w * q.x - p.x * q.w;
    precise float z = p.x * q.y - p.y * q.x;
    return vec3(x, y, z);
}

HeadTriangle headTriangle(uint t)
{
    HeadTriangle h;
    for (uint k = 0u; k < 3u; k++) h.clip[k] = view_projection * vec4(vectorAt(corners, 2u * wordAt(indices, 3u * t + k)).xyz, 1.0);
    for (int k = 0; k < 3; k++) h.edge[k] = edgeOf(h.clip[(k + 1) % 3], h.clip[(k + 2) % 3]);
    return h;
}

// The weight of each corner at a place. Inside the triangle all have one sign.
vec3 cornerWeights(HeadTriangle h, vec2 at)
{
    precise vec3 weights;
    for (int k = 0; k < 3; k++) weights[k] = h.edge[k].x * at.x + h.edge[k].y * at.y + h.edge[k].z;
    return weights;
}

// Sample positions in a pixel: its middle, or the four standard positions.
vec2 sampleAt(int k)
{
    const vec2 four[4] = vec2[4](vec2(0.375, 0.125), vec2(0.875, 0.375), vec2(0.125, 0.625), vec2(0.625, 0.875));
    return SAMPLES == 4 ? four[k & 3] : vec2(0.5);
}

// Pixels to screen coordinates, -1 to 1.
vec2 screenAt(vec2 pixels) { return pixels / viewport.xy * 2.0 - 1.0; }
