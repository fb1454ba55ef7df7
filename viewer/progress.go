// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/combgl/comb/internal/printable"
)

// progress writes what is being done and how long it took. It escapes the control characters of
// names.
type progress struct {
	lines   io.Writer // as a rule stderr
	results io.Writer // of measurements, as a rule stdout
	quiet   bool
	watched bool // as if lines were a terminal: for tests
	shownAt time.Time
}

// step begins a line about work. The function that it returns ends the line.
func (p *progress) step(format string, args ...any) (done func(format string, args ...any)) {
	if p.quiet {
		return func(string, ...any) {}
	}
	fmt.Fprintf(p.lines, "%-28s", printable.Linef(format, args...))
	began := time.Now()
	return func(format string, args ...any) {
		fmt.Fprintf(p.lines, "%8.2f s  %s\n", time.Since(began).Seconds(), printable.Linef(format, args...))
	}
}

// line writes one line.
func (p *progress) line(format string, args ...any) {
	if !p.quiet {
		fmt.Fprintln(p.lines, printable.Linef(format, args...))
	}
}

// part shows on a terminal how much of a step is done, in the place where its time will stand.
func (p *progress) part(done, all int64) {
	if p.quiet || all <= 0 || !p.terminal() {
		return
	}
	if now := time.Now(); now.Sub(p.shownAt) >= 100*time.Millisecond {
		p.shownAt = now
		fmt.Fprintf(p.lines, "%8d %%\b\b\b\b\b\b\b\b\b\b", 100*done/all)
	}
}

// terminal reports whether lines go to a terminal.
func (p *progress) terminal() bool {
	if p.watched {
		return true
	}
	f, ok := p.lines.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&fs.ModeCharDevice != 0
}
