// SPDX-License-Identifier: MIT

package progress

import (
	"bytes"
	"regexp"
	"testing"
)

// What is written during a step stands on lines of its own, and the step's result is not lost.
func TestLinesAreFinished(t *testing.T) {
	var out bytes.Buffer
	p := &Log{Lines: &out, Watched: true}
	p.Part(1, 2) // of no step
	p.Step("reading")("%d strands", 3)
	done := p.Step("compiling")
	p.Line("a note")
	done("a device")
	p.Step("first frame")
	p.End()
	p.End()
	out.WriteString("viewer: interrupted\n")
	p.Step("lost")
	p.Step("moving")("moved")
	want := `^reading {21} {4}0\.00 s  3 strands
compiling {19}
a note
compiling {19} {4}0\.00 s  a device
first frame {17}
viewer: interrupted
lost {24}
moving {22} {4}0\.00 s  moved
$`
	if got := out.String(); !regexp.MustCompile(want).MatchString(got) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	out.Reset()
	p = &Log{Lines: &out, Quiet: true}
	p.Step("quiet")
	p.Line("quiet")
	p.End()
	if out.Len() > 0 {
		t.Errorf("a quiet log has %q", out.String())
	}
}
