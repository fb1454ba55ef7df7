// SPDX-License-Identifier: MIT

// Command bench measures what compaction, scan, reduction, sort and a frame of hair cost on the
// machine at hand: comb's own (bench -list names every variant), the classic ways that they replace
// (bench/classic, bench/ladder), and what the device can do at all (bench/limits). Each result is
// checked against a plain loop on the CPU before it is timed and after. See bench -h.
//
// How it is made: an op has lines, which are axes of inputs; with the flags they become cells, and
// in each variant steps of the plan (sweep.go, plan.go). An op makes a job of a step: what to run
// and how to check it (jobs_*.go). A pace takes samples of it by a watch until they agree or the
// row's share of the budget is over (pace.go, clock.go). Rows are bench/result's. bench/plot draws
// them, and bench/page writes the page and the tables.
//
// With -soak it makes random operations by the thousand instead, each checked on the GPU; with
// -startup it measures how long a program waits for its first result.
package main
