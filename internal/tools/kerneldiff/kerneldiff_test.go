// SPDX-License-Identifier: MIT

package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const text = `#version 430
#define BIND_TOTALS 3
#define GROUP_SIZE 128
#define PICK(a, b) min(a, b) // the nearer
struct End { vec4 clip; float x, y; };
layout(std430, binding = BIND_TOTALS) buffer Totals { uint kept; uint dropped; };
uniform float room;

/* a comment
   of two lines */
float nearest(vec2 p, inout float[2] best)
{
    float low = min(p.x, room), high = max(p.x, p.y);
    for (int i = 0; i < 2; i++) best[i] += PICK(low, high) * 1e-6;
    atomicAdd(kept, 1u);
    return low * float(GROUP_SIZE);
}
`

func TestDeclaredFindsNamesOfTheText(t *testing.T) {
	got := slices.Sorted(maps.Keys(declared(tokens(text))))
	want := strings.Fields("BIND_TOTALS End GROUP_SIZE PICK Totals a b best clip dropped high i kept low nearest p room x y")
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestRenamesAndCommentsAreEqual(t *testing.T) {
	for name, change := range map[string][]string{
		"nothing":             {},
		"a variable":          {"low", "least"},
		"a sorted constant":   {"#define BIND_TOTALS 3\n#define GROUP_SIZE 128\n", "#define GROUP_SIZE 128\n#define LAST_BIND 3\n", "= BIND_TOTALS", "= LAST_BIND"},
		"a block and members": {"Totals", "Counts", "kept", "drawn"},
		"a macro":             {"PICK", "NEARER", "GROUP_SIZE", "LANES"},
		"a function":          {"nearest(", "closest("},
		"comments":            {"// the nearer", "", "a comment\n", "another\n\n\n"},
		"spaces":              {"    ", "\t", "\n{", " {"},
	} {
		if lines := compare(kernels(text), kernels(strings.NewReplacer(change...).Replace(text))); len(lines) > 0 {
			t.Errorf("%s: %v", name, lines)
		}
	}
}

func TestOtherChangesAreFound(t *testing.T) {
	for name, change := range map[string][]string{
		"a built-in function":  {"min(p", "max(p"},
		"a type":               {"uint kept", "int kept"},
		"a constant":           {"128", "64"},
		"a number":             {"1e-6", "1e-5"},
		"an operator":          {"+=", "-="},
		"a binding":            {"BIND_TOTALS 3", "BIND_TOTALS 4"},
		"two names become one": {"low", "high"},
		"one name becomes two": {"return low", "return high"},
		"a built-in variable":  {"room)", "gl_FragCoord.x)"},
		"a swizzle":            {"p.y)", "p.x)"},
		"a longer text":        {"float(GROUP_SIZE);", "float(GROUP_SIZE); // x\n;"},
	} {
		changed := strings.NewReplacer(change...).Replace(text)
		if changed == text {
			t.Errorf("%s: the case changes nothing", name)
		}
		if lines := compare(kernels(text), kernels(changed)); len(lines) != 1 {
			t.Errorf("%s: got the lines %q, want one", name, lines)
		}
	}
}

func TestMissingAndNewKernelsAreReported(t *testing.T) {
	other := kernel{Kind: "frag", Names: []string{"", "hair/other.frag.glsl"}, Text: "void main() {}"}
	lines := compare(append(kernels(text), other), kernels(text))
	if len(lines) != 1 || lines[0] != "hair/other.frag.glsl: only at the revision" {
		t.Errorf("a kernel less: %q", lines)
	}
	if lines = compare(kernels(text), append(kernels(text), other)); len(lines) != 1 || !strings.Contains(lines[0], "only in the working tree") {
		t.Errorf("a kernel more: %q", lines)
	}
}

func kernels(text string) []kernel {
	return []kernel{{Kind: "comp", Names: []string{"", "hair/a.comp.glsl"}, Text: text}}
}

// The whole command, on a small repository whose test writes kernels.
func TestRunComparesARevisionWithTheWorkingTree(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module small\n\ngo 1.24\n")
	write("a.glsl", `void main() { uint a = 1u; }`)
	write("a_test.go", `package small
import ("encoding/json"; "os"; "testing")
func TestShaders(t *testing.T) {
	text, _ := os.ReadFile("a.glsl")
	line, _ := json.Marshal(map[string]any{"Kind": "comp", "Names": []string{"", "a.glsl"}, "Text": string(text)})
	if err := os.WriteFile(os.Getenv("COMB_KERNELS"), line, 0o644); err != nil { t.Fatal(err) }
}`)
	t.Chdir(dir)
	t.Setenv("GOFLAGS", "")
	flags := buildFlags
	t.Cleanup(func() { buildFlags = flags })
	buildFlags = nil // -trimpath compiles the standard library anew where no build has used it
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"}} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	for glsl, want := range map[string]string{
		"void main() { uint b = 1u; } // b": "kernel-diff: 1 kernels at HEAD, 1 in the working tree: 0 differ\n",
		"void main() { uint b = 2u; }":      "1 in the working tree: 1 differ\n",
	} {
		write("a.glsl", glsl)
		var out strings.Builder
		differ, err := run("HEAD", nil, &out)
		if err != nil || !strings.HasSuffix(out.String(), want) || differ != strings.Contains(want, ": 1 differ") {
			t.Errorf("%s: %v, %v, %q, want %q", glsl, differ, err, out.String(), want)
		}
	}
	if _, err := run("no-such-revision", nil, &strings.Builder{}); err == nil {
		t.Error("an unknown revision is no error")
	}
}
