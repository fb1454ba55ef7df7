// SPDX-License-Identifier: MIT
// A built-in operator: COMBINE over VALUE, both injected (internal/kernel/glue.go). A caller's
// operator replaces this file.
#include "lib/number.glsl"

VALUE combine(VALUE a, VALUE b) { return COMBINE(a, b); }
