// SPDX-License-Identifier: MIT

package progress

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/combgl/comb/internal/printable"
)

// Log writes what is being done and how long it took. It escapes the control characters of
// names.
type Log struct {
	Lines   io.Writer // as a rule stderr
	Results io.Writer // of measurements, as a rule stdout
	Quiet   bool
	Watched bool // as if lines were a terminal: for tests
	shownAt time.Time
}

// Step begins a line about work. The function that it returns ends the line.
func (p *Log) Step(format string, args ...any) (done func(format string, args ...any)) {
	if p.Quiet {
		return func(string, ...any) {}
	}
	fmt.Fprintf(p.Lines, "%-28s", printable.Linef(format, args...))
	began := time.Now()
	return func(format string, args ...any) {
		fmt.Fprintf(p.Lines, "%8.2f s  %s\n", time.Since(began).Seconds(), printable.Linef(format, args...))
	}
}

// Line writes one line.
func (p *Log) Line(format string, args ...any) {
	if !p.Quiet {
		fmt.Fprintln(p.Lines, printable.Linef(format, args...))
	}
}

// Part shows on a terminal how much of a step is done, in the place where its time will stand.
func (p *Log) Part(done, all int64) {
	if p.Quiet || all <= 0 || !p.terminal() {
		return
	}
	if now := time.Now(); now.Sub(p.shownAt) >= 100*time.Millisecond {
		p.shownAt = now
		fmt.Fprintf(p.Lines, "%8d %%\b\b\b\b\b\b\b\b\b\b", 100*done/all)
	}
}

// terminal reports whether lines go to a terminal.
func (p *Log) terminal() bool {
	if p.Watched {
		return true
	}
	f, ok := p.Lines.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&fs.ModeCharDevice != 0
}
