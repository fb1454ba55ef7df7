// SPDX-License-Identifier: MIT
// The caller's own bool keep(uint) or uint part(uint) decides: DECIDE. It reads buffers of the caller's.
#include "compact/classes.glsl"
#include <PREDICATE>

uint classOf(uint i) { return toClass(DECIDE(i)); }
