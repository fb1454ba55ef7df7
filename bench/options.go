// SPDX-License-Identifier: MIT

package main

import (
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/combgl/comb/gpu"
)

const usage = `bench measures comb: every result is checked on the CPU first, then timed.

usage: bench [flags]

  -ops LIST      of copy, compact, append, scan, reduce, sort (all)
  -n LIST        item counts, such as 1000,2^16,2^24 (2^16,2^18,2^20,2^22,2^24 on a GPU, 2^16,2^20 in software)
  -kept LIST     per cent of the items that a compaction keeps (1,50,100)
  -lanes LIST    auto, all, or some of khr, ballot, shared (auto: the best that the driver has)
  -workers N     workgroups that share the input; 0: 8 a multiprocessor (0)
  -samples N     timings of each row, after 0.3 s to warm up (21)
  -seed N        of the data (1)
  -check         check only, no timing: one line PASS or FAIL for each row
  -o FILE        write the rows as JSON lines
  -json          print JSON lines instead of the table
  -h, -help      this text

columns: gpu_us is the median time of one call between two GPU timestamps, as a frame would make it (an empty call reads
about 4 us on an H200); wall_us the median by the wall clock, from the call to the end of glFinish. bytes is the least
that the operation must move: copy 8n; reduce 4n; scan 8n; compact and append 4n read and 4 for each item kept; sort
reads and writes key and payload once for each 8 bits. gb_s is bytes over gpu_us (over wall_us where the GPU's clock is
not reliable), of_copy its ratio to the copy's at the same n. kept and key_bits are -1 where they have no meaning.

exit codes: 0 all checked, 1 a wrong result or a failure, 2 a bad flag, 130 interrupted.
`

type options struct {
	ops     []string
	n       []int
	kept    []int
	lanes   []string
	workers int
	samples int
	seed    int64
	check   bool
	json    bool
	out     string
}

var allOps = []string{"copy", "compact", "append", "scan", "reduce", "sort"}

func parse(args []string) (options, error) {
	var o options
	var ops, n, kept, lanes string
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&ops, "ops", strings.Join(allOps, ","), "")
	f.StringVar(&n, "n", "", "")
	f.StringVar(&kept, "kept", "1,50,100", "")
	f.StringVar(&lanes, "lanes", "auto", "")
	f.IntVar(&o.workers, "workers", 0, "")
	f.IntVar(&o.samples, "samples", 21, "")
	f.Int64Var(&o.seed, "seed", 1, "")
	f.BoolVar(&o.check, "check", false, "")
	f.BoolVar(&o.json, "json", false, "")
	f.StringVar(&o.out, "o", "", "")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("%q is no flag", f.Arg(0))
	}
	var err error
	if o.ops, err = pickFrom("-ops", ops, allOps); err != nil {
		return o, err
	}
	if o.lanes, err = pickFrom("-lanes", lanes, []string{"auto", "all", "khr", "ballot", "shared"}); err != nil {
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
	return o, nil
}

func pickFrom(flag, list string, known []string) ([]string, error) {
	var out []string
	for _, s := range strings.Split(list, ",") {
		ok := false
		for _, k := range known {
			ok = ok || s == k
		}
		if !ok {
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
