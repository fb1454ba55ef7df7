// SPDX-License-Identifier: MIT

package main

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/combgl/comb/gpu"
)

const usage = `bench measures comb: every result is checked on the CPU first, then timed, then checked again.

usage: bench [flags]

  -ops LIST      of copy, append, compact, scan, reduce, sort (all of these), resort, topk, segsort, segscan, segreduce,
                 argmax, histogram, partition; the copy is always made, as the others' measure
  -n LIST        item counts, such as 1000,2^16,2^24 (2^16,2^18,2^20,2^22,2^24 on a GPU, 2^16,2^20 in software)
  -kept LIST     per cent of the items that a compaction keeps (1,50,100)
  -pattern LIST  inputs of compact, sort, resort and topk: random, equal, two, sorted, reversed, entropy, lanes, groups,
                 tiles (random)
  -algorithms LIST  auto, all, or some of chunked, chained (auto: the best that the driver has); an operation without a
                 chained form has no row of it
  -lanes LIST    auto, all, or some of khr, ballot, shared (auto: the best that the driver has)
  -workers N     workgroups that share the input; 0: 8 a multiprocessor (0)
  -samples N     timings of each row, after 0.3 s to warm up (21)
  -timeout TIME  the most that one row is timed for, such as 30s; then it has fewer samples, at least one; 0: no limit (2m)
  -seed N        of the data (1)
  -nocache       compile every kernel: neither read nor write programs in the user's cache folder
  -check         check only, no timing: one line PASS or FAIL for each row
  -o FILE        write the rows as JSON lines
  -json          print JSON lines; the table goes to stderr
  -h, -help      this text

  -soak N        no table: N random operations, every result checked on the GPU; with -seed, -json, -o, -lanes and
                 -algorithms (auto: both), and
  -first I       the number of the first trial (0): "-soak 1 -seed S -first I" makes trial I again, all else being equal
  -soak-max N    the most items of a trial (2^25, in software 2^18); it takes 76 bytes for each, up to 2^26

  -startup       no table: how long a program waits for comb before its first result, for each of -ops: reduce, image,
                 scan, segscan, histogram, compact, predicate, partition, runs, sort, pairs, topk, hair (all of these);
                 with -algorithms, -lanes, -workers, -seed, -timeout, -samples (5), -json and -o
  -startup-one OP  one such start in this process, told as JSON; -startup runs this program again with it for every one
  -startup-cache DIR  comb's cache in that start; without it there is neither cache nor self-test

examples:
  bench                                                     what this driver does best, the usual sizes
  bench -check -n 0,1,1000,65537,3000001,2^24 -lanes all    is comb right on this device?
  bench -ops compact,append -kept 0,10,90 -n 2^20 -o c.jsonl
  bench -startup -ops scan,pairs -o startup.jsonl           how long does a program that sorts take to begin?
  bench -ops sort,compact -kept 50 -pattern random,equal,two,sorted,reversed,entropy,lanes,groups,tiles -n 2^20
  bench -soak 100000 -seed 7 -lanes all -o soak.json        whatever it is that the tables do not try
  cd bench/plot && go run . -o ../../out/plots ../../out/bench.jsonl    pictures of time against n

columns: gpu_us is the median time of one call between two GPU timestamps, as a frame would make it and as CUB's tables
are measured (an empty call reads about 4 us on an H200); wall_us the median by the wall clock, from the call to the end
of glFinish. bytes is the least that the operation must move: copy 8n; reduce 4n; scan 8n; compact and append 4n read and
4 for each item kept; sort reads and writes key and payload once for each 8 bits; of the others each kernel's header says
what it reads. resort sorts pairs that may be in order already; topk finds the first 1,000; segments have 64 items on
average; partition puts kept per cent first. Patterns: entropy is the and of three random words; lanes, groups and tiles
keep and drop runs of 1, 32 and 2,048 items in turn, and repeat as keys. gb_s is bytes over gpu_us (over wall_us
where the GPU's clock is not reliable), of_copy its ratio to the copy's at the same n, both by the same clock. kept and
key_bits are -1 where they have no meaning. gpu_us_batch is the time of a call among batch calls in a row between two
timestamps, without the price of the timestamps; batch is 0 where none was taken: the GPU's clock is not reliable, or
the time was up. A wrong result gets a line on stderr and a row with checked false and no times.

-startup: gpu.Attach, the operation's New and its first call of 100,000 items, up to the end of glFinish, by the wall
clock, without making the context and without the program's data. Each start is a process of its own, as drivers read
where they keep compiled shaders when they are loaded: MESA_SHADER_CACHE_DIR and __GL_SHADER_DISK_CACHE_PATH point to fresh
temporary folders. Cold: these are empty and so is comb's cache: everything is compiled and tested (gpu.Options.NoSelfTest).
Warm: a new process in the folders of the cold one, where comb must compile nothing, or the row is wrong: checked false, exit
code 1. Bare: empty folders again, without comb's cache and without self-tests. Medians of -samples, for cold and warm
the parts, and the least and the most of the whole; programs is how many were compiled cold. topk searches among the 100,000,
as it does of itself above 2^20; hair is a renderer of 100,000 segments and its first frame, in what variants it takes. The
result is checked each time; a start that fails has no row.

exit codes: 0 all checked, 1 a wrong result or a failure, such as a GPU that was reset (finished rows are kept), 2 a bad
flag, 130 interrupted (finished rows are kept).
`

type options struct {
	ops        []string
	n          []int
	patterns   []string
	kept       []int
	lanes      []string
	algorithms []string
	workers    int
	samples    int
	timeout    time.Duration
	seed       int64
	check      bool
	json       bool
	out        string
	nocache    bool

	soak, first, soakMost int // soakMost 0: by the device

	startup              bool
	startOne, startCache string // of one start in this process
}

var (
	allOps   = names(table)
	usualOps = names(slices.DeleteFunc(slices.Clone(table), func(o op) bool { return o.extra }))
)

func parse(args []string) (options, error) {
	var o options
	var ops, n, kept, lanes, algorithms, pattern, soakMost string
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&ops, "ops", "", "")
	f.StringVar(&pattern, "pattern", "random", "")
	f.StringVar(&n, "n", "", "")
	f.StringVar(&kept, "kept", "1,50,100", "")
	f.StringVar(&lanes, "lanes", "auto", "")
	f.StringVar(&algorithms, "algorithms", "auto", "")
	f.IntVar(&o.workers, "workers", 0, "")
	f.IntVar(&o.samples, "samples", 0, "")
	f.DurationVar(&o.timeout, "timeout", 2*time.Minute, "")
	f.Int64Var(&o.seed, "seed", 1, "")
	f.BoolVar(&o.nocache, "nocache", false, "")
	f.BoolVar(&o.check, "check", false, "")
	f.BoolVar(&o.json, "json", false, "")
	f.StringVar(&o.out, "o", "", "")
	f.IntVar(&o.soak, "soak", 0, "")
	f.IntVar(&o.first, "first", 0, "")
	f.StringVar(&soakMost, "soak-max", "", "")
	f.BoolVar(&o.startup, "startup", false, "")
	f.StringVar(&o.startOne, "startup-one", "", "")
	f.StringVar(&o.startCache, "startup-cache", "", "")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("%q is no flag", f.Arg(0))
	}
	var err error
	given := map[string]bool{}
	f.Visit(func(g *flag.Flag) { given[g.Name] = true })
	known, usual := allOps, usualOps
	usualSamples := 21
	if o.startup {
		known, usual, usualSamples = startNames(), startNames(), 5
	}
	if !given["ops"] {
		ops = strings.Join(usual, ",")
	}
	if !given["samples"] {
		o.samples = usualSamples
	}
	if o.ops, err = pickFrom("-ops", ops, known); err != nil {
		return o, err
	}
	if given["startup-one"] {
		if _, err = pickFrom("-startup-one", o.startOne, startNames()); err != nil {
			return o, err
		}
	}
	if o.patterns, err = pickFrom("-pattern", pattern, patternNames); err != nil {
		return o, err
	}
	if o.lanes, err = pickFrom("-lanes", lanes, []string{"auto", "all", "khr", "ballot", "shared"}); err != nil {
		return o, err
	}
	if o.algorithms, err = pickFrom("-algorithms", algorithms, []string{"auto", "all", "chunked", "chained"}); err != nil {
		return o, err
	}
	if n != "" {
		if o.n, err = numbers("-n", n, 0, gpu.MaxItems); err != nil {
			return o, err
		}
	}
	if o.kept, err = numbers("-kept", kept, 0, 100); err != nil {
		return o, err
	}
	if o.samples < 1 || o.samples > 10000 {
		return o, fmt.Errorf("-samples %d: from 1 to 10000", o.samples)
	}
	if o.timeout < 0 {
		return o, fmt.Errorf("-timeout %v: not below 0", o.timeout)
	}
	if o.workers < 0 {
		return o, fmt.Errorf("-workers %d: not below 0", o.workers)
	}
	return o, o.parseSoak(soakMost)
}

func (o *options) parseSoak(most string) error {
	if o.soak < 0 || o.first < 0 {
		return fmt.Errorf("-soak %d -first %d: not below 0", o.soak, o.first)
	}
	if most != "" {
		n, err := numbers("-soak-max", most, 1, 1<<26)
		if err != nil {
			return err
		}
		o.soakMost = n[0]
	}
	return nil
}

func pickFrom(flag, list string, known []string) ([]string, error) {
	var out []string
	for _, s := range strings.Split(list, ",") {
		if s = strings.TrimSpace(s); !slices.Contains(known, s) {
			return nil, fmt.Errorf("%s: %q is none of %s", flag, s, strings.Join(known, ", "))
		}
		out = append(out, s)
	}
	return out, nil
}

// numbers reads "1000,2^16".
func numbers(flag, list string, least, most int) ([]int, error) {
	var out []int
	for _, s := range strings.Split(list, ",") {
		var v int
		var err error
		s = strings.TrimSpace(s)
		if power, ok := strings.CutPrefix(s, "2^"); ok {
			v, err = strconv.Atoi(power)
			if err == nil && (v < 0 || v > 31) {
				err = strconv.ErrRange
			}
			v = 1 << max(0, min(v, 40))
		} else {
			v, err = strconv.Atoi(s)
		}
		if err != nil || v < least || v > most {
			return nil, fmt.Errorf("%s: %q is no number from %d to %d", flag, s, least, most)
		}
		out = append(out, v)
	}
	return out, nil
}
