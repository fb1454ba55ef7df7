// SPDX-License-Identifier: MIT

package show

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
)

func TestShadersShow(t *testing.T) {
	all, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range all {
		gputest.ValidateSource(t, pair[0].File, "vert", pair[0].Source)
		gputest.ValidateSource(t, pair[1].File, "frag", pair[1].Source)
	}
}

// The first camera may depend on a flag, however that is written, and -camera is stronger.
func TestFirstCamera(t *testing.T) {
	flat := false
	a := App{
		Name: "some", Steps: 1, Orbit: Orbit{Distance: 5},
		Flags: func(f *flag.FlagSet) { f.BoolVar(&flat, "flat", false, "") },
		View:  func() (Orbit, bool) { return Orbit{Distance: 7}, flat },
	}
	for _, c := range []struct {
		args []string
		want float64
	}{
		{nil, 5}, {[]string{"-flat"}, 7}, {[]string{"--flat"}, 7}, {[]string{"-flat=true"}, 7}, {[]string{"-flat=false"}, 5},
		{[]string{"-flat", "-camera", "0,0,9"}, 9},
	} {
		o, err := a.parse(append(c.args, "-headless"))
		if err != nil || o.orbit.Distance != c.want {
			t.Errorf("%v: a camera at %v, %v, want it at %v", c.args, o.orbit.Distance, err, c.want)
		}
	}
}

// A flag that would have no effect, or another value than the given one, is refused by name.
func TestFlagsWithoutEffectAreRefused(t *testing.T) {
	var seed Seed
	a := App{Name: "some", Steps: 1, Flags: func(f *flag.FlagSet) { f.Var(&seed, "seed", "") }}
	for _, c := range []struct {
		args     []string
		wantText string // "" is right
	}{
		{[]string{"-headless", "-steps", "3", "-stats", "x.json"}, ""},
		{[]string{"-frames", "3", "-stats", "x.json"}, ""},
		{[]string{"-headless", "-frames", "3"}, "got -frames with -headless"},
		{[]string{"-steps", "3"}, "got -steps without -headless"},
		{[]string{"-stats", "x.json"}, "got -stats without -headless or -frames"},
		{[]string{"-headless", "-o", "x.jpg"}, `-o is "x.jpg", want a name that ends in .png`},
		{[]string{"-headless", "-o", "-"}, `-o is "-", want a name that ends in .png`},
		{[]string{"-headless", "-o", "x.png", "-stats", "./x.png"}, `-o and -stats are both "x.png", want two files`},
		{[]string{"-headless", "-o", t.TempDir() + "/.png/../x.png"}, "-o: "},
		{[]string{"-headless", "-o", t.TempDir() + "/X.PNG"}, ""},
		{[]string{"-headless", "-stats", t.TempDir()}, "-stats: "},
		{[]string{"-seed", "4294967295"}, ""},
		{[]string{"-seed", "4294967296"}, "-seed: want 0 to 4294967295"},
		{[]string{"-seed", "-1"}, "-seed: want 0 to 4294967295"},
	} {
		_, err := a.parse(c.args)
		if got := fmt.Sprint(err); c.wantText == "" && err != nil || c.wantText != "" && !strings.Contains(got, c.wantText) {
			t.Errorf("%v: %v, want %q", c.args, err, c.wantText)
		}
	}
	if seed != 1<<32-1 {
		t.Errorf("the seed is %d", seed)
	}
}
