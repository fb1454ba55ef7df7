// SPDX-License-Identifier: MIT
// lanesReduce: the operator over the lanes of a subgroup, by the driver's own.
VALUE lanesReduce(VALUE v) { return LANES_COMBINE(v); }
