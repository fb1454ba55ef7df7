// SPDX-License-Identifier: MIT
// A built-in operator: COMBINE over VALUE, both injected (gpu/operator.go). A caller's operator
// replaces this file.
#include "lib/number.glsl"

VALUE combine(VALUE a, VALUE b) { return COMBINE(a, b); }
