// SPDX-License-Identifier: MIT
// Makes NVIDIA's compiler unroll loops of more than eight iterations too, in a kernel whose arrays
// must stay in registers.
#if UNROLL
#pragma optionNV(unroll all)
#endif
