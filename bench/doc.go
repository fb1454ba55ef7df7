// SPDX-License-Identifier: MIT

// Command bench measures compaction, scan, reduction, sort and a frame of hair on this machine. It
// measures comb's own variants (bench -list names them), the classic methods that they replace
// (bench/classic, bench/ladder), and the limits of the device (bench/limits). Each result is
// compared with a plain loop on the CPU before and after it is timed. See bench -h.
//
// The structure: an op has lines, which are axes of inputs. The flags turn lines into cells; each
// cell and variant is a step of the plan (sweep.go, plan.go). An op turns a step into a job: the
// call and its check (jobs_*.go). A pace takes samples of a job with a watch, until they agree or
// the row's share of the budget is spent (pace.go, clock.go). Package bench/result has the rows,
// bench/plot draws them, and bench/page writes the page and the tables.
//
// With -soak it runs thousands of random operations instead and checks each on the GPU. With
// -startup it measures the time to a program's first result.
package main
