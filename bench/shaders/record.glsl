// SPDX-License-Identifier: MIT
// Records as in a user's program: an array of a type, moved whole by wide loads and stores. RECORD
// is uint, uvec2, uvec4, Record32 or Record64. A record is kept if its first word is not 0.
struct Record32 { uvec4 a, b; };
struct Record64 { uvec4 a, b, c, d; };

bool isKept(uint r) { return r != 0u; }
bool isKept(uvec2 r) { return r.x != 0u; }
bool isKept(uvec4 r) { return r.x != 0u; }
bool isKept(Record32 r) { return r.a.x != 0u; }
bool isKept(Record64 r) { return r.a.x != 0u; }

layout(std430, binding = BIND_SRC) readonly buffer Src { RECORD src[]; };
uniform uint src_at;

RECORD recordAt(uint i)
{
    RECORD r = src[src_at + i];
    return r;
}
