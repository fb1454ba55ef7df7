// SPDX-License-Identifier: MIT
// No emitter takes its number from the GPU.
uint sourceCount() { return 0u; }
