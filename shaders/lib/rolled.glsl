// SPDX-License-Identifier: MIT
// ROLLED(n) is n, as the bound of a loop that software renderers must not unroll. They compile each
// copy of its body, and that takes longer than the kernel then runs: half of all time for a
// reduction's kernels. Their compiler does not know that no dispatch has a second layer of
// workgroups. An array that the loop indexes by its counter must be in shared memory or a buffer.
#if ROLL_LOOPS == 1
#define ROLLED(n) ((n) + gl_WorkGroupID.z)
#else
#define ROLLED(n) (n)
#endif
