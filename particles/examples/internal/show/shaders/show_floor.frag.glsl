// SPDX-License-Identifier: MIT
// The stage of the examples: a floor of tiles at y = 0 under a dark sky, lit from the middle, and
// balls. It writes depth.
uniform mat4 from_clip;
uniform mat4 to_clip;
uniform vec3 eye;
uniform vec4 glow;    // colour of the light over the middle, and its reach
uniform vec4 balls[4];  // centre and radius; radius 0: no ball
uniform float haze;     // the share of the light that a metre of air takes, as an exponent
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;

// The light at a place of the floor, with the shadow of the ball.
float shade(vec3 p)
{
    float left = 1.0;
    for (int i = 0; i < 4; i++) {
        vec4 ball = balls[i];
        if (ball.w > 0.0) left *= smoothstep(0.2, 1.6, length(p - vec3(ball.x, 0.0, ball.z)) / ball.w);
    }
    return left;
}

void put(vec3 p, vec3 lit, vec3 sky)
{
    color.rgb = mix(sky, lit, exp(-haze * length(p - eye)));
    vec4 clip = to_clip * vec4(p, 1.0);
    gl_FragDepth = clamp(clip.z / clip.w * 0.5 + 0.5, 0.0, 1.0);
}

void main()
{
    vec4 far = from_clip * vec4(at, 1.0, 1.0);
    vec3 ray = normalize(far.xyz / far.w - eye);
    vec3 sky = mix(vec3(0.012, 0.014, 0.020), vec3(0.002, 0.003, 0.006), smoothstep(-0.05, 0.5, ray.y));
    color = vec4(sky, 1.0);
    gl_FragDepth = 1.0;
    vec4 ball = vec4(0.0);
    float nearest = 1e30;
    for (int i = 0; i < 4; i++) {
        vec3 to_ball = balls[i].xyz - eye;
        float along = dot(to_ball, ray);
        float reach = balls[i].w * balls[i].w - dot(to_ball, to_ball) + along * along;
        if (balls[i].w <= 0.0 || reach <= 0.0 || along <= 0.0 || along - sqrt(reach) >= nearest) continue;
        nearest = along - sqrt(reach);
        ball = balls[i];
    }
    if (ball.w > 0.0) {
        vec3 p = eye + ray * nearest;
        vec3 n = (p - ball.xyz) / ball.w;
        vec3 to_light = normalize(vec3(0.0, 2.0, 0.0) - p);
        float rim = pow(1.0 - max(0.0, -dot(n, ray)), 4.0);
        vec3 stone = vec3(0.05, 0.045, 0.04) * (0.12 + 0.12 * n.y + 0.35 * glow.rgb * max(0.0, dot(n, to_light)));
        put(p, stone + 0.02 * glow.rgb * rim + 0.15 * glow.rgb * pow(max(0.0, dot(reflect(ray, n), to_light)), 60.0), sky);
        return;
    }
    if (ray.y >= 0.0 || eye.y <= 0.0) return;
    vec3 p = eye - ray * (eye.y / ray.y);
    vec2 grid = abs(fract(p.xz) - 0.5);
    vec2 wide = fwidth(p.xz);
    vec2 line = smoothstep(vec2(0.49) - wide, vec2(0.49), grid);
    float joint = max(line.x, line.y) * clamp(0.25 / max(wide.x, wide.y), 0.0, 1.0);
    float light = 1.0 / (1.0 + dot(p, p) / (glow.w * glow.w));
    vec3 stone = vec3(0.045, 0.047, 0.052) * (1.0 - 0.55 * joint);
    vec3 lit = stone * (0.25 + glow.rgb * light * light * shade(p));
    put(p, lit, sky);
}
