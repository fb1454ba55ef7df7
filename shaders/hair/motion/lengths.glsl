// SPDX-License-Identifier: MIT
// The lengths of a strand's segments as one system of equations, of three diagonals, linear in the moves of its points (Han
// and Harada 2013). In buffers: work, places and the upper diagonal; velocities, of which w is the right sides.
// CPU twin: system and tighten in hair/motion/twin.go.
vec3 direction(vec3 d) { float l = length(d); return l > TINY ? d / l : vec3(0.0); }

// The rows of the system for lengths: what the row before left, its point and its direction.
float pivot, side;
vec3 last, normal;

// Takes in a point that stays where it is until the system is solved, l from the point before.
void row(uint i, bool second, vec3 p, float l)
{
    vec3 n = direction(p - last);
    float off = -dot(normal, n);
    work[i - 1u] = vec4(last, off / pivot);
    float before = off / pivot * off;
    side = l - length(p - last) - off * side;
    pivot = (second ? 1.0 : 2.0) - before;  // the root does not move
    side /= pivot;
    velocities[i].w = side;
    last = p;
    normal = n;
}

// Solves for the tensions, tip to root, and moves the points by them.
void tighten(uint begin, uint end)
{
    vec4 here = work[end - 1u];
    float tension = 0.0;
    vec3 outer = vec3(0.0);
    for (uint i = end - 1u; i > begin; i--) {
        vec4 inner = work[i - 1u];
        vec3 n = direction(here.xyz - inner.xyz);
        tension = velocities[i].w - here.w * tension;
        work[i] = vec4(here.xyz + n * tension - outer, here.w);
        outer = n * tension;
        here = inner;
    }
}
