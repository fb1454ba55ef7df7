// SPDX-License-Identifier: MIT
// A rotation by a quaternion, xyz and w. CPU twin: rotated in hair/motion/twin.go.
vec3 rotated(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
