// SPDX-License-Identifier: MIT
// sync: all invocations of the workgroup arrive, and shared memory written before is seen after. A
// bare barrier() is not enough everywhere: Mesa's front end moves a shared load below it (seen in
// 22, 25 and 26). gpu.Caps.BarrierOrders says where it is.
void sync()
{
#if BARRIER_ORDERS == 0
    memoryBarrierShared();
#endif
    barrier();
}
