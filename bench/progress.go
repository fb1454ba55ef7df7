// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// progress shows on stderr how far a run is. On a terminal it is a line that is written over and
// makes way for others. Elsewhere it is a line for each operation and n, and needs -progress.
type progress struct {
	out      io.Writer
	terminal bool
	silent   bool
	rows     int
	began    time.Time
	now      func() time.Time
	shown    bool // a line stands on the terminal, without its end
	last     string
	latest   time.Time // of often
}

func newProgress(out io.Writer, rows int, asked bool) progress {
	terminal := isTerminal(out)
	return progress{out: out, terminal: terminal, silent: !terminal && !asked, rows: rows, began: time.Now(), now: time.Now}
}

// at shows that row i comes.
func (p *progress) at(i int, c cell) {
	what := fmt.Sprintf("%s n = %s", c.op, count(c.n))
	if !p.terminal && what == p.last {
		return
	}
	p.last = what
	gone := p.now().Sub(p.began)
	text := fmt.Sprintf("row %d of %d, %v gone", i+1, p.rows, gone.Round(time.Second))
	if i > 0 {
		left := time.Duration(float64(gone) / float64(i) * float64(p.rows-i))
		text += fmt.Sprintf(", about %v to go", left.Round(time.Second))
	}
	if !p.terminal {
		p.show("bench: " + what + ": " + text)
		return
	}
	if c.variant != "" {
		what += " " + c.variant
	}
	p.show(cut(text+": "+what, 79))
}

// show writes a line, which on a terminal the next one replaces.
func (p *progress) show(text string) {
	if p.silent {
		return
	}
	if p.shown = p.terminal; p.shown {
		fmt.Fprintf(p.out, "\r\x1b[K%s", text)
		return
	}
	fmt.Fprintln(p.out, text)
}

// often shows a line, and away from a terminal every few seconds only.
func (p *progress) often(text string) {
	if p.terminal || p.now().Sub(p.latest) >= 5*time.Second {
		p.latest = p.now()
		p.show(text)
	}
}

// keep writes a line that is to stay.
func (p *progress) keep(text string) {
	p.clear()
	fmt.Fprintln(p.out, text)
}

// clear takes the line away, for one that is to stay.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
	p.shown = false
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
