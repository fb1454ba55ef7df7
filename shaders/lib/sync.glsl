// SPDX-License-Identifier: MIT
// sync: all invocations of the workgroup arrive, and shared memory written before is seen after.
// A bare barrier() is not enough: Mesa's front end moves a shared load below it (seen in 22, 25 and 26).
void sync()
{
    memoryBarrierShared();
    barrier();
}
