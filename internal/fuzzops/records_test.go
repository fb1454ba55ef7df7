// SPDX-License-Identifier: MIT

package fuzzops

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/reduce"
	"github.com/combgl/comb/scan"
)

// Records that the caller's GLSL sees as its own type begin a whole number of records after an
// aligned byte. Every word of a buffer is tried: it is served, or refused by an error that says the
// rule, as the rule has it.
func TestRecordAlignmentRule(t *testing.T) {
	d := gputest.Device(t)
	const stride, words = 12, 96
	three := "struct Three { uint a; uint b; uint c; };\n"
	keep := made[*compact.Compactor](t)(compact.New(d, compact.Options{Stride: stride, Record: "Three", Predicate: three + "bool keep(Three v) { return v.b != 0u; }"}))
	sum := &gpu.Operator{GLSL: three + "Three combine(Three x, Three y) { return Three(x.a + y.a, x.b + y.b, x.c + y.c); }", Item: "Three", Bytes: stride, Identity: "Three(0u, 0u, 0u)"}
	scans := made[*scan.Scanner](t)(scan.New(d, scan.Options{Operator: sum}))
	sums := made[*reduce.Reducer](t)(reduce.New(d, reduce.Options{Custom: &reduce.Custom{Operator: *sum}}))
	src, dst := made[*gpu.Buffer[uint32]](t)(gpu.NewBuffer[uint32](d, words)), made[*gpu.Buffer[uint32]](t)(gpu.NewBuffer[uint32](d, words))
	alignment := d.Caps().StorageAlignment
	refused := 0
	for at := range words - 2*stride/4 {
		v, err := src.Slice(at, at+2*stride/4)
		if err != nil {
			t.Fatal(err)
		}
		begins := false
		for from := 0; from <= 4*at; from += alignment {
			begins = begins || (4*at-from)%stride == 0
		}
		for name, err := range map[string]error{
			"compact": keep.Compact(dst.View(), v, gpu.N(2)), "scan": scans.Inclusive(dst.View(), v, gpu.N(2)), "reduce": sums.Reduce(dst.View(), v, gpu.N(2)),
			"scan ": scans.Exclusive(v, dst.View(), gpu.N(2)), "reduce ": sums.Reduce(v, dst.View(), gpu.N(1)),
		} {
			if begins {
				if err != nil {
					t.Errorf("%s: records at byte %d: %v", name, 4*at, err)
				}
				continue
			}
			refused++
			wantText := fmt.Sprintf("records of 12 bytes begin at byte %d of buffer %d, want a whole number of records after a multiple of %d bytes (Caps.StorageAlignment)", 4*at, v.ID(), alignment)
			if !errors.Is(err, gpu.ErrView) || !strings.HasPrefix(err.Error(), strings.TrimSpace(name)+": ") || !strings.Contains(err.Error(), wantText) {
				t.Errorf("%s: records at byte %d: %v", name, 4*at, err)
			}
		}
	}
	if refused == 0 && alignment > 4 {
		t.Error("nothing was refused")
	}
}
