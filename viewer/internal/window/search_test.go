// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/viewer/internal/controls"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/layout"
	"github.com/combgl/comb/viewer/internal/theme"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// A row of -groom copies its own number, and takes it back.
func TestGroomRowsCopyTheirNumber(t *testing.T) {
	o, err := flags.Parse([]string{"-style", "bob", "-groom", "length=0.5,frizz=0.002"})
	if err != nil {
		t.Fatal(err)
	}
	all, text := controls.All(), o.Given["groom"]
	row := func(label string) controls.Control {
		return all[slices.IndexFunc(all, func(c controls.Control) bool { return c.Label == label })]
	}
	p, v := &panels{}, &view{o: o}
	for _, c := range []struct{ label, copied, pasted, want string }{
		{"Length", "length=0.5", "-groom length=0.25", "frizz=0.002,length=0.25"}, {"Frizz", "frizz=0.002", " -groom frizz=0.001,length=1 ", "frizz=0.001,length=0.5"},
		{"Length", "length=0.5", "50", "frizz=0.002,length=0.5"}, {"Length", "length=0.5", "20", "frizz=0.002,length=0.2"},
		{"Length", "length=0.5", "nonsense", "nonsense"}, {"Strands", text, "-strands 2000", "2000"},
	} {
		r := row(c.label)
		if got := p.own(v, r, text); got != c.copied {
			t.Errorf("%s copies %q, want %q", c.label, got, c.copied)
		}
		got := pasted(r, c.pasted, text)
		a, aerr := flags.ParseGroom(got)
		b, berr := flags.ParseGroom(c.want)
		if aerr == nil && berr == nil {
			got, c.want = flags.GroomText(a), flags.GroomText(b)
		}
		if got != c.want {
			t.Errorf("%s takes %q as %q, want %q", c.label, c.pasted, got, c.want)
		}
	}
	if _, dim := row("Length").Help(false, o.Given); !strings.Contains(dim, ", default ") {
		t.Errorf("the help of Length says %q", dim)
	}
}

// The turntable goes round and round, and the camera's angle does not grow.
func TestAnglesAreThoseOfOneTurn(t *testing.T) {
	for _, c := range [][2]float64{{0, 0}, {math.Pi, math.Pi}, {732.8683 * math.Pi / 180, 12.8683 * math.Pi / 180}, {-3 * math.Pi / 2, math.Pi / 2}} {
		if got := wrapped(float32(c[0])); math.Abs(float64(got)-c[1]) > 1e-5 {
			t.Errorf("%v became %v, want %v", c[0], got, c[1])
		}
	}
	if got := shortCamera("732.8683,0,1"); got != "13°, 0° up, 1×" {
		t.Errorf("a view is called %q", got)
	}
}

// searchFindsRows looks for rows that are no flag's, and for no others.
func searchFindsRows(h hand) error {
	for _, c := range []struct {
		text, has, lacks string
	}{
		{"solo", "Light/Light 2/Solo", "Light/Rotate lights"}, {"write", "Camera and image/Write image", "Camera and image/Around"},
		{"keep this", "Camera and image/Keep this view", "Camera and image/Write image"}, {"turn with", "Light/Turn with camera", "Light/Light 1/Solo"},
		{"width", "Camera and image/Image size", "Camera and image/Around"}, {"width", "Hair/Width", "Camera and image/Pivot X"},
		{"pivot", "Camera and image/Pivot X", "Camera and image/Distance"}, {"camera and", "Camera and image/Around", "Light/Rotate lights"},
		{"ssim", "look/Compare", "Compare/Mode"}, {"target-ms", "Quality/Frame target", "Quality/Transparency"}, {"viridis", "Compare/Colours", "Compare/Mode"},
	} {
		h.find(c.text)
		if err := h.wait(); err != nil {
			return err
		}
		if h.noted(c.has).Empty() || !h.noted(c.lacks).Empty() {
			return unless(false, "%q finds %s: %v, and %s: %v", c.text, c.has, !h.noted(c.has).Empty(), c.lacks, !h.noted(c.lacks).Empty())
		}
	}
	h.find("")
	return h.wait()
}

// lightsAreReset changes the lights, and resets their section.
func lightsAreReset(h hand) error {
	v := h.v
	usual := v.o.Given["lights"]
	return all(
		func() error {
			return unless(!v.lightsDiffer(), "the lights of the start differ from %q", v.usualLights())
		},
		func() error { v.turnLights(1); return h.wait() }, func() error { return unless(v.lightsDiffer(), "turned lights do not differ") },
		func() error { v.edits.Close(); return v.resetSection("Light") },
		func() error {
			return unless(!v.lightsDiffer() && v.o.Given["lights"] == usual, "after the reset the lights are %q", v.o.Given["lights"])
		},
		func() error { return v.undo() }, func() error { return unless(v.lightsDiffer(), "undo leaves the lights") },
		func() error { return v.change("lights", usual) },
		h.wait,
	)
}

// lettersGoToTheHelp types into the search of the keys, and presses keys that are no text.
func lettersGoToTheHelp(h hand) error {
	v := h.v
	open, method := *v.ui.lookOpen(), v.o.Transparency
	return all(
		func() error { return h.key(glfw.KeyF1, 0) }, h.wait, func() error { return h.key(glfw.KeyT, 0) }, func() error { return h.write("tu") },
		func() error {
			return unless(v.ui.find == "tu" && v.o.Transparency == method, "the search has %q, the method is %v", v.ui.find, v.o.Transparency)
		},
		func() error { return h.key(glfw.KeyEscape, 0) }, func() error { return unless(!v.ui.help, "Esc leaves the help") },
		// Once more: the text before is replaced, and F1 closes the help.
		func() error { return h.key(glfw.KeyF1, 0) }, h.wait, func() error { return h.write("n") },
		func() error {
			return unless(v.ui.find == "n" && *v.ui.lookOpen() == open, "the search has %q", v.ui.find)
		},
		func() error { return h.key(glfw.KeyF1, 0) }, func() error { v.ui.find = ""; return unless(!v.ui.help, "F1 leaves the help") },
		h.wait,
	)
}

// pathsAreTyped opens the list of files, replaces the path there, and goes into a folder.
func pathsAreTyped(h hand) error {
	v := h.v
	dir, err := os.MkdirTemp("", "comb-paths")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	missing := filepath.Join(dir, "gone.hair")
	recent := v.ui.config.Recent
	defer func() { v.ui.config.Recent = recent }()
	if err := os.Mkdir(filepath.Join(dir, "pics"), 0o755); err != nil {
		return err
	}
	is := func(want string) func() error {
		return func() error {
			return unless(v.ui.path == want && popupOpen(), "the path is %q, want %q; the list is open: %v; says %q", v.ui.path, want, popupOpen(), v.ui.latest())
		}
	}
	press := func(key glfw.Key, mods glfw.ModifierKey) {
		v.keyEvent(key, true, mods)
		v.keyEvent(key, false, mods)
	}
	home := os.Getenv("HOME")
	os.Setenv("HOME", dir)
	defer os.Setenv("HOME", home)
	return all(
		func() error {
			found := completions("~/p")
			return unless(len(found) == 1 && found[0] == "~/pics/" && atHome("~/a") == dir+"/a" && atHome("~") == dir && atHome("~a/b") == "~a/b" && atHome("a/~/b") == "a/~/b",
				"~/p becomes %q, ~/a %s, ~a/b %s", found, atHome("~/a"), atHome("~a/b"))
		},
		func() error { return h.click("look/search") },
		func() error { return h.write("light") },
		func() error {
			v.keyEvent(glfw.KeyLeftControl, true, 0)
			press(glfw.KeyA, glfw.ModControl)
			v.keyEvent(glfw.KeyLeftControl, false, glfw.ModControl)
			return h.wait()
		},
		func() error { return h.write("image") },
		func() error {
			found := v.ui.search
			h.find("")
			return unless(found == "image", "after Ctrl+A the search is %q", found)
		},
		func() error { return h.key(glfw.KeyEscape, 0) }, h.wait,
		// Letters that are typed before the field is there go into it, and are no keys.
		func() error {
			v.ui.path = "/some/old path"
			press(glfw.KeyO, glfw.ModControl)
			for _, r := range "hn" {
				press(glfw.Key(r-'a')+glfw.KeyA, 0)
				v.charEvent(r)
			}
			return all(h.wait, h.wait, h.wait, is("hn"))
		},
		func() error {
			return unless(v.c.shows == nothing && *v.ui.lookOpen() && !v.typed.opening, "letters acted: shows %v, Look: %v, %+v", v.c.shows, *v.ui.lookOpen(), v.typed)
		},
		// Ctrl+A selects all, and typing replaces it.
		func() error {
			v.keyEvent(glfw.KeyLeftControl, true, 0)
			press(glfw.KeyA, glfw.ModControl)
			v.keyEvent(glfw.KeyLeftControl, false, glfw.ModControl)
			return h.wait()
		},
		func() error { return h.write("b") }, is("b"),
		func() error { return h.key(glfw.KeyEscape, 0) }, h.wait,
		func() error {
			press(glfw.KeyF1, 0)
			press(glfw.KeyH, 0)
			v.charEvent('h')
			err := all(h.wait, h.wait, h.wait)
			found := v.ui.find
			v.ui.find = ""
			return unless(err == nil && found == "h" && v.c.shows == nothing && v.ui.help, "the help is open: %v, its search has %q: %v", v.ui.help, found, err)
		},
		func() error { return h.key(glfw.KeyEscape, 0) }, h.wait,
		// A key that closes the help opens no field, and the next one acts.
		func() error {
			v.ui.help = true
			press(glfw.KeyF1, 0)
			press(glfw.KeyN, 0)
			err := all(h.wait, h.wait)
			open := *v.ui.lookOpen()
			*v.ui.lookOpen(), v.stale = true, true
			return unless(err == nil && !open && !v.ui.help, "Look is open: %v, the help: %v: %v", open, v.ui.help, err)
		},
		h.wait,
		func() error {
			v.ui.path, v.ui.config.Recent = "/some/old path", []string{missing}
			return h.key(glfw.KeyO, glfw.ModControl)
		},
		h.wait, func() error { return h.write(dir) }, is(dir),
		func() error { return h.key(glfw.KeyEnter, 0) }, h.wait, is(dir+"/"),
		func() error { return h.write("p") }, is(dir+"/p"), func() error { return h.click("files/pics/") }, h.wait, is(dir+"/pics/"),
		func() error { return h.write("x") }, is(dir+"/pics/x"),
		func() error {
			img, err := h.shown()
			at, most := h.noted("files/recent "+missing), uint8(0)
			for y := range int(at.H) {
				for x := range int(at.W) {
					most = max(most, img.NRGBAAt(int(at.X)+x, int(at.Y)+y).G)
				}
			}
			grey := theme.Disabled.G
			return unless(err == nil && most > grey/2 && most <= grey+2, "a missing file is written with %d, want %d: %v", most, grey, err)
		},
		func() error { return h.key(glfw.KeyEscape, 0) }, h.wait,
		func() error { return h.key(glfw.KeyO, glfw.ModControl) }, h.wait, func() error { return h.write("~/pics") }, is("~/pics"),
		func() error { return h.key(glfw.KeyEnter, 0) }, h.wait, is("~/pics/"),
		func() error { return h.key(glfw.KeyEscape, 0) }, func() error { v.ui.path = ""; return h.wait() },
		// The copied command names the file that F12 writes.
		func() error {
			v.output.name = filepath.Join(dir, "look")
			defer func() { v.output = output{} }()
			line, path := v.command(), v.imagePath(".png")
			return unless(path == v.output.name+".png" && strings.Contains(line, "-o "+path), "F12 writes %s, and the command is %s", path, line)
		},
	)
}

// chosenLinesAreSeen opens a list, and looks for the line that is chosen.
func chosenLinesAreSeen(h hand) error {
	h.find("tone")
	return all(
		h.wait, func() error { return h.click("Camera and image/Tone curve") },
		func() error {
			img, err := h.shown()
			var at layout.Rect
			for _, name := range []string{"aces", "agx"} {
				if h.v.o.Given["tone"] == name || at.Empty() {
					at = h.noted("Camera and image/Tone curve/" + name)
				}
			}
			return unless(err == nil && has(img, at, theme.Accent) > int(at.W*at.H/2), "the chosen line has %d bright pixels in %v: %v", has(img, at, theme.Accent), at, err)
		},
		func() error { return h.key(glfw.KeyEscape, 0) }, func() error { h.find(""); return h.wait() },
	)
}

// The toolbar has both looks or none.
func TestLooksLeaveTheToolbarTogether(t *testing.T) {
	byRank := slices.Clone(tools)
	slices.SortStableFunc(byRank, func(a, b tool) int { return a.rank - b.rank })
	has := func(kept []tool, label string) bool {
		return slices.ContainsFunc(kept, func(k tool) bool { return k.label == label })
	}
	for n := range len(byRank) + 1 {
		if kept := byRank[:together(byRank, n)]; has(kept, "A") != has(kept, "B") {
			t.Errorf("%d of %d tools have one look", n, len(byRank))
		}
	}
}

func TestWordsOfStepsAndFrames(t *testing.T) {
	step := func(groom string) flags.Settings { return flags.Settings{Flags: map[string]string{"groom": groom}} }
	if got := changeName(step("curl=0.02"), step("curl=0.02,length=0.4")); got != "length" {
		t.Errorf("a change of the length is called %q", got)
	}
	f := frameTime{wall: 3}
	_, soon := f.text(2)
	if _, never := f.text(16); !strings.Contains(soon, "later") || strings.Contains(never, "later") {
		t.Errorf("a new frame says %q, an old one %q", soon, never)
	}
	if got := thousands(31192); got != "31 192" {
		t.Errorf("a number is written %q", got)
	}
}
