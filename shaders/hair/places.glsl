// SPDX-License-Identifier: MIT
// Places at which light is computed: the model's points, then the head's vertices with normals.
readsVectors(Points, points, BIND_POINTS, UNIT_POINTS)
readsVectors(HeadPlaces, head_places, BIND_HEADPLACES, UNIT_HEADPLACES)
uniform uint hair_points;
#include "hair/width.glsl"

// Points of strands that the level of detail drops are skipped: nothing reads their light.
bool isPlaceUsed(uint i) { return i >= hair_points || rankOf(vectorAt(points, i)) < detail.x; }

vec3 placeAt(uint i) { return i < hair_points ? vectorAt(points, i).xyz : vectorAt(head_places, 2u * (i - hair_points)).xyz; }

// 0 for hair
vec3 normalAt(uint i) { return i < hair_points ? vec3(0.0) : vectorAt(head_places, 2u * (i - hair_points) + 1u).xyz; }
