// SPDX-License-Identifier: MIT
// Every record belongs to one of CLASSES classes: compaction knows those kept and writes only them (CLASSES is 1),
// partition writes all, class after class. VOTES classes are voted on; whoever is in none of them is in the last.
uint toClass(bool keeps) { return keeps ? 0u : 1u; }
uint toClass(uint part) { return part; }
