// SPDX-License-Identifier: MIT

package flags

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// No output replaces an input or another output, whatever their names are.
func TestOutputsReplaceNoInput(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"in.hair", "face.obj", "w0.png", "w3.png", "hair.png", "a-diff.png"} {
		if err := os.WriteFile(name, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("s.json", []byte(`{"comb_viewer":1,"flags":{}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		os.Mkdir("sub", 0o700), os.Symlink("../hair.png", "sub/link.png"), os.Symlink("new.png", "dangling.png"),
		os.Link("hair.png", "hard.png"), os.Symlink("sub", "folder"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for line, words := range map[string]string{
		"-headless -o in.hair in.hair":                           "-o \"in.hair\": the name of a hair file",
		"-headless -o wig.NPY":                                   "the name of a hair file",
		"-headless -head face.obj -o face.obj":                   "the name of a hair file",
		"-headless -settings s.json -o s.json":                   "the name of settings or stats",
		"-headless -settings s.json -stats s.json":               "-stats \"s.json\": the same file as the settings of -settings",
		"-headless -settings s.json -stats ./sub/../s.json":      "-stats",
		"-headless -stats in.hair":                               "-stats \"in.hair\"",
		"-headless -o x -stats x":                                "-stats \"x\": the same file as -o \"x\"",
		"-headless -o x.png -stats x.png":                        "-stats \"x.png\"",
		"-headless -o sub/x -stats folder/x":                     "the same file",
		"-headless -o none/x -stats ./none/./x":                  "the same file",
		"-headless -o new.png hair.png -o -":                     "one too many",
		"-headless -o hair.png hair.png":                         "-o \"hair.png\": the same file as the model",
		"-headless -o sub/link.png hair.png":                     "the same file as the model",
		"-headless -o hair.png sub/link.png":                     "the same file as the model",
		"-headless -o hard.png hair.png":                         "the same file as the model",
		"-o hair.png hair.png":                                   "the same file as the model",
		"-headless -compare exact -o a.png a-diff.png":           "-compare: the image beside -o \"a-diff.png\": the same file as the model",
		"-headless -frames 0 -of w%d.hair w0.hair":               "-of \"w%d.hair\": the name of a hair file",
		"-headless -frames 0-9 -of w%d.png w3.png":               "-of \"w3.png\": the same file as the model",
		"-convert -strands 10 in.hair in.hair":                   "-convert: the file to write \"in.hair\": the same file as the model",
		"-convert in.hair sub/../in.hair":                        "the same file as the model",
		"-headless -o dangling.png -stats new.png -frames 0 a.b": "-o: not with",
	} {
		if _, err := Parse(strings.Fields(line)); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: got %v, want an error with %q", line, err, words)
		}
	}
	for _, line := range []string{
		"-headless -o x.png -stats x.json in.hair", "-headless -o /dev/null -stats /dev/null in.hair", "-headless -frames 4-9 -of w%d.png w3.png",
		"-convert in.hair out.hair", "-headless -o hair-2.png hair.png", "-headless -settings s.json -o s.png -stats stats.json",
		"-headless -o old.PNG -stats log in.hair", "-headless -compare exact -o a.png in.hair",
	} {
		if _, err := Parse(strings.Fields(line)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	if full, err := filepath.Abs("new.png"); err != nil || !SameFile("dangling.png", full) {
		t.Errorf("a link to a file that is not there counts as another file (%v)", err)
	}
	for _, name := range []string{"in.hair", "face.obj", "hair.png"} {
		if text, err := os.ReadFile(name); err != nil || string(text) != name {
			t.Errorf("%s has %q, %v", name, text, err)
		}
	}
}
