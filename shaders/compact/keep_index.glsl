// SPDX-License-Identifier: MIT
// The caller's own bool keep(uint) or uint part(uint) decides. DECIDE is its name, DECIDED its
// type. It reads the caller's buffers.
#include "compact/classes.glsl"
#include <PREDICATE>

uint classOf(uint i) { return toClass(DECIDED(DECIDE(i))); }
