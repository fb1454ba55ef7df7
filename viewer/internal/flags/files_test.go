// SPDX-License-Identifier: MIT

package flags

import (
	"math"
	"strings"
	"testing"

	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// By default files are shown with hairs around guides, smooth and with thin tips. -raw, a number of
// one's own and -convert turn that off.
func TestFilesAreCompletedByDefault(t *testing.T) {
	plain := &strands.Set{First: []uint32{0, 2}, Points: []mgl32.Vec3{{}, {1}}, Unit: 1, DefaultThickness: 1}
	own := &strands.Set{First: []uint32{0, 2}, Points: []mgl32.Vec3{{}, {1}}, Unit: 1, Thickness: []float32{2, 1}}
	for _, c := range []struct {
		args        string
		follow      int
		smooth      float32
		tip, ownTip float32 // of the sets above; 0 where none is drawn
	}{
		{"a.tfx", strands.AutoFollow, AutoSmooth, strands.UsualTip, 1},
		{"-raw a.tfx", 0, 0, 1, 1},
		{"-follow 3 -width-tip 0.5 a.tfx", 3, AutoSmooth, 0.5, 0.5},
		{"-follow 0 -smooth 5 -width-tip 1 a.tfx", 0, 5, 1, 1},
		{"-follow auto -smooth 0 -width 1000 a.tfx", strands.AutoFollow, 0, strands.UsualTip, strands.UsualTip},
		{"-raw -smooth 0 -width 1000 a.tfx", 0, 0, 1, 1},
		{"-convert a.tfx b.hair", 0, 0, 0, 0},
		{"-convert -follow 2 -smooth 7.5 a.tfx b.hair", 2, 7.5, 0, 0},
		{"", strands.AutoFollow, AutoSmooth, 1, 1},
	} {
		o, err := Parse(strings.Fields(c.args))
		if err != nil || o.Files.Reading.Follow.Count != c.follow || o.Files.Smooth != c.smooth {
			t.Errorf("%q: %d hairs around each and %v degrees, want %d and %v: %v", c.args, o.Files.Reading.Follow.Count, o.Files.Smooth, c.follow, c.smooth, err)
		}
		for set, want := range map[*strands.Set]float32{plain: c.tip, own: c.ownTip} {
			if o.Files.Convert {
				continue
			}
			s, err := o.Widths(set)
			if err != nil {
				t.Fatal(err)
			}
			tip := s.DefaultThickness
			if s.Thickness != nil {
				tip = s.Thickness[1]
			}
			if math.Abs(float64(tip-want)) > 1e-6 {
				t.Errorf("%q: a tip of %v, want %v", c.args, tip, want)
			}
		}
	}
}
