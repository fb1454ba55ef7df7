// SPDX-License-Identifier: MIT
// Shades water from its fronts: the refracted background, dimmed by the thickness, scattered light,
// reflections and foam.
uniform sampler2D fronts;
uniform sampler2D thickness;
uniform sampler2D scene;
uniform mat4 projection;
uniform mat4 view;
layout(location = 0) in vec2 at;   // -1 to 1
layout(location = 0) out vec4 color;

vec3 placeAt(ivec2 texel, vec2 size, float front)
{
    vec2 ndc = (vec2(texel) + 0.5) / size * 2.0 - 1.0;
    return vec3(ndc * front / vec2(projection[0][0], projection[1][1]), -front);
}

// The step to the neighbour with the smaller difference in depth, so that edges do not bend the
// surface.
vec3 slope(ivec2 texel, ivec2 axis, vec2 size, vec3 own)
{
    float a = texelFetch(fronts, texel + axis, 0).r;
    float b = texelFetch(fronts, texel - axis, 0).r;
    vec3 forward = placeAt(texel + axis, size, a) - own;
    vec3 backward = own - placeAt(texel - axis, size, b);
    return abs(forward.z) < abs(backward.z) ? forward : backward;
}

// A room around the water: dark below, a wide light above and one at a side.
vec3 mirrored(vec3 d)
{
    vec3 sky = mix(vec3(0.02, 0.025, 0.035), vec3(0.16, 0.20, 0.26), smoothstep(-0.1, 0.9, d.y));
    sky += vec3(1.5, 1.55, 1.6) * smoothstep(0.86, 0.95, dot(d, normalize(vec3(-0.45, 0.85, -0.35))));
    return sky + vec3(0.7, 0.55, 0.4) * smoothstep(0.93, 0.98, dot(d, normalize(vec3(0.9, 0.35, 0.2))));
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec2 size = vec2(textureSize(fronts, 0));
    float front = texelFetch(fronts, texel, 0).r;
    if (front > 1e5) discard;
    vec3 own = placeAt(texel, size, front);
    vec3 n = normalize(cross(slope(texel, ivec2(1, 0), size, own), slope(texel, ivec2(0, 1), size, own)));
    vec3 ray = normalize(own);
    if (dot(n, ray) > 0.0) n = -n;
    vec2 t = texelFetch(thickness, texel, 0).rg;
    float thick = t.x * 1.2 + 0.06;   // so that the water has an edge where it ends
    vec2 bent = (vec2(texel) + 0.5) / size - n.xy * min(thick, 0.6) * 0.10 * projection[1][1] / front;
    vec3 behind = textureLod(scene, clamp(bent, 0.001, 0.999), 0.0).rgb;
    mat3 to_world = transpose(mat3(view));
    vec3 world = to_world * n;
    vec3 left = exp(-thick * vec3(2.6, 0.75, 0.45));
    vec3 lit = vec3(0.015, 0.10, 0.15) * (0.55 + 0.45 * world.y) * (1.0 - exp(-3.5 * thick));
    float facing = clamp(-dot(n, ray), 0.0, 1.0);
    float fresnel = 0.02 + 0.98 * pow(1.0 - facing, 5.0);
    vec3 c = mix(behind * left + lit, mirrored(to_world * reflect(ray, n)), fresnel);
    c += vec3(1.2) * pow(max(0.0, dot(reflect(ray, n), mat3(view) * normalize(vec3(-0.45, 0.85, 0.35)))), 180.0);
    float foam = clamp(t.y / max(t.x, 1e-4) * 1.3, 0.0, 1.0);
    color = vec4(mix(c, vec3(0.5, 0.55, 0.6) * (0.6 + 0.4 * world.y), 0.85 * foam), 1.0);
}
