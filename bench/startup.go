// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/combgl/comb/bench/result"
)

// start is what one program's start took, in milliseconds, and how its programs came about.
type start struct {
	Attach   float64 `json:"attach_ms"`
	New      float64 `json:"new_ms"`
	Call     float64 `json:"call_ms"`
	Total    float64 `json:"total_ms"`
	Compiled int     `json:"compiled"`
	Cached   int     `json:"cached"`
}

// startReport is what a child process prints of itself.
type startReport struct {
	start
	Variant string `json:"variant"`
	Form    string `json:"form"`    // as of result.Row
	None    bool   `json:"none"`    // the operation has no form of the algorithm that was asked for
	Lacking string `json:"lacking"` // what the driver lacks for the variant
	Device  string `json:"device"`
	Driver  string `json:"driver"`
}

// starts are the starts of one kind: medians each, and of the total the least and the most.
type starts struct {
	start
	Least float64 `json:"total_ms_min"`
	Most  float64 `json:"total_ms_max"`
}

// startRow is one line of -startup.
type startRow struct {
	Op      string `json:"op"`
	Variant string `json:"variant"`
	N       int    `json:"n"`
	Cold    starts `json:"cold"`
	Warm    starts `json:"warm"`
	Bare    starts `json:"bare"`
	Samples int    `json:"samples"`
	Checked bool   `json:"checked"`
	Device  string `json:"device"`
	Driver  string `json:"driver"`
	Form    string `json:"form"` // as of result.Row
}

const startHead = "op         variant           cold ms attach    new   call  least   most    warm ms attach    new   call  least   most    bare ms  programs  checked  form"

func (r startRow) String() string {
	part := func(s starts) string {
		return fmt.Sprintf("%9.1f %6.1f %6.1f %6.1f %6.1f %6.1f ", s.Total, s.Attach, s.New, s.Call, s.Least, s.Most)
	}
	return strings.TrimSpace(fmt.Sprintf("%-10s %-15s %s %s %9.1f  %8d  %-7v  %s", r.Op, r.Variant, part(r.Cold), part(r.Warm), r.Bare.Total, r.Cold.Compiled, r.Checked, r.Form))
}

func medians(all []start) starts {
	of := func(p int, field func(start) float64) float64 {
		return result.Percentile(mapped(all, field), p)
	}
	total := func(s start) float64 { return s.Total }
	m := starts{Least: of(0, total), Most: of(100, total)}
	m.Attach = of(50, func(s start) float64 { return s.Attach })
	m.New = of(50, func(s start) float64 { return s.New })
	m.Call = of(50, func(s start) float64 { return s.Call })
	m.Total = of(50, total)
	for _, s := range all { // the same every time, or else the worst counts
		m.Compiled, m.Cached = max(m.Compiled, s.Compiled), max(m.Cached, s.Cached)
	}
	return m
}

// starter is one run of -startup. spawn makes one start in a process of its own; a test may make
// it up.
type starter struct {
	ctx            context.Context
	o              options
	stdout, stderr io.Writer
	spawn          func(ctx context.Context, args, env []string) (startReport, error)
	rows           []startRow
	left           leftOut
	failed         int
}

// startups measures every row: the program's exit code.
func (s *starter) run() int {
	lines := s.stdout
	if s.o.json == "-" {
		lines = s.stderr
	}
	file := rowFile{flag: "json", name: s.o.json, stdout: s.stdout}
	fmt.Fprintln(lines, startHead)
	var err error
	for _, op := range s.o.ops {
		for _, way := range s.ways() {
			if s.ctx.Err() != nil || err != nil {
				s.left.add(notReached, op)
				continue
			}
			r, none, failure := s.row(op, way)
			switch {
			case s.ctx.Err() != nil:
				s.left.add(notReached, op)
				continue
			case none:
				continue
			case failure != nil: // a start that failed has no time
				s.failed++
				fmt.Fprintf(s.stderr, "bench: %s %s: %v\n", op, way, failure)
				continue
			case !r.Checked:
				s.failed++
				fmt.Fprintf(s.stderr, "bench: %s %s: %d programs were compiled with a warm cache\n", op, r.Variant, r.Warm.Compiled)
			}
			s.rows = append(s.rows, r)
			fmt.Fprintln(lines, r)
			err = addJSON(&file, r)
		}
	}
	err = errors.Join(err, file.close())
	s.left.summary(s.stderr)
	switch {
	case err != nil:
		return fail(s.stderr, err)
	case s.ctx.Err() != nil:
		fmt.Fprintf(s.stderr, "bench: interrupted; the %d rows so far are kept\n", len(s.rows))
		return 130
	case s.failed > 0:
		fmt.Fprintf(s.stderr, "bench: %d rows failed\n", s.failed)
		return 1
	case len(s.rows) == 0:
		fmt.Fprintln(s.stderr, "bench: no operation has such a form")
		return 1
	}
	return 0
}

// ways are the variants that were asked for. The child finds out what there is.
func (s *starter) ways() []string {
	return mapped(s.o.variants.of(tunings()), func(v variant) string { return v.name })
}

// row makes the samples of one operation: each time a cold start, a warm one in the same folders,
// and one in other fresh folders that neither tests itself nor has a cache of comb's.
func (s *starter) row(op, way string) (r startRow, none bool, err error) {
	r = startRow{Op: op, N: startItems, Checked: true}
	var cold, warm, bare []start
	began := time.Now()
	for i := 0; i < s.o.reps && (i == 0 || s.o.timeout == 0 || time.Since(began) < s.o.timeout); i++ {
		folder, err := os.MkdirTemp("", "comb-startup-")
		if err != nil {
			return r, false, err
		}
		defer os.RemoveAll(folder)
		for _, kind := range []struct {
			all     *[]start
			drivers string
			flags   []string
		}{
			{&cold, "driver", []string{"-startup-cache", filepath.Join(folder, "comb")}},
			{&warm, "driver", []string{"-startup-cache", filepath.Join(folder, "comb")}},
			{&bare, "driver-bare", nil},
		} {
			env, err := driverCaches(filepath.Join(folder, kind.drivers))
			if err != nil {
				return r, false, err
			}
			args := []string{"-startup-one", op, "-seed", fmt.Sprint(s.o.seed), "-workers", fmt.Sprint(s.o.workers), "-variant", way}
			t, err := s.spawn(s.ctx, append(args, kind.flags...), env)
			if err != nil || t.None {
				return r, t.None, err
			}
			if t.Lacking != "" {
				if slices.Contains(s.o.variants, way) {
					return r, false, errors.New(t.Lacking)
				}
				s.left.lack([]string{way}) // one of a pattern's
				return r, true, nil
			}
			*kind.all = append(*kind.all, t.start)
			r.Variant, r.Form, r.Device, r.Driver = t.Variant, t.Form, t.Device, t.Driver
		}
		if err := os.RemoveAll(folder); err != nil {
			return r, false, err
		}
	}
	r.Samples = len(cold)
	r.Cold, r.Warm, r.Bare = medians(cold), medians(warm), medians(bare)
	r.Checked = r.Warm.Compiled == 0
	return r, false, nil
}

// driverCaches is an environment in which drivers keep what they compile in a folder, which is
// made, and nowhere else. They read it when they are loaded, which is why every start is a process.
func driverCaches(folder string) ([]string, error) {
	env := append(os.Environ(), "MESA_SHADER_CACHE_DIR="+folder, "MESA_GLSL_CACHE_DIR="+folder, "__GL_SHADER_DISK_CACHE_PATH="+folder)
	return env, os.MkdirAll(folder, 0o755)
}

// spawn runs this program again for one start.
func spawn(ctx context.Context, args, env []string) (startReport, error) {
	var t startReport
	self, err := os.Executable()
	if err != nil {
		return t, err
	}
	var out, errs bytes.Buffer
	c := exec.CommandContext(ctx, self, args...)
	c.Env, c.Stdout, c.Stderr = env, &out, &errs
	if err := c.Run(); err != nil {
		said := strings.Split(strings.TrimSpace(errs.String()), "\n")
		return t, fmt.Errorf("%w: %s", err, strings.TrimPrefix(said[len(said)-1], "bench: "))
	}
	if err := json.Unmarshal(out.Bytes(), &t); err != nil {
		return t, fmt.Errorf("%q: %w", out.String(), err)
	}
	return t, nil
}
