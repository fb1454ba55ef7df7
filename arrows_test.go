// SPDX-License-Identifier: MIT

package comb_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/combgl/comb"

// levels are the steps of the house: a room may import what stands on a lower step, and its own.
//
//	shaders -> gpu -> reduce, scan -> compact, radix -> hair, particles -> viewer, bench
var levels = map[string]int{
	"shaders": 0, "gpu": 1, "reduce": 2, "scan": 2, "compact": 3, "radix": 3,
	"hair": 4, "particles": 4, "viewer": 5, "bench": 5,
}

// Rooms that may draw, and so speak OpenGL beside gpu; rooms that never may.
var (
	draws = map[string]bool{"gpu": true, "hair": true, "particles": true, "viewer": true, "bench": true}
	onCPU = map[string]bool{
		"hair/strands": true, "hair/groom": true, "internal/imagediff": true, "hair/scatter": true, "shaders": true,
		"bench/result": true, "bench/plot": true, "bench/page": true,
	}
)

// examples are programs that open windows in a room that does not.
const examples = "particles/examples/"

// judge says why a package may not import another; "" when it may.
func judge(from, to string) string {
	room := func(path string) string { head, _, _ := strings.Cut(path, "/"); return head }
	local, ours := strings.CutPrefix(to, module+"/")
	from = strings.TrimPrefix(from, module+"/")
	if !ours {
		switch {
		case strings.HasPrefix(to, "github.com/go-gl/gl/") && (!draws[room(from)] || onCPU[from]):
			return "only gpu and the rooms that draw speak OpenGL"
		case strings.HasPrefix(to, "github.com/go-gl/glfw/") && room(from) != "viewer" && !strings.HasPrefix(from, examples):
			return "only the viewer and the examples open windows"
		case strings.HasPrefix(to, "github.com/AllenDang/cimgui-go") && room(from) != "viewer":
			return "only the viewer has panels: a program that uses comb must not build their library"
		case strings.HasPrefix(to, "gonum.org/") && room(from) != "bench":
			return "only bench plots: a program that uses comb must not build a plotting library"
		}
		return ""
	}
	if strings.HasPrefix(local, examples) && !strings.HasPrefix(from, examples) {
		return "examples are programs: what imports them would open windows"
	}
	if room(local) == "internal" || room(from) == "internal" {
		if b, known := levels[room(local)]; onCPU[from] && known && b <= levels["radix"] {
			return "this package needs no GPU"
		}
		return ""
	}
	a, known := levels[room(from)]
	b, alsoKnown := levels[room(local)]
	switch {
	case !known || !alsoKnown:
		return "a room that the table of levels does not know"
	case onCPU[from] && b <= levels["radix"] && room(local) != room(from):
		return "this package needs no GPU"
	case room(from) != room(local) && b >= a:
		return "the arrow points backwards or sideways"
	}
	return ""
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
		{"internal/imagediff", module + "/gpu", false}, {"internal/imagediff", module + "/internal/errkind", true},
	} {
		t.Run(fmt.Sprintf("%s-to-%s", c.from, strings.TrimPrefix(c.to, module+"/")), func(t *testing.T) {
			if why := judge(module+"/"+c.from, c.to); (why == "") != c.legal {
				t.Errorf("%s imports %s: %q", c.from, c.to, why)
			}
		})
	}
}

// A viewer without a window builds neither GLFW nor the panels.
func TestHeadlessViewerIsLight(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-tags", "egl,headless", "./viewer").Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), module+"/hair") {
		t.Fatalf("go list tells nothing of use: %s", out)
	}
	for _, heavy := range []string{"cimgui", "glfw", "gonum"} {
		if strings.Contains(string(out), heavy) {
			t.Errorf("built with the tag headless, the viewer imports %s", heavy)
		}
	}
}

// A program embeds the shaders of the packages that it imports, and no others.
func TestArrowsOfShaders(t *testing.T) {
	for pkg, want := range map[string]string{
		"gpu": "", "reduce": "reduce scan", "scan": "scan", "compact": "compact", "radix": "radix",
		"particles": "compact particles radix", "particles/grid": "grid radix", "hair": "compact hair radix scan",
		"hair/motion": "hair", "hair/strands": "", "hair/groom": "",
	} {
		t.Run(pkg, func(t *testing.T) {
			out, err := exec.Command("go", "list", "-deps", "./"+pkg).Output()
			if err != nil {
				t.Fatal(err)
			}
			var folders []string
			for _, path := range strings.Fields(string(out)) {
				local := strings.TrimPrefix(path, module+"/")
				if folder, ok := strings.CutPrefix(local, "shaders/"); ok && folder != "slots" {
					folders = append(folders, folder)
				} else if strings.HasSuffix(local, "/shaders") {
					folders = append(folders, local)
				}
			}
			slices.Sort(folders)
			if got := strings.Join(folders, " "); got != want {
				t.Errorf("%s embeds the shaders of %q, want %q", pkg, got, want)
			}
		})
	}
}

func TestArrows(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("go list: %s", exit.Stderr)
		}
		t.Fatal(err)
	}
	packages := 0
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		packages++
		for _, to := range p.Imports {
			if why := judge(p.ImportPath, to); why != "" {
				t.Errorf("%s imports %s: %s", p.ImportPath, to, why)
			}
		}
	}
	if packages < 10 {
		t.Errorf("go list found %d packages: the test looks at nothing", packages)
	}
}
