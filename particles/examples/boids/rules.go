// SPDX-License-Identifier: MIT

package main

// boid is the record of birds and hawks.
type boid struct {
	Position [3]float32
	Near     float32 // neighbours
	Velocity [3]float32
	ID       uint32
}

// rules are the uniforms of both.
type rules struct {
	Min    [3]float32 // the corners of the sky
	Sight  float32    // distance that a bird sees
	Max    [3]float32
	Room   float32 // smallest distance of a neighbour
	Speed  float32
	Align  float32 // weights, 1/s
	Gather float32
	Part   float32
	Fear   float32 // distance from a hawk at which birds flee
	Wander float32
	Hawks  uint32
	Stones uint32
	Stone  [maxStones][4]float32 // centre and radius
}

const (
	maxStones = 4
	maxHawks  = 16
)

// Storage bindings of the rules, after the grid's two.
const (
	bindMates = 10 // the birds in the grid's order
	bindFlock = 11
	bindHawks = 12
)

// common is the GLSL of birds and hawks: the buffers they read, and how they avoid walls and
// stones.
const common = `
layout(std430, binding = 10) readonly buffer Mates { Particle mates[]; };
layout(std430, binding = 11) readonly buffer Flock { vec4 flock_middle; vec4 flock_heading; };
layout(std430, binding = 12) readonly buffer HawkRecords { vec4 hawks[]; };

vec3 limited(vec3 v, float most)
{
    float l = length(v);
    return l > most ? v * (most / l) : v;
}

// A push back to the middle of the sky and off the stones, 1 where they are near.
vec3 kept(vec3 at, vec3 velocity)
{
    float margin = 0.12 * min(u.max.x - u.min.x, u.max.y - u.min.y);
    vec3 far = (at - 0.5 * (u.min + u.max)) / max(0.5 * (u.max - u.min), 1e-3);
    float out_by = length(far);
    vec3 off = far * (-clamp((out_by - 0.7) / 0.3, 0.0, 1.5) / max(out_by, 1e-6));
    for (uint i = 0u; i < u.stones; i++) {
        vec3 d = at - u.stone[i].xyz;
        float l = max(length(d), 1e-6);
        float near = clamp(1.0 - (l - u.stone[i].w) / margin, 0.0, 1.5);
        // Sideways instead of back.
        vec3 side = d / l - velocity * (dot(d / l, velocity) / max(dot(velocity, velocity), 1e-6));
        off += near * near * (0.5 * d / l + 1.5 * side);
    }
    return off;
}

void move(inout Particle p, vec3 push, float speed)
{
    if (GRID_FLAT) push.z = 0.0;
    p.velocity += limited(push, 12.0 * speed) * dt;
    float l = max(length(p.velocity), 1e-6);
    p.velocity *= clamp(l, 0.6 * speed, 1.3 * speed) / l;
    p.position += p.velocity * dt;
    for (uint i = 0u; i < u.stones; i++) hitSphere(p.position, p.velocity, 0.0, u.stone[i], 0.0, 1.0);
    p.position = clamp(p.position, u.min, u.max);
}
`

const (
	birth = `void init(inout Particle p, Birth b) {
    vec3 r = random3();
    p.position = mix(u.min, u.max, 0.1 + 0.8 * r);
    p.velocity = randomDirection() * u.speed;
    if (GRID_FLAT) {
        p.position.z = 0.0;
        p.velocity.z = 0.0;
    }
}`

	// birdLife is Reynolds' three rules ("Flocks, Herds, and Schools", 1987). What a neighbour adds
	// has no branch, because lanes have neighbours at different times.
	birdLife = `bool update(inout Particle p) {
    vec3 away = vec3(0.0);
    vec3 heading = vec3(0.0);
    vec3 middle = vec3(0.0);
    p.near = 0.0;
    forNeighbours(w, p.position, u.sight) {
        float other = w.slot == slot ? 0.0 : 1.0;
        p.near += other;
        heading += other * mates[w.slot].velocity;
        middle += w.apart;
        away -= w.apart * max(inversesqrt(max(w.distance2, 1e-12)) - 1.0 / u.room, 0.0);
    }
    vec3 push = u.part * u.speed * away;
    if (p.near > 0.0) {
        push += u.align * (heading / p.near - p.velocity);
        push += u.gather * u.speed / u.sight * (middle / p.near);
    }
    for (uint i = 0u; i < u.hawks; i++) {
        vec3 d = p.position - hawks[2u * i].xyz;
        float l = max(length(d), 1e-6);
        push += d / l * (10.0 * u.speed * clamp(1.0 - l / u.fear, 0.0, 1.0));
    }
    push += 9.0 * u.speed * kept(p.position, p.velocity);
    if (u.wander > 0.0) push += u.wander * u.speed * randomDirection();
    move(p, push, u.speed);
    return true;
}`

	// hawkLife chases the nearest visible bird, or else the flock.
	hawkLife = `bool update(inout Particle p) {
    vec3 to = flock_middle.xyz - p.position;
    float nearest = 1e30;
    forNeighbours(w, p.position, 2.0 * u.sight) {
        if (w.distance2 >= nearest) continue;
        nearest = w.distance2;
        to = w.apart;
    }
    p.near = nearest;
    to += 0.4 * u.fear * directionOf(unitOf(pcg4d(uvec4(p.id, step_number / 90u, 7u, seed))).xy);   // a direction of its own
    float speed = 1.15 * u.speed;
    vec3 push = 2.5 * (normalize(to + 1e-6) * speed * 1.3 - p.velocity) + 9.0 * speed * kept(p.position, p.velocity);
    for (uint i = 0u; i < u.hawks; i++) {
        vec3 d = p.position - hawks[2u * i].xyz;
        if (i != p.id) push += d * (4.0 * speed / max(dot(d, d), 0.1)) * clamp(1.0 - length(d) / u.fear, 0.0, 1.0);
    }
    move(p, push, speed);
    return true;
}`

	// birdLook colours birds by heading, so that flocks differ.
	birdLook = `Sprite look(Particle p) {
    vec3 d = normalize(p.velocity + 1e-9);
    float hue = atan(d.z + d.y * 0.7, d.x) / 6.2831853 + 0.6;
    vec3 c = clamp(abs(fract(hue + vec3(0.0, 2.0, 1.0) / 3.0) * 6.0 - 3.0) - 1.0, 0.0, 1.0);
    // Farther birds are darker.
    float depth = -(view * vec4(p.position, 1.0)).z;
    c = mix(c, vec3(1.0), 0.25) * (1.1 + 0.4 * d.y) * exp(-0.11 * max(0.0, depth - 15.0));
    return Sprite(p.position, 0.055 * u.sight, vec4(c, 0.95), d * 0.135 * u.sight, 0.2);
}`
	hawkLook = `Sprite look(Particle p) {
    vec3 d = normalize(p.velocity + 1e-9);
    return Sprite(p.position, 0.1, vec4(3.0, 0.5, 0.15, 1.0), d * 0.3, 0.5);
}`
	// shape is a dart: wide behind, a point in front.
	shape = `float shade(vec2 at) { float w = 1.0 - 0.5 * (at.x + 1.0); return clamp((w - abs(at.y)) * 4.0, 0.0, 1.0); }`
)

// flockSum is the operator of package reduce for the sums over birds: their middle, heading and
// speed.
const flockSum = `
struct Bird { vec3 position; float near; vec3 velocity; uint id; };
struct Sum { vec4 middle; vec4 heading; };
Sum map(Bird b, uint index) { return Sum(vec4(b.position, b.near), vec4(b.velocity / max(length(b.velocity), 1e-6), length(b.velocity))); }
Sum combine(Sum a, Sum b) { return Sum(a.middle + b.middle, a.heading + b.heading); }
Sum finish(Sum s, uint n) { return Sum(s.middle / float(max(n, 1u)), s.heading / float(max(n, 1u))); }
`
