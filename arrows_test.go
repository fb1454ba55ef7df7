// SPDX-License-Identifier: MIT

package comb_test

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/combgl/comb"

// levels are the columns of ARCHITECTURE.md. A package imports only packages of lower levels, and
// those of its own area: the first element of its path.
//
//	shaders -> gpu -> reduce, scan -> compact, expand, merge, radix -> hair, particles, host
//	hair, particles, host -> viewer, bench
//
// internal/core is below gpu, and internal/kernel between gpu and the rest (rooms).
var levels = map[string]int{
	"shaders": 0, "gpu": 1, "reduce": 2, "scan": 2, "compact": 3, "expand": 3, "merge": 3, "radix": 3,
	"hair": 4, "particles": 4, "host": 4, "viewer": 5, "bench": 5,
}

// Areas that call OpenGL, and packages that need no GPU.
var (
	draws = map[string]bool{"gpu": true, "hair": true, "particles": true, "viewer": true, "bench": true}
	onCPU = map[string]bool{
		"hair/strands": true, "hair/groom": true, "hair/scalp": true, "internal/imagediff": true, "hair/scatter": true, "shaders": true,
		"bench/result": true, "bench/plot": true, "bench/page": true,
	}
)

// examples are the programs that open windows, in an area that opens none.
const examples = "particles/examples/"

// area returns the first element of a path.
func area(path string) string {
	head, _, _ := strings.Cut(path, "/")
	return head
}

// whyIllegal returns why a package may not import another, or "" if it may.
func whyIllegal(from, to string) string {
	local, ours := strings.CutPrefix(to, module+"/")
	from = strings.TrimPrefix(from, module+"/")
	if !ours {
		switch {
		case strings.HasPrefix(to, "github.com/go-gl/gl/") && (!draws[area(from)] && rooms[from] == 0 || onCPU[from]):
			return "only gpu and the areas that draw call OpenGL"
		case strings.HasPrefix(to, "github.com/go-gl/glfw/") && area(from) != "viewer" && !strings.HasPrefix(from, examples):
			return "only the viewer and the examples open windows"
		case strings.HasPrefix(to, "github.com/AllenDang/cimgui-go") && area(from) != "viewer":
			return "only the viewer has panels: a program that uses comb must not build their library"
		case strings.HasPrefix(to, "gonum.org/") && area(from) != "bench":
			return "only bench plots: a program that uses comb must not build a plotting library"
		}
		return ""
	}
	if strings.HasPrefix(local, examples) && !strings.HasPrefix(from, examples) {
		return "examples are programs: a package that imports them would open windows"
	}
	if area(local) == "internal" || area(from) == "internal" {
		return whyIllegalInternal(from, local)
	}
	a, known := levels[area(from)]
	b, alsoKnown := levels[area(local)]
	switch {
	case !known || !alsoKnown:
		return "the table of levels lacks the area"
	case onCPU[from] && b <= levels["radix"] && area(local) != area(from):
		return "this package needs no GPU"
	case area(from) != area(local) && b >= a:
		return "the arrow points backwards or sideways"
	}
	return whyIllegalInside(from, local)
}

func TestArrowsRule(t *testing.T) {
	for _, c := range []struct {
		from, to string
		legal    bool
	}{
		{"gpu", module + "/shaders", true}, {"shaders", module + "/gpu", false},
		{"scan", module + "/reduce", false}, {"compact", module + "/scan", true}, {"compact", module + "/radix", false},
		{"hair", module + "/radix", true}, {"hair", module + "/hair/strands", true}, {"hair", module + "/particles", false},
		{"viewer", module + "/hair", true}, {"viewer", module + "/bench", false}, {"gpu/gputest", module + "/gpu", true},
		{"scan", "github.com/go-gl/gl/v4.3-core/gl", false}, {"hair", "github.com/go-gl/gl/v4.3-core/gl", true},
		{"hair/groom", "github.com/go-gl/gl/v4.3-core/gl", false}, {"hair/groom", module + "/gpu", false},
		{"hair/groom", module + "/hair/strands", true}, {"hair", "github.com/go-gl/glfw/v3.3/glfw", false},
		{"viewer", "github.com/go-gl/glfw/v3.3/glfw", true}, {"attic", module + "/gpu", false}, {"gpu", "fmt", true},
		{"viewer", module + "/internal/atomicfile", true}, {"bench/plot", "gonum.org/v1/plot", true},
		{"particles/draw", "github.com/go-gl/glfw/v3.3/glfw", false}, {"particles/examples/x", "github.com/go-gl/glfw/v3.3/glfw", true},
		{"particles/examples/x", module + "/particles/draw", true}, {"particles", module + "/particles/examples/x", false},
		{"viewer", "github.com/AllenDang/cimgui-go/imgui", true}, {"hair", "github.com/AllenDang/cimgui-go/imgui", false},
		{"compact", "gonum.org/v1/plot", false}, {"bench/plot", module + "/gpu", false}, {"bench/page", module + "/bench/result", true},
		{"host", module + "/radix", true}, {"host", module + "/hair", false}, {"radix", module + "/host", false},
		{"host", "github.com/go-gl/gl/v4.3-core/gl", false}, {"bench", module + "/host", true},
		{"internal/imagediff", module + "/gpu", false}, {"internal/imagediff", module + "/internal/errkind", true},
	} {
		t.Run(fmt.Sprintf("%s-to-%s", c.from, strings.TrimPrefix(c.to, module+"/")), func(t *testing.T) {
			if why := whyIllegal(module+"/"+c.from, c.to); (why == "") != c.legal {
				t.Errorf("%s imports %s: %q", c.from, c.to, why)
			}
		})
	}
}

// A viewer without a window builds neither GLFW nor the panels.
func TestHeadlessViewerBuildsNoWindow(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-tags", "egl,headless", "./viewer").Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), module+"/hair") {
		t.Fatalf("go list names no package of comb: %s", out)
	}
	for _, heavy := range []string{"cimgui", "glfw", "gonum"} {
		if strings.Contains(string(out), heavy) {
			t.Errorf("built with the tag headless, the viewer imports %s", heavy)
		}
	}
}

func TestArrows(t *testing.T) {
	for _, p := range listed(t) {
		for _, to := range p.Imports {
			if why := whyIllegal(p.ImportPath, to); why != "" {
				t.Errorf("%s imports %s: %s", p.ImportPath, to, why)
			}
		}
	}
}
