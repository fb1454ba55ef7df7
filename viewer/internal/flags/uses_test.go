// SPDX-License-Identifier: MIT

package flags

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/combgl/comb/hair"
)

// Settings may have an order that the OIT method ignores, as the window changes one flag at a time.
// The command line that draws them leaves it out.
func TestUnusedOrderIsOfSettingsAlone(t *testing.T) {
	s := Settings{Flags: map[string]string{"order": "strands", "keybits": "8", "transparency": "lists8"}}
	if o, err := s.Options(); err != nil || o.Order != hair.PerStrand || o.KeyBits != 8 {
		t.Errorf("%v, %v, %v", o.Order, o.KeyBits, err)
	}
	path := filepath.Join(t.TempDir(), "s.json")
	if err := s.Write(path); err != nil {
		t.Fatal(err)
	}
	for line, words := range map[string]string{
		"-settings " + path: "", "-settings " + path + " -transparency tiles -keybits 12": "",
		"-settings " + path + " -keybits 12": "-keybits: not with -transparency lists8",
		"-order strands -keybits 8":          "", "-transparency blend -order unsorted": "",
		"-keybits 16 -order unsorted":        "-keybits: not with -order unsorted",
		"-transparency exact -order strands": "-order: not with -transparency exact",
	} {
		if _, err := Parse(strings.Fields(line)); words == "" && err != nil || words != "" && (err == nil || !strings.HasPrefix(err.Error(), words)) {
			t.Errorf("%s: %v, want %q", line, err, words)
		}
	}
	for line, given := range map[string]map[string]string{
		"viewer -headless -o a.png -transparency lists8": s.Flags,
		"viewer -headless -o a.png -order unsorted":      {"order": "unsorted", "keybits": "8"},
		"viewer -headless -o a.png -keybits 8":           {"keybits": "8"},
	} {
		if got := (Settings{Flags: given}).Command("viewer", "a.png"); got != line {
			t.Errorf("%s, want %s", got, line)
		}
	}
}

// So it is with other flags that a choice makes ineffective. In a sequence, a window or a
// measurement they may have an effect.
func TestUnusedFlagsAreOfSettingsAlone(t *testing.T) {
	s := Settings{Flags: map[string]string{"samples": "4", "transparency": "exact", "shadow": "none", "shadow-size": "64", "shadow-share": "0.5", "guides": "20", "gravity": "3"}}
	path := filepath.Join(t.TempDir(), "s.json")
	if err := s.Write(path); err != nil {
		t.Fatal(err)
	}
	for line, words := range map[string]string{
		"-headless -settings " + path:                                         "",
		"-headless -compare tiles -settings " + path:                          "",
		"-settings " + path + " -samples 1":                                   "-samples: not with -transparency exact",
		"-settings " + path + " -samples 4 -transparency blend":               "",
		"-methods all -headless -samples 2":                                   "-samples: not with -compare",
		"-settings " + path + " -shadow-size 16":                              "-shadow-size: not with -shadow none",
		"-shadow none -shadow-share 0.5":                                      "-shadow-share: not with -shadow none",
		"-headless -shadow none -shadow-size 64 -shadow-error":                "",
		"-headless -shadow none -shadow-size 64 -shadow-share 1 -shadows all": "",
		"-headless -shadow slices -shadow-share 0.5":                          "-shadow-share: not with -shadow slices",
		"-lights none -shadow-share 0.5":                                      "-shadow-share: not with -lights none",
		"-guides 20":                                                          "",
		"-headless -guides 20 -wind 3":                                        "",
		"-headless -guides 20 -steps 1":                                       "",
		"-headless -guides 20 -frames 0":                                      "",
		"-headless -guides 20 -wind 3 -steps 0":                               "-guides: not with hair at rest",
		"-headless -gravity 1":                                                "-gravity: not with hair at rest",
		"-headless -stiffness 1":                                              "-stiffness: not with hair at rest",
		"-headless -wind 3 -steps 0":                                          "-wind: not with -steps 0, by which nothing moves",
		"-headless -wind 0 -steps 0":                                          "",
		"-wind 3 -steps 0":                                                    "",
		"-headless -wind 3 -steps 0 -frames 0-3":                              "",
		"-headless -samples 4 -head none":                                     "-samples: not without a head",
		"-headless -samples 4 -raw a.hair":                                    "-samples: not without a head",
		"-headless -samples 4 -raw -head scalp a.hair":                        "",
		"-headless -samples 4 -head none -transparency blend":                 "",
		"-headless -samples 4 -head none -core":                               "",
		"-samples 4 -head none":                                               "",
		"-width-px 2 -width 1":                                                "-width: not with -width-px",
		"-width-px 2 -width-tip 1":                                            "-width-tip: not with -width-px",
		"-width-px 2 -width-scale 3":                                          "-width-scale: not with -width-px",
		"-width-px 0 -width-scale 3":                                          "",
		"-headless -o a.exr -exposure 2":                                      "-exposure: not with an .exr image",
		"-headless -o a.EXR -tone agx":                                        "-tone: not with an .exr image",
		"-headless -frames 1 -of a%d.exr -tone agx":                           "",
		"-headless -o a.exr -exposure auto -stats a.json":                     "",
		"-headless -o a.exr -tone agx -compare exact":                         "",
		"-o a.exr -exposure 2":                                                "",
		"-headless -o a.png -exposure 2 -of a%d.exr -frames 1":                "-o: not with -frames",
		"-spread 0.1 -follow 0 a.hair":                                        "-spread: only with hairs around those of the file",
		"-spread-tip 2 -raw a.tfx":                                            "-spread-tip: only with hairs around those of the file",
		"-convert -spread 0.1 a.hair b.hair":                                  "-spread: only with hairs around those of the file",
		"-spread 0.1 -spread-tip 2 a.hair":                                    "",
		"-convert -follow 2 -spread 0.1 a.hair b.hair":                        "",
		"-points 5 a.hair":                                                    "-points: not with a .hair file, which says where its strands end",
		"-convert -points 5 a.TFX b.hair":                                     "-points: not with a .tfx file",
		"-points 5 a.npy":                                                     "",
		"-points 5 a":                                                         "",
		"-headless -raw -seed 2 a.hair":                                       "-seed: nothing is left to chance without -strands, -follow and -wind",
		"-convert -seed 2 a.hair b.hair":                                      "-seed: nothing is left to chance",
		"-convert -strands 5 -seed 2 a.hair b.hair":                           "",
		"-headless -raw -seed 2 -wind 3 a.hair":                               "",
		"-raw -seed 2 a.hair":                                                 "",
		"-headless -seed 2 a.hair":                                            "",
		"-groom length=0.3,curl=0.01,length=0.2":                              `-groom "length=0.3,curl=0.01,length=0.2": length is there twice`,
	} {
		if _, err := Parse(strings.Fields(line)); words == "" && err != nil || words != "" && (err == nil || !strings.HasPrefix(err.Error(), words)) {
			t.Errorf("%s: %v, want %q", line, err, words)
		}
	}
	o, err := s.Options()
	if err != nil || o.Samples != 4 || o.Renderer(nil).Image.Samples != 1 {
		t.Errorf("%+v, %v", o, err)
	}
	for line, given := range map[string]map[string]string{
		"viewer -headless -o a.png -shadow none -transparency exact": s.Flags,
		"viewer -headless -o a.png -guides 20 -wind 3":               {"guides": "20", "wind": "3"},
		"viewer -headless -o a.png -samples 4 -shadow-size 64":       {"guides": "20", "samples": "4", "shadow-size": "64"},
		"viewer -headless -o a.png -shadow slices -shadow-size 64":   {"shadow": "slices", "shadow-size": "64", "shadow-share": "0.5"},
		"viewer -headless -o a.png -head none":                       {"head": "none", "samples": "2"},
		"viewer -headless -o a.png -lights none":                     {"lights": "none", "shadow-size": "64", "shadow-share": "0.5"},
	} {
		if got := (Settings{Flags: given}).Command("viewer", "a.png"); got != line {
			t.Errorf("%s, want %s", got, line)
		}
	}
	light := Settings{Flags: map[string]string{"exposure": "2", "tone": "agx", "width": "1", "width-px": "2"}}
	if got, want := light.Command("viewer", "a.exr"), "viewer -headless -o a.exr -width-px 2"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
