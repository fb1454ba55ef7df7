// SPDX-License-Identifier: MIT
// A pass for software renderers: each invocation is a worker that takes its run of the keys one by
// one. Histogram has a row for each digit, with a word for each worker.
#include "lib/grid.glsl"
#include "lib/worker.glsl#run"
#include <DIGIT>

uint wordOf(uint d, uint worker) { return d * workers + worker; }
