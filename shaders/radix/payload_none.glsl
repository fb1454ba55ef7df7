// SPDX-License-Identifier: MIT
// Keys alone.
const bool HAS_PAYLOAD = false;
uint payloadAt(uint i) { return 0u; }
void putPayload(uint i, uint v) {}
