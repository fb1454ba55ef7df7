// SPDX-License-Identifier: MIT
// sync: all invocations of the workgroup arrive, and shared memory written before is seen after. A
// bare barrier() is not enough everywhere: Mesa's front end moves a shared load below it (seen in
// 22, 25 and 26). gpu.Caps.BarrierOrders is set where it is enough.
void sync()
{
#if BARRIER_ORDERS == 0
    memoryBarrierShared();
#endif
    barrier();
}
