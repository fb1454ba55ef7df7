// SPDX-License-Identifier: MIT
// The lengths of a strand's segments as one tridiagonal system of equations, linear in the moves of
// its points (Han and Harada 2013). work holds places and the upper diagonal. velocities hold the
// right sides in w, and in xyz the direction in which the head holds a point; its length exceeds 1
// by the distance of the push.
// CPU twin: system and solveTensions in hair/motion/twin.go.
// Values of the row before: its point, the direction in which the head holds it, its segment's
// direction.
float pivot, side;
vec3 last, hold, normal;

// A point that the head holds moves along the surface only.
vec3 onSurface(vec3 held, vec3 v) { return v - held * dot(held, v); }

// Adds a point at distance l from the point before. It moves out of the head here, and otherwise
// when the system is solved.
void row(uint i, bool second, vec3 p, float l)
{
    vec4 skin = solidAt(p);
    vec3 held = vec3(0.0);
    float pushed = max(style.z - skin.w, 0.0);
    if (pushed > 0.0) {
        held = direction(skin.xyz);
        pushed /= max(length(skin.xyz), 0.25);
        p += held * pushed;
    }
    vec3 n = direction(p - last);
    vec3 back = second ? vec3(0.0) : onSurface(hold, n);  // the root does not move
    float off = -dot(normal, back);
    work[i - 1u] = vec4(last, off / pivot);
    float before = off / pivot * off;
    side = l - length(p - last) - off * side;
    pivot = max(dot(n, back) + dot(n, onSurface(held, n)) - before, LEAST_PIVOT);
    side /= pivot;
    velocities[i] = vec4(held * (1.0 + pushed), side);
    last = p;
    hold = held;
    normal = n;
}

// Solves for the tensions, tip to root, and moves the points by them.
void solveTensions(uint begin, uint end)
{
    vec4 here = work[end - 1u];
    float tension = 0.0;
    vec3 outer = vec3(0.0);
    for (uint i = end - 1u; i > begin; i--) {
        vec4 inner = work[i - 1u];
        vec4 v = velocities[i];
        vec3 n = direction(here.xyz - inner.xyz);
        tension = v.w - here.w * tension;
        work[i] = vec4(here.xyz + onSurface(direction(v.xyz), n * tension - outer), here.w);
        outer = n * tension;
        here = inner;
    }
}
