// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/atomicfile"
	"github.com/combgl/comb/internal/soak"
)

// soak makes random operations by the thousand: the program's exit code.
func (b *benchmark) soak() int {
	fail := func(err error) int {
		fmt.Fprintf(b.stderr, "bench: %v\n", err)
		return 1
	}
	algorithms, lanes, err := b.o.variants.product(b.d.Caps(), b.o.workers)
	if err != nil {
		return fail(err)
	}
	most := b.o.soakMost
	if most == 0 {
		if most = 1 << 25; b.d.Caps().Software {
			most = 1 << 18
		}
	}
	p := soakProgress{out: b.stderr, terminal: isTerminal(b.stderr)}
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
		Progress: p.show, Tell: func(w soak.Wrong) { p.line(w.String()) },
	})
	p.end()
	fmt.Fprint(b.lines(), soakText(sum))
	write := func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		return e.Encode(sum)
	}
	if b.o.json == "-" {
		err = errors.Join(err, write(b.stdout))
	} else if b.o.json != "" {
		err = errors.Join(err, atomicfile.Write(b.o.json, write))
	}
	switch {
	case errors.Is(err, gpu.ErrContextLost):
		fmt.Fprintln(b.stderr, "bench: the GPU's context was lost: what was not checked by then says nothing, right or wrong")
		return fail(err)
	case err != nil:
		return fail(err)
	case sum.WrongTrials > 0:
		return 1
	case b.ctx.Err() != nil:
		fmt.Fprintln(b.stderr, "bench: interrupted; the trials so far are shown")
		return 130
	}
	return 0
}

// soakText is the summary for people.
func soakText(s soak.Summary) string {
	var t strings.Builder
	fmt.Fprintf(&t, "%s, %s\nseed %d, trials %d to %d of %d asked for\n", s.Device, s.Driver, s.Seed, s.First, s.First+s.Trials-1, s.Asked)
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

// soakProgress is one line, written over on a terminal; elsewhere a line every few seconds.
type soakProgress struct {
	out      io.Writer
	terminal bool
	last     time.Time
	shown    bool // a line stands on the terminal, without its end
}

func (p *soakProgress) show(s soak.Status) {
	if !p.terminal && time.Since(p.last) < 5*time.Second {
		return
	}
	p.last = time.Now()
	rate := float64(s.Done) / max(s.Seconds, 1e-3)
	left := time.Duration(float64(s.Trials-s.Done) / rate * float64(time.Second)).Round(time.Second)
	var ops []string
	for _, op := range sortedKeys(s.Counts) {
		ops = append(ops, fmt.Sprintf("%s %d", op, s.Counts[op]))
	}
	text := fmt.Sprintf("soak: %d of %d, %.0f/s, %v left, %d wrong; %s", s.Done, s.Trials, rate, left, s.Wrong, strings.Join(ops, ", "))
	if p.terminal {
		fmt.Fprintf(p.out, "\r\x1b[K%s", text)
		p.shown = true
		return
	}
	fmt.Fprintln(p.out, text)
}

func (p *soakProgress) line(text string) {
	p.end()
	fmt.Fprintln(p.out, text)
}

// end ends a line that stands on the terminal.
func (p *soakProgress) end() {
	if p.shown {
		fmt.Fprintln(p.out)
	}
	p.shown = false
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
