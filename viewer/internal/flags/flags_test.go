// SPDX-License-Identifier: MIT

package flags

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/scatter"
	"github.com/go-gl/mathgl/mgl32"
)

func TestParse(t *testing.T) {
	o, err := Parse(strings.Fields("-headless -size 64x32 -camera 90,-10,1.5 -order strands -keybits 24 -strands 5 -seed 9 wig.hair"))
	if err != nil {
		t.Fatal(err)
	}
	if o.Width != 64 || o.Height != 32 || o.Order != hair.PerStrand || o.KeyBits != 24 || o.Strands != 5 || o.Seed != 9 ||
		o.File != "wig.hair" || o.Run.Out != "out.png" || math.Abs(float64(o.Camera.Azimuth)-math.Pi/2) > 1e-6 || o.Camera.Elevation >= 0 || o.Camera.Distance != 1.5 {
		t.Errorf("%+v", o)
	}
}

// The table has each flag and nothing else, so that nobody forgets a new flag.
func TestEveryFlagHasAUse(t *testing.T) {
	var o Options
	var f texts
	if err := f.read(&o, nil); err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	f.set.VisitAll(func(f *flag.Flag) {
		there[f.Name] = true
		if _, ok := flagUses[f.Name]; !ok {
			t.Errorf("-%s has no line in flagUses", f.Name)
		}
	})
	for name := range flagUses {
		if !there[name] {
			t.Errorf("flagUses has -%s, which is no flag", name)
		}
	}
	// A flag that reads, writes or names files is never a setting.
	for _, name := range []string{"o", "of", "stats", "settings", "convert", "headless", "quiet", "overwrite", "compare", "methods", "help-all", "view", "close-after", "none", ""} {
		t.Run(fmt.Sprintf("%q", name), func(t *testing.T) {
			if Settable(name) {
				t.Errorf("-%s is a setting", name)
			}
		})
	}
}

// -help-all lists all flags, and -h fits a screen.
func TestHelpListsEveryFlag(t *testing.T) {
	short, long := Usage(), UsageAll()
	for arg, text := range map[string]string{"-h": short, "-help-all": long} {
		t.Run(arg, func(t *testing.T) {
			for _, k := range Keys {
				listed := regexp.MustCompile(`(?m)  ` + regexp.QuoteMeta(k.Name) + ` +` + regexp.QuoteMeta(k.Does) + `(  |$)`).MatchString(text)
				if listed != (arg == "-help-all" || !k.Rare) {
					t.Errorf("%s has the key %s: %v", arg, k.Name, listed)
				}
			}
		})
	}
	var o Options
	var f texts
	if err := f.read(&o, nil); err != nil {
		t.Fatal(err)
	}
	flags := 0
	f.set.VisitAll(func(f *flag.Flag) {
		flags++
		if !strings.Contains(long, "\n  -"+f.Name+" ") && !strings.Contains(long, "\n  -"+f.Name+"\n") {
			t.Errorf("-help-all lacks -%s", f.Name)
		}
	})
	if flags < 50 {
		t.Errorf("%d flags: the test looks at little", flags)
	}
	lines := strings.Split(strings.TrimRight(short, "\n"), "\n")
	if len(lines) > 49 { // and the prompt
		t.Errorf("-h has %d lines", len(lines))
	}
	for _, line := range lines {
		if len(line) > 80 {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
}

func TestParseAppearance(t *testing.T) {
	o, err := Parse(strings.Fields("-shading kajiya -tone agx -roughness 0.5 -azimuthal 0.4 -tilt 5 -exposure 2 -backdrop none -color red"))
	if err != nil {
		t.Fatal(err)
	}
	red, _ := scatter.Preset("red")
	want, _ := red.Absorption()
	h := o.Renderer(nil)
	if h.Shading.Model != hair.KajiyaShading || h.Image.ToneMap != hair.AgX || h.Image.Exposure != 2 || !h.Image.NoBackdrop || h.Shading.Dye == nil || *h.Shading.Dye != want ||
		h.Shading.Fibre.Roughness != 0.5 || h.Shading.Fibre.Azimuthal != 0.4 || math.Abs(h.Shading.Fibre.Tilt-5*math.Pi/180) > 1e-9 {
		t.Errorf("%+v", h)
	}
	if o, err = Parse(nil); err != nil || o.Renderer(nil).Shading.Dye != nil || o.Renderer(nil).Shading.Fibre != scatter.Defaults() || o.Renderer(nil).Image.NoBackdrop {
		t.Errorf("%v: %+v", err, o.Appearance)
	}
	// Tint and -color are inverse: the absorption found for a colour gives that colour again, at
	// the given roughness.
	if o, err = Parse(strings.Fields("-color #C08040 -azimuthal 0.7")); err != nil {
		t.Fatal(err)
	}
	shown := o.Appearance.Fibre.Tint(*o.Appearance.Dye).Shown()
	for c, want := range [3]float64{0xC0, 0x80, 0x40} {
		if math.Abs(shown[c]*255-want) > 0.01 {
			t.Errorf("#C08040 became %v", shown)
		}
	}
	dark, err := Parse(strings.Fields("-melanin 0.9 -redness 0.2"))
	if err != nil {
		t.Fatal(err)
	}
	light, err := Parse(strings.Fields("-melanin 0.1 -redness 0.2"))
	if err != nil {
		t.Fatal(err)
	}
	for c := range 3 {
		if dark.Appearance.Dye[c] < 10*light.Appearance.Dye[c] || light.Appearance.Dye[c] <= 0 {
			t.Errorf("melanin 0.9 absorbs %v, 0.1 absorbs %v", dark.Appearance.Dye, light.Appearance.Dye)
		}
	}
}

func TestParseLight(t *testing.T) {
	o, err := Parse([]string{"-headless", "-shadow", "slices", "-shadow-size", "512", "-shadow-error",
		"-lights", "camera,-1,1,1,2; sun,0,1,0,1.5,1,0.5,0;point,1,2,3,4", "-env", "even,0.5"})
	if err != nil {
		t.Fatal(err)
	}
	var h hair.Options
	o.Light.set(&h, 1)
	if h.Light.Shadow != hair.SliceShadow || h.Light.ShadowSize != 512 || !o.Run.Measuring.ShadowError || len(h.Light.Lights) != 3 {
		t.Errorf("%+v", o.Light)
	}
	for i, want := range []hair.Light{
		{Direction: mgl32.Vec3{-1, 1, 1}, AtCamera: true, Strength: 2},
		{Direction: mgl32.Vec3{0, 1, 0}, Strength: 1.5, Color: mgl32.Vec3{1, 0.5, 0}},
		{Direction: mgl32.Vec3{1, 2, 3}, Point: true, Position: mgl32.Vec3{1, 2, 3}, Strength: 4},
	} {
		if h.Light.Lights[i] != want {
			t.Errorf("light %d is %+v, want %+v", i, h.Light.Lights[i], want)
		}
	}
	if e := hair.EvenLight(mgl32.Vec3{0.2, 0.2, 0.2}); h.Light.Environment[0].Sub(e[0]).Len() > 1e-5 {
		t.Errorf("the environment is %v, want %v", h.Light.Environment[0], e[0])
	}
	if o, err = Parse(nil); err != nil || o.Light.Shadow != hair.VolumeShadow || o.Light.Lamps != nil || o.Light.Environment != nil {
		t.Errorf("by default: %+v, %v", o.Light, err)
	}
	if o, err = Parse([]string{"-lights", "none", "-env", "none"}); err != nil || o.Light.Lamps == nil || len(o.Light.Lamps) != 0 || *o.Light.Environment != (hair.Environment{}) {
		t.Errorf("none: %+v, %v", o.Light, err)
	}
	seen := map[hair.Shadow]bool{}
	for l := o.Light; !seen[l.Shadow]; l.Shadow = l.Next() {
		seen[l.Shadow] = true
	}
	if len(seen) != len(hair.Shadows())-1 || seen[hair.ExactShadow] {
		t.Errorf("the key goes through %v", seen)
	}
}

func TestParseWind(t *testing.T) {
	for s, want := range map[string]mgl32.Vec3{"0": {}, "3:0": {0, 0, -3}, "2:90": {-2, 0, 0}, "2:-90": {2, 0, 0}, "1:180": {0, 0, 1}} {
		t.Run(s, func(t *testing.T) {
			if got, err := parseWind(s); err != nil || got.Sub(want).Len() > 1e-6 {
				t.Errorf("%s: %v, %v", s, got, err)
			}
		})
	}
	o, err := Parse(strings.Fields("-headless -wind 4"))
	if err != nil || math.Abs(float64(o.Motion.Wind.Len())-4) > 1e-5 || o.Motion.Steps != windUp || !o.Motion.Requested {
		t.Errorf("%+v, %v", o.Motion, err)
	}
	if o, err = Parse(strings.Fields("-headless -wind 0 -steps 0")); err != nil || o.Motion.Steps != 0 {
		t.Errorf("%+v, %v", o.Motion, err)
	}
	if o, err = Parse(nil); err != nil || o.Motion.Requested {
		t.Errorf("%+v, %v", o.Motion, err)
	}
}

func TestParseHead(t *testing.T) {
	for _, c := range []struct {
		args, head string
		hidden     bool
	}{
		{"", "", false}, {"-head on", "", false}, {"-head none", "", true}, {"-head off a.hair", "", true},
		{"-head milliner", "", false}, {"-head milliner a.hair", Milliner, false}, {"-head b/Head.OBJ", "b/Head.OBJ", false},
		{"a.hair", Scalp, false}, {"-head on a.hair", Scalp, false}, {"-head scalp", Scalp, false}, {"-head scalp a.hair", Scalp, false},
		{"-raw a.hair", "", false}, {"-raw -head scalp a.hair", Scalp, false}, {"-raw -head none a.hair", "", true},
	} {
		o, err := Parse(strings.Fields(c.args))
		if err != nil || o.Head != c.head || o.NoHead != c.hidden {
			t.Errorf("%q: head %q, hidden %v, %v", c.args, o.Head, o.NoHead, err)
		}
		want := c.head
		switch {
		case c.hidden || c.head == "" && o.File != "":
			want = "none"
		case c.head == "":
			want = "own"
		}
		if o.HeadName() != want {
			t.Errorf("%q: the head is called %q, want %q", c.args, o.HeadName(), want)
		}
	}
	if _, err := Parse([]string{"-head", "maybe"}); err == nil {
		t.Error("-head maybe is taken")
	}
}

// An automatic camera looks at the front, and at the side of hair that is narrow there.
func TestAutomaticCamera(t *testing.T) {
	o, err := Parse(nil)
	if err != nil || o.Camera != Whole || o.Camera.Text() != "auto" {
		t.Fatalf("%+v, %v", o.Camera, err)
	}
	box := mgl32.Vec3{0.1, 0.3, 0.5}
	for _, c := range []struct {
		high mgl32.Vec3
		want float64 // degrees
	}{
		{mgl32.Vec3{0.3, 0.5, 0.3}, 0}, {mgl32.Vec3{0.5, 0.3, 0.1}, 0}, {mgl32.Vec3{0.2, 0.3, 0.3}, 0}, {box, 80},
	} {
		got := o.Camera.Turned(mgl32.Vec3{}, c.high)
		if math.Abs(float64(got.Azimuth)*180/math.Pi-c.want) > 1e-3 || got.Auto || got.Distance != 1 {
			t.Errorf("hair of %v: %+v, want %v degrees", c.high, got, c.want)
		}
	}
	if o, err = Parse([]string{"-camera", "5,6,2"}); err != nil || o.Camera.Turned(mgl32.Vec3{}, box) != o.Camera {
		t.Errorf("a camera of one's own: %+v, %v", o.Camera, err)
	}
	if o, err = Parse([]string{"-camera", "auto"}); err != nil || o.Camera != Whole {
		t.Errorf("%+v, %v", o.Camera, err)
	}
}

// Settings in a folder name a head beside them, wherever they are read.
func TestSettingsKeepAHeadBesideThem(t *testing.T) {
	path := filepath.Join(t.TempDir(), "look.json")
	head := filepath.Join(filepath.Dir(path), "head.obj")
	given := map[string]string{"head": head}
	if err := (Settings{Flags: given}).Write(path); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), `"head": "head.obj"`) || given["head"] != head {
		t.Errorf("%s, %v, %v", text, given, err)
	}
	if s, err := ReadSettings(path); err != nil || s.Flags["head"] != head {
		t.Errorf("%v, %v", s.Flags, err)
	}
}

// The command line that the window copies is read back as the same settings.
func TestCommandDrawsTheSettings(t *testing.T) {
	s := Settings{File: "-my wig's.hair", Flags: map[string]string{
		"lights": "sun,1,2,3,4;point,0,1,0,2", "core": "true", "keybits": "16", "exposure": "2", "color": "#c08040", "camera": "30,10,1.5", "size": "640x400",
	}}
	line := s.Command("viewer", "my out.png")
	want := `viewer -headless -o 'my out.png' -camera 30,10,1.5 -color '#c08040' -core -exposure 2 -lights 'sun,1,2,3,4;point,0,1,0,2' -size 640x400 -- '-my wig'\''s.hair'`
	if line != want {
		t.Errorf("%s\nwant %s", line, want)
	}
	words, err := exec.Command("sh", "-c", `for word in `+strings.TrimPrefix(line, "viewer ")+`; do printf '%s\n' "$word"; done`).Output()
	if err != nil {
		t.Fatal(err)
	}
	o, err := Parse(strings.Split(strings.TrimSuffix(string(words), "\n"), "\n"))
	if err != nil {
		t.Fatal(err)
	}
	delete(s.Flags, "keybits") // as by default
	if o.File != s.File || !o.Run.Headless || o.Run.Out != "my out.png" || !maps.Equal(o.Given, s.Flags) {
		t.Errorf("%+v", o)
	}
}

func TestShadowShare(t *testing.T) {
	for _, c := range []struct {
		args string
		want float32
	}{
		{"", 0.4545}, {"-strands 5000", 0.909}, {"-strands 120000", 0.294}, {"-shadow-share 0.7", 0.7}, {"-style short", 0.833}, {"-style curly", 0.6897}, {"a.hair", 1}, {"-shadow-share 1 a.hair", 1},
	} {
		o, err := Parse(strings.Fields(c.args))
		if err != nil {
			t.Fatalf("%q: %v", c.args, err)
		}
		if got := o.Renderer(nil).Light.ShadowShare; math.Abs(float64(got-c.want)) > 0.001 {
			t.Errorf("%q: the share is %v, want %v", c.args, got, c.want)
		}
	}
	for _, style := range groom.Styles() {
		if halfCast[style] == 0 {
			t.Errorf("halfCast lacks %s: the number of strands at which half of them shade with an error of at most 0.010. It is "+
				"strands * X / (1 - X) for a share X with such an error: viewer -headless -style %s -shadow-error -shadow-share X -stats FILE (decision 28)",
				style, style)
		}
		o, err := groom.Style(style)
		if err != nil {
			t.Fatal(err)
		}
		if own := groomShare(style, 0); own != groomShare(style, o.Strands) {
			t.Errorf("%s without -strands has the share %v, with its own %d strands %v", style, own, o.Strands, groomShare(style, o.Strands))
		}
	}
	if _, err := Parse(strings.Fields("-shadow-share 0.01")); err == nil || !strings.Contains(err.Error(), "0.05") {
		t.Errorf("-shadow-share 0.01: got %v, want an error with the least share", err)
	}
}

// -core is a switch that may be auto, which it is without the flag; -fragment-light is a switch.
func TestCoreAndFragmentLight(t *testing.T) {
	for _, c := range []struct {
		args       []string
		core, auto bool
	}{
		{nil, false, true}, {[]string{"-core"}, true, false}, {[]string{"-core=on"}, true, false}, {[]string{"-core=true"}, true, false},
		{[]string{"-core=off"}, false, false}, {[]string{"-core=false"}, false, false}, {[]string{"-core=auto"}, false, true},
	} {
		o, err := Parse(c.args)
		if err != nil || o.Core != c.core || o.AutoCore != c.auto {
			t.Errorf("%v: core %v, auto %v, %v", c.args, o.Core, o.AutoCore, err)
		}
	}
	if _, err := Parse([]string{"-core=maybe"}); err == nil {
		t.Error("-core=maybe is taken")
	}
	if got := (Settings{Flags: map[string]string{"core": "false"}}).Command("viewer", "a.png"); got != "viewer -headless -o a.png -core=false" {
		t.Errorf("the command is %s", got)
	}
	o, err := Parse([]string{"-fragment-light"})
	if err != nil || !o.Renderer(nil).Shading.PerFragment {
		t.Errorf("light per fragment: %v, %v", o.Appearance.FragmentLight, err)
	}
}
