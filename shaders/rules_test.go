// SPDX-License-Identifier: MIT

package shaders

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/combgl/comb/internal/shaderfiles"
)

var (
	opening = regexp.MustCompile(`\A(//[^\n]*\n)+`)
	header  = regexp.MustCompile(`(?s)Grid:.*CPU twin:`)
	stage   = regexp.MustCompile(`\.(comp|vert|frag)\.glsl$`)
	choice  = regexp.MustCompile(`(?m)^\s*#\s*(if|ifdef|ifndef|elif|else)\b`)
	// A call of barrier(), not the name in a comment.
	barrier = regexp.MustCompile(`(?m)^[^/\n]*\bbarrier\(\)`)
)

// breaches returns the rules of this repository that a shader breaks.
func breaches(path, text string) (wrong []string) {
	reportIf := func(bad bool, what string) {
		if bad {
			wrong = append(wrong, what)
		}
	}
	reportIf(!strings.HasPrefix(text, "// SPDX-License-Identifier: MIT\n"), "no licence line")
	most := 400 // a file of parts
	if stage.MatchString(path) {
		most = 160
	}
	reportIf(strings.Count(text, "\n") > most, fmt.Sprintf("more than %d lines", most))
	reportIf(!strings.HasPrefix(path, "lib/") && choice.MatchString(text), "#if belongs in lib/")
	folder, _, _ := strings.Cut(path, "/")
	for _, m := range includedFile.FindAllStringSubmatch(text, -1) {
		reportIf(!strings.HasPrefix(m[1], "lib/") && !strings.HasPrefix(m[1], folder+"/"), m[1]+" is of another folder than lib or its own")
	}
	// The probe measures the driver before anything can be relied on.
	own := path == "lib/sync.glsl" || path == "gpu/lanes_probe.comp.glsl"
	reportIf(!own && barrier.MatchString(text), "a bare barrier() does not protect shared memory: use sync()")
	if !strings.HasSuffix(path, ".comp.glsl") {
		return wrong
	}
	for _, comment := range headersOf(text) {
		reportIf(!header.MatchString(comment), "the header must name the grid and the CPU twin")
		reportIf(!strings.Contains(comment, "Reads:") && !strings.Contains(comment, "Writes:") && !strings.Contains(comment, "Reads and writes:"),
			"the header must name what is read and written")
	}
	return wrong
}

// headersOf are the opening comments of a file's kernels: the file's own, or one for each part.
func headersOf(text string) (all []string) {
	parts := PartsOf(text)
	if parts == nil {
		return []string{opening.FindString(text)}
	}
	for _, part := range parts {
		_, own, _ := strings.Cut(text, "\n#part "+part+"\n")
		all = append(all, opening.FindString(own))
	}
	return all
}

// testFile is the name of a Go test, with folders before it or without.
var testFile = regexp.MustCompile(`[\w/]*\w_test\.go`)

// packagesOf is where the tests of a folder of shaders lie.
func packagesOf(folder string) string {
	switch folder {
	case "lib":
		return ""
	case "gpu":
		return "internal/kernel/"
	case "grid":
		return "particles/grid/"
	case "soak":
		return "internal/soak/"
	case "sph":
		return "particles/examples/sph/"
	case "show":
		return "particles/examples/internal/show/"
	}
	return folder + "/"
}

// untested are the tests that a shader names and its packages do not have.
func untested(path, text string, tests []string) (missing []string) {
	folder, _, _ := strings.Cut(path, "/")
	for _, name := range testFile.FindAllString(text, -1) {
		found := false
		for _, test := range tests {
			found = found || strings.HasPrefix(test, packagesOf(folder)) && strings.HasSuffix("/"+test, "/"+name)
		}
		if !found {
			missing = append(missing, name)
		}
	}
	return missing
}

func TestTestsNamedByShadersExist(t *testing.T) {
	var tests []string
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") {
			tests = append(tests, strings.TrimPrefix(filepath.ToSlash(path), "../"))
		}
		return err
	})
	if err != nil || len(tests) < 100 {
		t.Fatalf("%d tests, %v", len(tests), err)
	}
	named := 0
	for shader, path := range onDisk(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		named += len(testFile.FindAll(data, -1))
		for _, name := range untested(shader, string(data), tests) {
			t.Errorf("%s: there is no test %s of its package", path, name)
		}
	}
	if named < 20 {
		t.Errorf("shaders name %d tests: the rule looks at nothing", named)
	}
	own := []string{"hair/tiled_test.go", "bench/ladder/tiles_test.go", "particles/grid/grid_test.go"}
	for text, missing := range map[string]bool{"tiled_test.go.": false, "hair/tiled_test.go": false, "tiles_test.go": true, "led_test.go": true} {
		if got := untested("hair/x.glsl", "// CPU twin: "+text, own); (got != nil) != missing {
			t.Errorf("%s: missing %q", text, got)
		}
	}
	if untested("lib/x.glsl", "tiles_test.go", own) != nil || untested("grid/x.glsl", "grid_test.go", own) != nil {
		t.Error("lib's or grid's tests are not found")
	}
}

// onDisk are all files of GLSL in the repository, by name, with their paths from here.
func onDisk(t *testing.T) map[string]string {
	t.Helper()
	all, err := shaderfiles.Find("..")
	if err != nil || len(all) < 200 {
		t.Fatalf("%d files, %v", len(all), err)
	}
	for name, path := range all {
		all[name] = "../" + path
	}
	return all
}

func TestKernelsFollowHouseRules(t *testing.T) {
	kernels := 0
	for name, path := range onDisk(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, ".comp.glsl") {
			kernels++
		}
		for _, w := range breaches(name, string(data)) {
			t.Errorf("%s: %s", path, w)
		}
	}
	if kernels < 10 {
		t.Errorf("%d kernels", kernels)
	}
}

// The rules themselves can fail.
func TestHouseRulesDetectViolations(t *testing.T) {
	const good = "// SPDX-License-Identifier: MIT\n// Adds.\n// Grid: one. Reads: Src. Writes: Dst. CPU twin: a loop.\n\nvoid main() {}\n"
	if w := breaches("scan/x.comp.glsl", good); w != nil {
		t.Errorf("a good kernel: %v", w)
	}
	const parts = "// SPDX-License-Identifier: MIT\n// Adds.\n\n#part one\n// Grid: one. Reads: Src. CPU twin: a loop.\n#part two\n"
	if w := breaches("scan/x.comp.glsl", parts+"// Grid: two. Writes: Dst. CPU twin: a loop.\n"); w != nil {
		t.Errorf("two good kernels: %v", w)
	}
	if w := breaches("scan/x.comp.glsl", parts+"// Adds two.\n"); len(w) != 2 {
		t.Errorf("a part without a header: %v", w)
	}
	if w := breaches("lib/x.glsl", "// SPDX-License-Identifier: MIT\n#if A\n#endif\n"); w != nil {
		t.Errorf("#if in lib: %v", w)
	}
	if w := breaches("lib/x.glsl", "// SPDX-License-Identifier: MIT\n"+strings.Repeat("\n", 400)); len(w) != 1 || !strings.Contains(w[0], "400") {
		t.Errorf("401 lines in lib: %v", w)
	}
	for what, text := range map[string]string{
		"licence":          strings.TrimPrefix(good, "// SPDX-License-Identifier: MIT\n"),
		"160":              good + strings.Repeat("\n", 160),
		"#if":              good + "  # ifdef X\n",
		"barrier()":        good + "void f() { memoryBarrierShared(); barrier(); }\n",
		"grid":             strings.Replace(good, "Grid:", "", 1),
		"CPU twin":         strings.Replace(good, "CPU twin: a loop.\n", "\nCPU twin:", 1), // not in the comment
		"another folder":   good + "#include \"lib/x.glsl\"\n#include \"scan/y.glsl\"\n#include \"radix/z.glsl\"\n",
		"read and written": strings.NewReplacer("Reads:", "", "Writes:", "").Replace(good),
	} {
		t.Run(what, func(t *testing.T) {
			if w := breaches("scan/x.comp.glsl", text); !strings.Contains(strings.Join(w, "; "), what) {
				t.Errorf("%s: %v", what, w)
			}
		})
	}
}
