// SPDX-License-Identifier: MIT

package progress

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"
	"sync/atomic"
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

	steps, open atomic.Int64 // the number of steps, and the one whose line is unfinished; 0: none

	mutex    sync.Mutex
	warnings []string
}

// Step begins a line about work. The function that it returns ends the line. Whatever is written
// meanwhile has lines of its own.
func (p *Log) Step(format string, args ...any) (done func(format string, args ...any)) {
	if p.Quiet {
		return func(string, ...any) {}
	}
	p.End()
	name := fmt.Sprintf("%-28s", printable.Linef(format, args...))
	step := p.steps.Add(1)
	p.open.Store(step)
	fmt.Fprint(p.Lines, name)
	began := time.Now()
	return func(format string, args ...any) {
		if !p.open.CompareAndSwap(step, 0) {
			p.End()
			fmt.Fprint(p.Lines, name)
		}
		fmt.Fprintf(p.Lines, "%8.2f s  %s\n", time.Since(began).Seconds(), printable.Linef(format, args...))
	}
}

// End ends the line of a step that is not done, as before an error. Any goroutine may call it.
func (p *Log) End() {
	if p.open.Swap(0) != 0 {
		fmt.Fprintln(p.Lines)
	}
}

// Line writes one line.
func (p *Log) Line(format string, args ...any) {
	if !p.Quiet {
		p.End()
		fmt.Fprintln(p.Lines, printable.Linef(format, args...))
	}
}

// Warn writes a line about an image that may not be the wanted one, also on a quiet log.
func (p *Log) Warn(format string, args ...any) {
	text := printable.Linef(format, args...)
	p.mutex.Lock()
	p.warnings = append(p.warnings, text)
	p.mutex.Unlock()
	p.End()
	if p.Lines != nil {
		fmt.Fprintln(p.Lines, "viewer: warning: "+text)
	}
}

// Warnings returns the texts of Warn up to now.
func (p *Log) Warnings() []string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return slices.Clone(p.warnings)
}

// Part shows on a terminal how much of a step is done, in the place where its time will stand.
func (p *Log) Part(done, all int64) {
	if p.open.Load() == 0 || all <= 0 || !p.terminal() {
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
