// SPDX-License-Identifier: MIT

package controls

import (
	"strings"
	"testing"
)

func TestDescribeUsesTheWindowsWordsAndUnits(t *testing.T) {
	for _, c := range []struct{ flag, text, want string }{
		{"exposure", "2", "exposure 1 stops"}, {"width-scale", "0.5", "width 0.5 ×"}, {"color", "", "colour own"}, {"color", "#ff0000", "colour #ff0000"},
		{"melanin", "-1", "melanin not used"}, {"melanin", "0.3", "melanin 0.3"}, {"transparency", "exact", "transparency exact"}, {"shadow-size", "0", "shadow map auto"},
		{"core", "true", "opaque core on"}, {"env", "sky,0.5", "surroundings sky,0.5"}, {"wind", "3:60", "wind 3:60"}, {"wind", "3", "wind 3 m/s"},
		{"strands", "5000", "strands 5000"}, {"strands", "0", "strands all"}, {"lod", "auto", "level of detail auto"}, {"lod", "0.25", "level of detail 25 %"}, {"lights", "none", "lights"},
		{"groom", "", "groom of the style"}, {"groom", "length=0.3", "length 30 cm"}, {"groom", "length=0.3,curl=0.02,coil=1", "length 30 cm, curl 20 mm, ..."},
		{"head", strings.Repeat("folder/", 9) + "face.obj", "head folder/folder/folder/fo…"}, {"unheard", "x", "unheard x"},
	} {
		if got := Describe(c.flag, c.text); got != c.want {
			t.Errorf("-%s %q: %q, want %q", c.flag, c.text, got, c.want)
		}
	}
	if got := strings.Join(GroomChanges("length=0.3,curl=0.02", "length=0.4,coil=0.5,curl=0.02"), ", "); got != "length, coil" {
		t.Errorf("a step of undo changes %q", got)
	}
	for flag, text := range Defaults() {
		if strings.TrimSpace(Describe(flag, text)) == "" {
			t.Errorf("-%s has no words", flag)
		}
	}
}
