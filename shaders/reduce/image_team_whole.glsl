// SPDX-License-Identifier: MIT
// A team is the whole workgroup.
#include "lib/group.glsl#reduce"

ITEM teamReduce(ITEM v) { return groupReduce(v); }
