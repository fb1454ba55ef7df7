// SPDX-License-Identifier: MIT
// The caller's own bool keep(uint) or uint part(uint) decides: DECIDE, as a DECIDED. It reads
// buffers of the caller's.
#include "compact/classes.glsl"
#include <PREDICATE>

uint classOf(uint i) { return toClass(DECIDED(DECIDE(i))); }
