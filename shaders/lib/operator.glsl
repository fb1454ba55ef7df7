// SPDX-License-Identifier: MIT
// A built-in operator: COMBINE over VALUE, both injected (gpu/operator.go). A caller's own stands
// in its place otherwise.
#include "lib/number.glsl"

VALUE combine(VALUE a, VALUE b) { return COMBINE(a, b); }
