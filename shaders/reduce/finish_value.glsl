// SPDX-License-Identifier: MIT
// The result is the value.
#include <PUT>

void putResult(uint at, VALUE v, uint n) { putValue(at, v); }
