// SPDX-License-Identifier: MIT
// The caller's own bool keep(uint, out uint) decides and says the key. It reads buffers of the caller's.
#include <PREDICATE>

bool keepKeyed(uint i, out uint key) { return bool(keep(i, key)); }
#include "compact/keyed.glsl"
