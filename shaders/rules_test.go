// SPDX-License-Identifier: MIT

package shaders

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
)

var (
	opening = regexp.MustCompile(`\A(//[^\n]*\n)+`)
	header  = regexp.MustCompile(`(?s)^// SPDX-License-Identifier: MIT\n// .*Grid:.*CPU twin:`)
	choice  = regexp.MustCompile(`(?m)^\s*#\s*(if|ifdef|ifndef|elif|else)\b`)
	// A call of barrier(), not the name in a comment.
	barrier = regexp.MustCompile(`(?m)^[^/\n]*\bbarrier\(\)`)
)

// judge says what of the house's rules a shader breaks.
func judge(path, text string) (wrong []string) {
	say := func(bad bool, what string) {
		if bad {
			wrong = append(wrong, what)
		}
	}
	say(!strings.HasPrefix(text, "// SPDX-License-Identifier: MIT\n"), "no licence line")
	say(strings.Count(text, "\n") > 160, "more than 160 lines")
	say(!strings.HasPrefix(path, "lib/") && choice.MatchString(text), "#if belongs in lib/")
	folder, _, _ := strings.Cut(path, "/")
	for _, m := range includedFile.FindAllStringSubmatch(text, -1) {
		say(!strings.HasPrefix(m[1], "lib/") && !strings.HasPrefix(m[1], folder+"/"), m[1]+" is of another folder than lib or its own")
	}
	// The probe measures the driver before anything can be relied on.
	own := path == "lib/sync.glsl" || path == "gpu/lanes_probe.comp.glsl"
	say(!own && barrier.MatchString(text), "a bare barrier() does not protect shared memory: use sync()")
	if !strings.HasSuffix(path, ".comp.glsl") {
		return wrong
	}
	comment := opening.FindString(text)
	say(!header.MatchString(comment), "the header must tell the grid and the CPU twin")
	say(!strings.Contains(comment, "Reads:") && !strings.Contains(comment, "Writes:") && !strings.Contains(comment, "Reads and writes:"),
		"the header must tell what is read and written")
	return wrong
}

func TestEveryKernelKeepsTheHouseRules(t *testing.T) {
	kernels := 0
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		if strings.HasSuffix(path, ".comp.glsl") {
			kernels++
		}
		for _, w := range judge(path, string(data)) {
			t.Errorf("%s: %s", path, w)
		}
		return nil
	})
	if err != nil || kernels < 10 {
		t.Errorf("%d kernels, %v", kernels, err)
	}
}

// The rules themselves can fail.
func TestTheHouseRulesSeeABreach(t *testing.T) {
	const good = "// SPDX-License-Identifier: MIT\n// Adds.\n// Grid: one. Reads: Src. Writes: Dst. CPU twin: a loop.\n\nvoid main() {}\n"
	if w := judge("scan/x.comp.glsl", good); w != nil {
		t.Errorf("a good kernel: %v", w)
	}
	if w := judge("lib/x.glsl", "// SPDX-License-Identifier: MIT\n#if A\n#endif\n"); w != nil {
		t.Errorf("#if in lib: %v", w)
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
		if w := judge("scan/x.comp.glsl", text); !strings.Contains(strings.Join(w, "; "), what) {
			t.Errorf("%s: %v", what, w)
		}
	}
}
