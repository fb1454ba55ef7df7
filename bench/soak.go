// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/atomicfile"
	"github.com/combgl/comb/internal/soak"
)

// soak makes random operations by the thousand: the program's exit code.
func (b *benchmark) soak() int {
	algorithms, lanes, err := b.o.variants.product(b.d.Caps(), b.o.workers)
	if err != nil {
		return fail(b.stderr, err)
	}
	most := b.o.soakMost
	if most == 0 {
		if most = 1 << 25; b.d.Caps().Software {
			most = 1 << 18
		}
	}
	p := newProgress(b.stderr, 0, b.o.progress)
	var ways []string
	for _, a := range algorithms {
		for _, l := range lanes {
			ways = append(ways, gpu.Tier{Algorithm: a, Lanes: l}.String())
		}
	}
	sum, err := soak.Run(b.ctx, b.d, soak.Options{
		Trials: b.o.soak, First: b.o.first, Seed: b.o.seed, Most: most, Lanes: lanes, Algorithms: algorithms,
		// Everything that a trial is drawn from.
		Repeat:   fmt.Sprintf("bench -soak 1 -seed %d -soak-max %d -variant %s", b.o.seed, most, strings.Join(ways, ",")),
		Progress: func(s soak.Status) { p.often(statusText(s)) }, OnWrong: func(w soak.Wrong) { p.keep(w.String()) },
		Save: b.saveSoak,
	})
	p.clear()
	fmt.Fprint(b.lines(), soakText(sum))
	err = errors.Join(err, writeTo(b.o.json, b.stdout, asJSON(sum)))
	switch {
	case err != nil:
		if errors.Is(err, gpu.ErrContextLost) {
			fmt.Fprintln(b.stderr, "bench: the GPU's context was lost: what was not checked by then says nothing, right or wrong")
		}
		return fail(b.stderr, err)
	case sum.WrongTrials > 0:
		return 1
	case b.ctx.Err() != nil:
		fmt.Fprintln(b.stderr, "bench: interrupted; the trials so far are shown")
		return 130
	}
	return 0
}

// saveSoak writes the summary so far to the file of -json, so that a soak that is killed keeps it.
// Stdout and devices get the last summary alone.
func (b *benchmark) saveSoak(s soak.Summary) error {
	if b.o.json == "-" || !atomicfile.Replaces(b.o.json) {
		return nil
	}
	return atomicfile.Write(b.o.json, asJSON(s))
}

// soakText is the summary for people.
func soakText(s soak.Summary) string {
	var t strings.Builder
	fmt.Fprintf(&t, "%s, %s\nseed %d, trials %d to %d of %d asked for\n", s.Device, s.Driver, s.Seed, s.First, s.First+s.Trials-1, s.Requested)
	for _, op := range sortedKeys(s.Counts) {
		for _, variant := range sortedKeys(s.Counts[op]) {
			fmt.Fprintf(&t, "  %-10s %-16s %d\n", op, variant, s.Counts[op][variant])
		}
	}
	fmt.Fprintf(&t, "%d trials, %d items, %.1f s: %d wrong\n", s.Trials, s.Items, s.Seconds, s.WrongTrials)
	for _, w := range s.Wrong {
		fmt.Fprintln(&t, w)
	}
	if s.Failure != "" {
		fmt.Fprintf(&t, "FAILED: %s\n", s.Failure)
	}
	return t.String()
}

// statusText is the line of a soak under way.
func statusText(s soak.Status) string {
	rate := float64(s.Done) / max(s.Seconds, 1e-3)
	left := time.Duration(float64(s.Trials-s.Done) / rate * float64(time.Second)).Round(time.Second)
	ops := mapped(sortedKeys(s.Counts), func(op string) string { return fmt.Sprintf("%s %d", op, s.Counts[op]) })
	return fmt.Sprintf("soak: %d of %d, %.0f/s, %v left, %d wrong; %s", s.Done, s.Trials, rate, left, s.Wrong, strings.Join(ops, ", "))
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
