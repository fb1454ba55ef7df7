// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/particles/examples/internal/show/showtest"
)

func TestFountain(t *testing.T) {
	count := gputest.InNightly(5000, 2000)
	n := showtest.Headless(t, app(), "-count", fmt.Sprint(count), "-steps", "120")
	if d := n.Systems["drops"]; d.Alive < count*2/5 || d.Alive > count || d.Dropped != 0 || uint64(d.Alive) != d.Emitted-d.Died || len(d.Stages) != 3 {
		t.Errorf("%+v", d)
	}
	n = showtest.Headless(t, app(), "-count", fmt.Sprint(count), "-steps", gputest.InNightly("60", "30"), "-slots", "-keybits", "0")
	if d := n.Systems["drops"]; d.Alive < gputest.InNightly(count/5, count/10) || d.Sort != "" {
		t.Errorf("in slots: %+v", d)
	}
	showtest.Refuses(t, app(), "-count", "0")
	showtest.Refuses(t, app(), "-keybits", "33")
	showtest.Refuses(t, app(), "-size", "7")
}

// The image, on any driver. A smaller one is the same with drops in slots. A nightly run draws
// others too, which must differ from it.
func TestGoldenFountain(t *testing.T) {
	drawn := func(args ...string) showtest.Stats {
		return showtest.Headless(t, app(), append([]string{"-count", "20000", "-steps", "150"}, args...)...)
	}
	golden := drawn()
	showtest.Golden(t, "fountain", golden.Image)
	few := []string{"-count", gputest.InNightly("20000", "2000"), "-steps", gputest.InNightly("150", "60")}
	if mean, _ := showtest.Apart(drawn(append(few, "-slots")...).Image, drawn(few...).Image); mean > 0.01 {
		t.Errorf("in slots it differs by %.3f levels", mean)
	}
	if !gputest.Nightly() {
		return
	}
	for _, other := range [][]string{{"-steps", "110"}, {"-camera", "25,14,7"}, {"-exposure", "1.2"}} {
		if mean, most := showtest.Apart(drawn(other...).Image, golden.Image); mean < 1.5 && most < 14 {
			t.Errorf("%v differs by %.2f levels, at most %.2f: the golden image would not show it", other, mean, most)
		} else {
			t.Logf("%v differs by %.2f, at most %.2f", other, mean, most)
		}
	}
	if mean, most := showtest.Apart(drawn("-seed", "2").Image, golden.Image); mean > 1.5 || most > 14 {
		t.Errorf("other random numbers differ by %.2f levels, at most %.2f: a driver's would too", mean, most)
	} else {
		t.Logf("other random numbers differ by %.2f, at most %.2f", mean, most)
	}
}
