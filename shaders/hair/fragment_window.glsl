// SPDX-License-Identifier: MIT
// Puts the fragments of a pixel over each other, near to far. They come nearly in that order:
// each waits until WINDOW more have come, and the nearest of those that wait goes first. With a
// WINDOW of 1 none waits. After Radl et al., "StopThePop: Sorted Gaussian Splatting for
// View-Consistent Real-time Rendering", 2024.

vec3 light;                   // of the fragments so far, premultiplied
float through;                // what they let through; 0 when nothing behind can show
float behind[SAMPLES];        // the depth of the scene at each sample of the pixel
float open_share;             // the share of the samples whose scene lies behind the fragments
float closed_through;         // what reached the scene at the others, over all samples
float waiting_depth[WINDOW];  // nearest first; below 0 where none waits
uvec2 waiting_color[WINDOW];  // as half floats

uint samplesBehind(float depth)
{
    uint n = 0u;
    for (int k = 0; k < SAMPLES; k++) if (depth < behind[k]) n++;
    return n;
}

// A fragment shows at the samples whose scene lies behind it. The others have their light: nothing
// further comes before their scene. So hair behind the edge of the head covers the share of a pixel
// that the head leaves, however many fragments it has.
void blendBehind(float depth, vec4 c)
{
    float shows = float(samplesBehind(depth)) / float(SAMPLES);
    if (shows < open_share) {
        closed_through += (open_share - shows) * through;
        open_share = shows;
    }
    light += open_share * through * c.rgb;
    through *= 1.0 - c.a;
    if (through < LEAST_THROUGH) through = 0.0;
}

vec4 colorOf(uvec2 halves) { return vec4(unpackHalf2x16(halves.x), unpackHalf2x16(halves.y)); }

void beginPixel(bool any)
{
    light = vec3(0.0);
    through = any ? 1.0 : 0.0;
    open_share = 1.0;
    closed_through = 0.0;
    for (int k = 0; k < WINDOW; k++) {
        waiting_depth[k] = -1.0;
        waiting_color[k] = uvec2(0u);
    }
}

void addFragment(float depth, vec4 c)
{
    if (WINDOW == 1 || depth < waiting_depth[0]) {
        blendBehind(depth, c);
        return;
    }
    blendBehind(waiting_depth[0], colorOf(waiting_color[0]));
    // The new one takes the place of the first and moves behind those that are nearer.
    waiting_depth[0] = depth;
    waiting_color[0] = uvec2(packHalf2x16(c.rg), packHalf2x16(c.ba));
    for (int k = 0; k + 1 < WINDOW; k++) {
        bool ahead = waiting_depth[k + 1] < waiting_depth[k];
        float d = waiting_depth[k];
        uvec2 w = waiting_color[k];
        waiting_depth[k] = ahead ? waiting_depth[k + 1] : d;
        waiting_color[k] = ahead ? waiting_color[k + 1] : w;
        waiting_depth[k + 1] = ahead ? d : waiting_depth[k + 1];
        waiting_color[k + 1] = ahead ? w : waiting_color[k + 1];
    }
}

void endPixel()
{
    for (int k = 0; k < WINDOW; k++) blendBehind(waiting_depth[k], colorOf(waiting_color[k]));
}

// What all fragments let through, on the mean of the samples.
float pixelThrough() { return closed_through + open_share * through; }
