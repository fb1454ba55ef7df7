// SPDX-License-Identifier: MIT
// Writes a word for each record: 1 if it is kept, else 0.
// Grid: one invocation a record, in one or two dimensions. Reads: Src, Count. Writes: Flags.
// CPU twin: a loop.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "bench/record.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_FLAGS) writeonly buffer Flags { uint flags[]; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    flags[i] = isKept(recordAt(i)) ? 1u : 0u;
}
