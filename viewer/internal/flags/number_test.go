// SPDX-License-Identifier: MIT

package flags

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A flag that takes no text of any kind refuses a wrong one with its name, the text and what it
// takes.
func TestWrongTextsAreNamed(t *testing.T) {
	var o Options
	var f texts
	if err := f.read(&o, nil); err != nil {
		t.Fatal(err)
	}
	anyText := []string{"o", "stats", "settings", "of"}
	tried := 0
	f.set.VisitAll(func(fl *flag.Flag) {
		if slices.Contains(anyText, fl.Name) {
			return
		}
		tried++
		args := []string{"-headless", "-" + fl.Name + "=@@"}
		switch {
		case slices.Contains(OfFiles, fl.Name):
			args = append(args, "a.hair")
		case slices.Contains(ofOut, fl.Name):
			args = []string{"-convert", args[1], "a.hair", "b.hair"}
		}
		want := fmt.Sprintf("-%s \"@@\": want ", fl.Name)
		if _, err := Parse(args); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v: got %v, want an error that begins with %s", args, err, want)
		}
	})
	if tried < 60 {
		t.Errorf("%d flags were tried", tried)
	}
}

func TestNumbersKeepToTheirLimits(t *testing.T) {
	for line, want := range map[string]string{
		"-samples 65":               "-samples 65: want a whole number from 0 to 64",
		"-samples 2.5":              "-samples 2.5: want a whole number from 0 to 64",
		"-keybits 0":                "-keybits 0: want a whole number from 1 to 32",
		"-seed -1":                  "-seed -1: want a whole number of 0 or more",
		"-close-after -1":           "-close-after -1: want a whole number of 0 or more frames",
		"-tilt 11.5":                "-tilt 11.5: want a number from 0 to 11 degrees",
		"-roughness NaN":            "-roughness NaN: want a number from 0.05 to 1",
		"-exposure 0":               "-exposure 0: want a number from 0.01 to 100, or auto",
		"-shadow-size 8":            "-shadow-size 8: want a whole number from 16 to 8192 texels, or 0 for 512",
		"-width-tip -0.5":           "-width-tip -0.5: want a number from 0 to 10, or -1 for what the file says",
		"-points 1 a.hair":          "-points 1: want a whole number of 2 or more, or 0 to find them",
		"-follow 5000 a.hair":       "-follow 5000: want auto, or a whole number from 0 to 4096",
		"-smooth 181 a.hair":        "-smooth 181: want auto, or a number from 0 to 180 degrees",
		"-strands 999":              "-strands 999: want from 1000 to 1000000 for a groom",
		"-help-al":                  "-help-al: there is no such flag, there is -help-all",
		"-colour red":               "-colour: there is no such flag, there is -color",
		"-foo":                      "-foo: there is no such flag",
		"-headless -samples":        "-samples: its value is missing",
		"-settings none.json":       "-settings none.json: no such file or directory",
		"-samples 4 -compare exact": "-samples: not with -compare and -methods, which draw one sample a pixel",
	} {
		if _, err := Parse(strings.Fields(line)); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", line, err, want)
		}
	}
	for _, line := range []string{
		"-samples 64", "-keybits 0x10", "-melanin 0", "-melanin -1", "-width-tip -1", "-shadow-size 0", "-shadow-size 16", "-points 0 a.hair", "-seed 18446744073709551615",
		"-headless -lod-report 1 -recede 0.1", "-exposure 100",
	} {
		if _, err := Parse(strings.Fields(line)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// Files are tried before anything is read, the outputs first. Errors name the flag.
func TestFilesAreTried(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.hair", "file"} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("folder", 0o700); err != nil {
		t.Fatal(err)
	}
	in, isFolder := filepath.Join("file", "x.png"), "it is a folder"
	for line, want := range map[string]string{
		"-headless none.hair":                        "none.hair: no such file or directory",
		"none.hair":                                  "none.hair: no such file or directory",
		"-headless folder":                           "folder: it is a directory, want a file",
		"-headless -head none.obj a.hair":            "-head none.obj: no such file or directory",
		"-head none.obj":                             "-head none.obj: no such file or directory",
		"-headless -o folder none.hair":              `-o "folder": ` + isFolder,
		"-headless -o " + in + " none.hair":          `-o "` + in + `": not a directory`,
		"-o folder none.hair":                        `-o "folder": ` + isFolder,
		"-headless -stats folder none.hair":          `-stats "folder": ` + isFolder,
		"-headless -compare exact -o a.png a.hair":   "",
		"-headless -frames 1 -of folder/%d.png none": "none: no such file or directory",
		"-headless a.hair":                           "",
		"-convert none.hair folder/b.ply":            "none.hair: no such file or directory",
	} {
		o, err := Parse(strings.Fields(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		err = o.CheckFiles()
		if want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%s: got %v, want %s", line, err, want)
		}
		if err != nil && IsInputError(err) != !strings.Contains(want, `"`) {
			t.Errorf("%s: an error of the command line: %v", line, IsInputError(err))
		}
	}
}
