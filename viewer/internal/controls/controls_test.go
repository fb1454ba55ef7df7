// SPDX-License-Identifier: MIT

package controls

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/flags"
)

// Each flag that settings hold has a row, or a place of its own in the window.
func TestEverySettingHasARow(t *testing.T) {
	elsewhere := map[string]string{
		"camera": "rows of the camera", "size": "the window's size", "lights": "rows of the lights", "steps": "buttons of Motion",
	}
	rows := map[string]bool{}
	for _, c := range All() {
		rows[c.Flag] = true
	}
	for name := range Defaults() {
		if flags.Settable(name) && !rows[name] && elsewhere[name] == "" {
			t.Errorf("-%s has no row", name)
		}
		if rows[name] && elsewhere[name] != "" {
			t.Errorf("-%s has a row, and stands in the list of those without", name)
		}
	}
}

func TestEveryRowIsComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range All() {
		name := c.Section + "/" + c.Label
		if c.Of != File && seen[name] || c.Label == "" || !slices.Contains(Sections(), c.Section) {
			t.Errorf("%s is there twice, or has no section", name)
		}
		seen[name] = true
		text, dim := c.Help(true, nil)
		if !strings.HasPrefix(text, c.Tip) || len(c.Tip) < 8 || !strings.HasSuffix(c.Tip, ".") || !strings.Contains(dim, "-"+c.Flag) || strings.Contains(dim, " to ") && !strings.Contains(dim, ", default ") {
			t.Errorf("%s: %q, %q", name, text, dim)
		}
		if c.Choices == nil && c.Toggle == [2]string{} && !(c.Least < c.Most) || c.Steep && !(c.Shown(c.Least) > 0) && !c.stops {
			t.Errorf("%s has the range %v to %v", name, c.Least, c.Most)
		}
		if usual, err := flags.Parse(nil); err != nil {
			t.Fatal(err)
		} else if c.Color != nil {
			if _, ok := c.Color(usual); ok {
				t.Errorf("%s shows a colour that no flag gives", name)
			}
			o, err := flags.Parse([]string{"-" + c.Flag + "=#0180fe"})
			if err != nil {
				t.Fatal(err)
			}
			if rgb, ok := c.Color(o); !ok || rgb != [3]float32{1.0 / 255, 128.0 / 255, 254.0 / 255} {
				t.Errorf("%s shows %v with -%s #0180fe", name, rgb, c.Flag)
			}
		}
		if c.Names != nil && len(c.Names) != len(c.Choices) {
			t.Errorf("%s has %d names for %d choices", name, len(c.Names), len(c.Choices))
		}
		if usual := Defaults()[c.Flag]; c.Changed(usual) || c.Reset(usual) != usual && c.Choose(usual, usual) != usual {
			t.Errorf("%s differs from its default %q, or a reset gives %q", name, usual, c.Reset(usual))
		}
	}
}

// What the window shows turns back into the flag's number, and the parser takes both ends.
func TestUnitsConvertThereAndBack(t *testing.T) {
	for _, c := range All() {
		if c.Choices != nil || c.Toggle != [2]string{} {
			continue
		}
		for _, v := range []float64{c.Least, c.Most, (c.Least + c.Most) / 2} {
			if back := c.Flagged(c.Shown(v)); math.Abs(back-v) > 1e-9*max(math.Abs(v), 1) {
				t.Errorf("%s: %v became %v", c.Label, v, back)
			}
			before := map[string]string{"env": "sky,2", "wind": "3:40"}[c.Flag]
			text := c.Text(v, before)
			args := []string{"-" + c.Flag + "=" + text}
			for i := 0; i < len(c.Clears); i += 2 {
				args = append(args, "-"+c.Clears[i]+"="+c.Clears[i+1])
			}
			if c.Flag == "redness" {
				args = append(args, "-melanin=0.5")
			}
			if c.Of == File {
				args = append(args, "wig.npy")
			}
			o, err := flags.Parse(args)
			if err != nil {
				t.Errorf("%s at %v: %v", c.Label, v, err)
				continue
			}
			if got, word := c.Number(text, o); !word && math.Abs(got-v) > max(0.6, 2e-3*v) {
				t.Errorf("%s: %v is read back as %v", c.Label, v, got)
			}
			if text != Defaults()[c.Flag] && c.part != "" && (!c.Changed(text) || c.Changed(c.Reset(text))) {
				t.Errorf("%s: a reset of %q gives %q", c.Label, text, c.Reset(text))
			}
		}
	}
}

func TestFlagsWithTwoPartsKeepTheOther(t *testing.T) {
	row := func(section, label string) Control {
		for _, c := range All() {
			if c.Section == section && c.Label == label {
				return c
			}
		}
		t.Fatalf("no row %s", label)
		return Control{}
	}
	for _, c := range []struct{ got, want string }{
		{row("Motion", "Wind").Text(5, "3:40"), "5:40"}, {row("Motion", "From").Text(-90, "3:40"), "3:-90"}, {row("Motion", "From").Text(10, "3"), "3:10"},
		{row("Motion", "Wind").Reset("3:40"), "0:40"}, {row("Motion", "From").Reset("3:40"), "3"},
		{row("Light", "Strength").Text(2, "sky"), "sky,2"}, {row("Light", "Strength").Text(2, ""), "studio,2"}, {row("Light", "Strength").Reset("sky,2"), "sky"},
		{row("Light", "Surroundings").Choose("even", "sky,2"), "even,2"}, {row("Light", "Surroundings").Reset("sky,2"), "studio,2"},
		{row("Model", "Curl").Text(0.02, "coil=1,curl=0.01"), "coil=1,curl=0.02"}, {row("Model", "Curl").Reset("coil=1,curl=0.01"), "coil=1"},
		{row("Camera and image", "Exposure").Text(row("Camera and image", "Exposure").Flagged(1), "1"), "2"},
		{row("Model", "Length").Format(row("Model", "Length").Shown(0.27)), "27"}, {row("Camera and image", "Exposure").Format(1e-9), "0"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
	o, err := flags.Parse([]string{"-transparency", "exact"})
	if err != nil {
		t.Fatal(err)
	}
	if c := row("Quality", "Key bits"); c.Reason(flags.Options{Order: hair.Unsorted}) == "" || c.Reason(flags.Options{}) != "" {
		t.Errorf("unsorted: %q; sorted: %q", c.Reason(flags.Options{Order: hair.Unsorted}), c.Reason(flags.Options{}))
	}
	for _, label := range []string{"Order", "Key bits", "Opaque core", "Edge samples"} {
		if c := row("Quality", label); !strings.Contains(c.Reason(o), "exact") || c.Reason(flags.Options{}) != "" && label == "Opaque core" {
			t.Errorf("%s: %q", label, c.Reason(o))
		}
	}
}

func TestNewSeedIsAnyOther(t *testing.T) {
	for _, c := range []struct {
		now  uint64
		drew int
		most int
		want string
	}{{1, 0, 9998, "2"}, {1, 9997, 9998, "9999"}, {5, 3, 9998, "4"}, {5, 4, 9998, "6"}, {9999, 9997, 9998, "9998"}, {0, 0, 9999, "1"}, {1 << 40, 9998, 9999, "9999"}} {
		got := NewSeed(c.now, func(n int) int {
			if n != c.most {
				t.Errorf("from %d: one of %d is drawn, want %d", c.now, n, c.most)
			}
			return c.drew
		})
		if got != c.want {
			t.Errorf("from %d with %d: %s, want %s", c.now, c.drew, got, c.want)
		}
	}
}

// The tooltip of Strands has the number of the style, not the flag's 0, and gaps in large numbers.
func TestHelpOfStrandsHasTheNumberOfTheStyle(t *testing.T) {
	for _, c := range All() {
		if c.Flag != "strands" || c.Of != Grown {
			continue
		}
		for style, want := range map[string]string{"wavy": "1 000 to 1 000 000, default of the style 60 000\n-strands"} {
			if _, dim := c.Help(true, map[string]string{"style": style}); dim != want {
				t.Errorf("%s: %q, want %q", style, dim, want)
			}
		}
	}
	for s, want := range map[string]string{"-100": "-100", "-1000": "-1 000", "1e+09": "1e+09", "1000000000": "1 000 000 000", "0.05": "0.05", "999": "999"} {
		if got := grouped(s); got != want {
			t.Errorf("%s: %q, want %q", s, got, want)
		}
	}
}
