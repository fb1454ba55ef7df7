// SPDX-License-Identifier: MIT
// A record belongs to one of CLASSES classes. Compaction has class 0, the kept records, and writes
// only these (CLASSES is 1). Partition writes all, class after class. Lanes vote on VOTES classes;
// a record in none of them is in the last class.
uint toClass(bool keeps) { return keeps ? 0u : 1u; }
uint toClass(uint part) { return part; }
