// SPDX-License-Identifier: MIT
// Has NVIDIA's compiler unroll loops of more than eight turns too, in a kernel whose arrays must
// stay in registers.
#if UNROLL
#pragma optionNV(unroll all)
#endif
