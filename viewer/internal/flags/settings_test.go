// SPDX-License-Identifier: MIT

package flags

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Flags that a run would ignore are refused, but for those that settings have of a groom.
func TestUnusedFlagsAreRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.json")
	if err := os.WriteFile(path, []byte(`{"comb_viewer":1,"flags":{"style":"bob","groom":"length=0.3","keybits":"9"}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"-style bob a.hair":                        "-style: not with a file",
		"-groom length=0.3 a.hair":                 "-groom: not with a file",
		"-style bob -settings " + path + " a.hair": "-style: not with a file",
		"-headless -close-after 3":                 "-close-after: not with -headless",
		"-headless -target-ms 5":                   "-target-ms: not with -headless",
		"-stats a.json":                            "-stats: only with -headless",
		"-turn 5 -compare exact":                   "-turn: only with -headless",
		"-shadow-error":                            "-shadow-error: only with -headless",
		"-style bob":                               "",
		"-close-after 3 -target-ms 5":              "",
		"-settings " + path:                        "",
		"-settings " + path + " a.hair":            "",
	} {
		o, err := Parse(strings.Fields(line))
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: got %v, want %q", line, err, want)
		}
		if _, has := o.Given["style"]; err == nil && has != (o.File == "" && strings.Contains(line, "style") || line == "-settings "+path) {
			t.Errorf("%s: the settings have a style: %v", line, has)
		}
	}
	// A window applies settings as a command line, and copies one.
	s := Settings{File: "a.hair", Flags: map[string]string{"style": "bob", "keybits": "9"}}
	if _, err := Parse(append(s.Args(), s.Model()...)); err != nil {
		t.Errorf("settings of a file with a style: %v", err)
	}
	if _, err := Parse(strings.Fields(s.Command("viewer", "a.png"))[1:]); err != nil {
		t.Errorf("%s: %v", s.Command("viewer", "a.png"), err)
	}
}

// An error about a flag of a settings file names the file, and one about the command line does not.
func TestErrorsNameTheSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.json")
	for _, c := range []struct {
		flags, more, want string
		named             bool
	}{
		{`"keybits":"99"`, "", "-keybits 99: want a whole number from 1 to 32", true},
		{`"keybits":"99"`, "-keybits 98", "-keybits 98", false},
		{`"keybits":"9"`, "-samples 65", "-samples 65", false},
		{`"lights":"sun,1,1,1,-1"`, "", "-lights", true},
		{`"unit":"cm"`, "", "-unit: only with a file", true},
		{`"keybits":"x"`, "", "-keybits", true},
	} {
		if err := os.WriteFile(path, fmt.Appendf(nil, `{"comb_viewer":1,"flags":{%s}}`, c.flags), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Parse(append([]string{"-settings", path}, strings.Fields(c.more)...))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.HasPrefix(err.Error(), "-settings "+path+": ") != c.named {
			t.Errorf("%s with %q: got %v, want an error with %q that names the file: %v", c.flags, c.more, err, c.want, c.named)
		}
	}
}

// The errors of -view say how many views there are.
func TestViewIsOfTheSavedOnes(t *testing.T) {
	dir := t.TempDir()
	none, two := filepath.Join(dir, "none.json"), filepath.Join(dir, "two.json")
	for path, views := range map[string][]string{none: nil, two: {"0,0,1", "90,0,0.6"}} {
		if err := (Settings{Flags: map[string]string{"camera": "1,2,3"}, Views: views}).Write(path); err != nil {
			t.Fatal(err)
		}
	}
	for line, words := range map[string]string{
		"-view 0":                                 "",
		"-view 0 -settings " + none:               "",
		"-view 2 -settings " + two:                "",
		"-view 0 -camera 0,0,1 -settings " + two:  "",
		"-view 1":                                 "-view 1: only with -settings, which have the views",
		"-view 1 -settings " + none:               "-view 1: the settings have no saved views",
		"-view 3 -settings " + two:                "-view 3: want a whole number from 0 to 2, as many views as the settings have",
		"-view -1 -settings " + two:               "-view -1: want a whole number of 0 or more",
		"-view 2 -camera 30,0,1 -settings " + two: "-camera: not with -view, which is a saved camera",
	} {
		o, err := Parse(strings.Fields(line))
		if words == "" && err != nil || words != "" && (err == nil || err.Error() != words) {
			t.Errorf("%s: %v, want %q", line, err, words)
		}
		if words == "" && strings.HasPrefix(line, "-view 2") && o.Camera.Text() != "90,0,0.6" {
			t.Errorf("%s: the camera is %s", line, o.Camera.Text())
		}
	}
}

// A file of hair in the place of settings has an error that says what is wanted.
func TestSettingsAreJSON(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.hair")
	if err := os.WriteFile(path, []byte("HAIR"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Parse([]string{"-settings", path}); err == nil || !strings.HasPrefix(err.Error(), "-settings "+path+": want saved settings, which are JSON: ") {
		t.Errorf("%v", err)
	}
}
