// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"time"

	"github.com/combgl/comb/internal/printable"
)

// progress writes to the terminal what is being done and how long it took, without control characters of names.
type progress struct {
	out     io.Writer
	quiet   bool
	watched bool // as if by somebody at a terminal: for tests
	told    time.Time
}

// step announces work and gives the function that ends it.
func (p *progress) step(format string, args ...any) (done func(format string, args ...any)) {
	if p.quiet {
		return func(string, ...any) {}
	}
	fmt.Fprintf(p.out, "%-28s", printable.Linef(format, args...))
	began := time.Now()
	return func(format string, args ...any) {
		fmt.Fprintf(p.out, "%8.2f s  %s\n", time.Since(began).Seconds(), printable.Linef(format, args...))
	}
}

func (p *progress) line(format string, args ...any) {
	if !p.quiet {
		fmt.Fprintln(p.out, printable.Linef(format, args...))
	}
}
