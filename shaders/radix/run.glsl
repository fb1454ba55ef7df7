// SPDX-License-Identifier: MIT
// A pass for software renderers: each invocation is a worker, and its share of the keys is a run
// that it takes key by key. Histogram has a row for each digit, with a word for each worker.
#include "lib/grid.glsl"
#include <DIGIT>
uniform uint workers;

uint workerIndex() { return workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex; }

// Where a worker's run begins. The first n % workers runs have one key more than the others.
uint runBegin(uint worker, uint n) { return worker * (n / workers) + min(worker, n % workers); }

uint wordOf(uint d, uint worker) { return d * workers + worker; }
