// SPDX-License-Identifier: MIT
// A team is the whole workgroup.
#include "lib/group_reduce.glsl"

ITEM teamReduce(ITEM v) { return groupReduce(v); }
