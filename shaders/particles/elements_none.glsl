// SPDX-License-Identifier: MIT
// No arguments for glDrawElementsIndirect.
void writeElements(uint indices, uint instances) {}
