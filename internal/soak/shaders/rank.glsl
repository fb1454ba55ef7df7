// SPDX-License-Identifier: MIT
// The order of items, computed independently of comb's kernels. rankOf converts an item to two
// words, the high one first, which compare as unsigned numbers in the type's order. Floats compare
// as in IEEE 754's totalOrder.
uniform uint type;

uvec2 rankOf(uvec2 v)
{
    switch (type) {
    case TYPE_I32: return uvec2(0u, v.x + 0x80000000u);
    case TYPE_F32: return uvec2(0u, int(v.x) < 0 ? ~v.x : v.x | 0x80000000u);
    case TYPE_U64: return v.yx;
    case TYPE_I64: return uvec2(v.y + 0x80000000u, v.x);
    case TYPE_F64: return int(v.y) < 0 ? ~v.yx : uvec2(v.y | 0x80000000u, v.x);
    }
    return uvec2(0u, v.x);
}

bool wide() { return type == TYPE_U64 || type == TYPE_I64 || type == TYPE_F64; }
bool below(uvec2 a, uvec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }
