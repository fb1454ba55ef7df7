// SPDX-License-Identifier: MIT
// Places at which light is computed: the model's points, then the head's vertices with normals.
layout(std430, binding = BIND_POINTS) readonly buffer Points { vec4 points[]; };
layout(std430, binding = BIND_HEADPLACES) readonly buffer HeadPlaces { vec4 head_places[]; };
uniform uint hair_points;
#include "hair/width.glsl"

// Points of strands that the level of detail drops are skipped: nothing reads their light.
bool isPlaceUsed(uint i) { return i >= hair_points || rankOf(points[i]) < detail.x; }

vec3 placeAt(uint i) { return i < hair_points ? points[i].xyz : head_places[2u * (i - hair_points)].xyz; }

// 0 for hair
vec3 normalAt(uint i) { return i < hair_points ? vec3(0.0) : head_places[2u * (i - hair_points) + 1u].xyz; }
