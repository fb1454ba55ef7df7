// SPDX-License-Identifier: MIT

package comb_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// leaves are the packages of internal that any package may import, and what each imports of comb.
// fuzzops is among them: outside its tests it imports nothing.
var leaves = map[string]string{
	"atomicfile": "", "boundedread": "", "cores": "", "errkind": "", "exr": "", "fuzzops": "", "imagediff": "internal/errkind",
	"printable": "", "quirks": "", "shaderfiles": "", "testtile": "",
}

// rooms are the packages beside gpu that share its Device, with their levels. The level of gpu lies
// between them. core is below gpu: gpu and kernel import it, and nothing else but gpu's own
// subpackages. kernel is above gpu: all packages that run kernels import it.
var rooms = map[string]int{"internal/core": 1, "gpu": 2, "internal/kernel": 3}

// whyIllegalRoom is whyIllegal for an import of a package of rooms, or by one.
func whyIllegalRoom(from, to string) string {
	_, leaf := leaves[strings.TrimPrefix(to, "internal/")]
	switch {
	case rooms[from] > 0 && (to == "shaders" || leaf):
		return ""
	case rooms[from] > 0 && rooms[to] == 0:
		return "core, gpu and kernel import shaders, leaves of internal and each other"
	case rooms[from] > 0 && rooms[to] >= rooms[from]:
		return "the arrow between core, gpu and kernel points backwards"
	case rooms[from] == 0 && to == "internal/core" && area(from) != "gpu":
		return "only gpu and kernel import core"
	case onCPU[from] || from == "shaders":
		return "this package needs no GPU"
	}
	return ""
}

// insides are the arrows inside hair and viewer. A row is a package, and what it imports of the
// folder internal of its area. An empty row is left out.
var insides = map[string]string{
	"hair":                     "cull head light oit order scene shadow tone",
	"hair/internal/cull":       "scene",
	"hair/internal/head":       "scene",
	"hair/internal/light":      "scene",
	"hair/internal/oit":        "light scene",
	"hair/internal/order":      "cull scene",
	"hair/internal/shadertest": "light scene",
	"hair/internal/shadow":     "scene",
	"hair/internal/tone":       "scene",

	"viewer":                   "flags input progress sequence still window",
	"viewer/internal/controls": "flags",
	"viewer/internal/flags":    "imagefile",
	"viewer/internal/history":  "flags",
	"viewer/internal/input":    "flags progress",
	"viewer/internal/measure":  "flags scene studio",
	"viewer/internal/scene":    "flags progress",
	"viewer/internal/sequence": "flags imagefile progress studio",
	"viewer/internal/still":    "flags imagefile measure progress studio",
	"viewer/internal/studio":   "flags framebuffer imagefile input progress scene",
	"viewer/internal/window":   "controls flags framebuffer history imagefile input layout measure pace progress scene theme",
}

// embedded are the folders of shaders that a package embeds, itself or through its imports. A
// folder below shaders has its short name, another one that of its package. All embed lib and gpu.
var embedded = map[string]string{
	"gpu": "", "reduce": "reduce scan", "scan": "scan", "compact": "compact", "expand": "expand scan", "merge": "merge", "radix": "radix",
	"host":      "compact radix reduce scan",
	"particles": "compact particles radix", "particles/grid": "grid radix", "particles/draw": "compact particles radix",
	"hair": "compact hair radix scan", "hair/motion": "hair", "hair/strands": "", "hair/groom": "", "hair/scalp": "", "hair/scatter": "",
	"viewer": "compact hair radix scan",

	"bench":         "bench/shaders compact expand grid hair internal/soak merge particles radix reduce scan",
	"bench/classic": "bench/shaders", "bench/ladder": "bench/shaders hair reduce scan", "bench/limits": "bench/shaders",
	"bench/result": "", "bench/plot": "", "bench/page": "",
	"internal/soak": "compact internal/soak radix reduce scan",

	"particles/examples/boids":     "compact grid particles particles/examples/internal/show radix reduce scan",
	"particles/examples/fireworks": "compact particles particles/examples/internal/show radix",
	"particles/examples/fountain":  "compact particles particles/examples/internal/show radix",
	"particles/examples/ownwindow": "compact particles radix",
	"particles/examples/smoke":     "compact particles particles/examples/internal/show radix",
	"particles/examples/sph":       "compact grid particles particles/examples/internal/show particles/examples/sph radix reduce scan",
}

// whyIllegalInternal is whyIllegal for an import of internal, or by a package of internal.
func whyIllegalInternal(from, to string) string {
	name, imported := strings.CutPrefix(to, "internal/")
	_, leaf := leaves[name]
	if _, leafImports := leaves[strings.TrimPrefix(from, "internal/")]; !leafImports && (rooms[from] > 0 || rooms[to] > 0 && to != "gpu") {
		return whyIllegalRoom(from, to)
	}
	switch {
	case name == "fuzzops" || strings.HasPrefix(name, "tools/"):
		return "nothing imports the fuzz target or the tools"
	case name == "soak" && from != "bench":
		return "only bench and tests import the soak test"
	case imported && name != "soak" && !leaf:
		return "the table of leaves lacks the package"
	}
	name, importer := strings.CutPrefix(from, "internal/")
	may, leaf := leaves[name]
	switch {
	case !importer || strings.HasPrefix(name, "tools/"):
		return ""
	case name == "soak":
		if level, known := levels[area(to)]; !imported && (!known || level >= levels["bench"]) {
			return "the soak test imports what bench may import"
		}
	case !leaf:
		return "the table of leaves lacks the package"
	case !slices.Contains(strings.Fields(may), to):
		return "a leaf of internal imports nothing else of comb"
	}
	return ""
}

// whyIllegalInside is whyIllegal for two packages of one area.
func whyIllegalInside(from, to string) string {
	at, name, inside := strings.Cut(to, "/internal/")
	if inside && (at == "hair" || at == "viewer") && !slices.Contains(strings.Fields(insides[from]), name) {
		return "the table of insides lacks the arrow"
	}
	return ""
}

// cycle returns a package of a table such as insides that imports itself through others, or "".
func cycle(table map[string]string) string {
	var reaches func(at, to string, seen map[string]bool) bool
	reaches = func(at, to string, seen map[string]bool) bool {
		seen[at] = true
		for _, name := range strings.Fields(table[at]) {
			next := area(at) + "/internal/" + name
			if next == to || !seen[next] && reaches(next, to, seen) {
				return true
			}
		}
		return false
	}
	for _, at := range slices.Sorted(maps.Keys(table)) {
		if reaches(at, at, map[string]bool{}) {
			return at
		}
	}
	return ""
}

// stale returns the arrows of a table such as insides that no package has.
func stale(table map[string]string, all map[string]listedPackage) (arrows []string) {
	for _, from := range slices.Sorted(maps.Keys(table)) {
		for _, name := range strings.Fields(table[from]) {
			if to := area(from) + "/internal/" + name; !slices.Contains(all[from].Imports, module+"/"+to) {
				arrows = append(arrows, from+" -> "+to)
			}
		}
	}
	return arrows
}

// foldersOf returns the folders of shaders that a package embeds, in the words of embedded.
func foldersOf(of string, all map[string]listedPackage) string {
	var folders []string
	for _, dep := range append(slices.Clone(all[of].Deps), module+"/"+of) {
		local := strings.TrimPrefix(dep, module+"/")
		glsl := func(name string) bool { return path.Ext(name) == ".glsl" }
		if local != "shaders" && slices.ContainsFunc(all[local].EmbedFiles, glsl) {
			folders = append(folders, strings.TrimPrefix(local, "shaders/"))
		}
	}
	slices.Sort(folders)
	return strings.Join(folders, " ")
}

// listedPackage is what go list prints of a package. Imports and Deps leave tests out.
type listedPackage struct {
	ImportPath                         string
	GoFiles, EmbedFiles, Imports, Deps []string
}

// listed returns all packages by their path in the module.
func listed(t *testing.T) map[string]listedPackage {
	t.Helper()
	out, err := exec.Command("go", "list", "-tags", "egl", "-json=ImportPath,GoFiles,EmbedFiles,Imports,Deps", "./...").Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("go list: %s", exit.Stderr)
		}
		t.Fatal(err)
	}
	all := map[string]listedPackage{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listedPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimPrefix(p.ImportPath, module+"/")] = p
	}
	if len(all) < 10 {
		t.Fatalf("go list found %d packages, want at least 10", len(all))
	}
	return all
}

func TestArrowsOfInternalRule(t *testing.T) {
	for _, c := range []struct {
		from, to string
		legal    bool
	}{
		{"internal/imagediff", "internal/errkind", true}, {"internal/imagediff", "internal/exr", false},
		{"internal/exr", "internal/errkind", false}, {"internal/quirks", "gpu", false}, {"internal/fuzzops", "gpu", false},
		{"internal/new", "gpu", false}, {"gpu", "internal/new", false}, {"gpu", "internal/quirks", true},
		{"bench", "internal/soak", true}, {"bench/plot", "internal/soak", false}, {"viewer", "internal/soak", false},
		{"internal/tools/kernel", "internal/soak", false}, {"internal/errkind", "internal/soak", false},
		{"internal/soak", "radix", true}, {"internal/soak", "hair", true}, {"internal/soak", "internal/printable", true},
		{"internal/soak", "bench/result", false}, {"internal/soak", "viewer", false}, {"internal/soak", "attic", false},
		{"bench", "internal/fuzzops", false}, {"internal/soak", "internal/fuzzops", false},
		{"gpu", "internal/tools/kernel", false}, {"internal/tools/prose", "internal/tools/kernel", false},
		{"internal/tools/kernel", "gpu/gputest", true}, {"internal/tools/prose", "internal/atomicfile", true},
		{"gpu", "internal/core", true}, {"internal/kernel", "internal/core", true}, {"internal/kernel", "gpu", true},
		{"gpu", "internal/kernel", false}, {"internal/core", "gpu", false}, {"internal/core", "internal/kernel", false},
		{"internal/core", "shaders", true}, {"internal/core", "internal/quirks", true}, {"internal/kernel", "shaders", true},
		{"internal/kernel", "scan", false}, {"internal/core", "internal/soak", false}, {"internal/kernel", "gpu/gputest", false},
		{"scan", "internal/kernel", true}, {"hair/internal/oit", "internal/kernel", true}, {"bench/ladder", "internal/kernel", true},
		{"internal/soak", "internal/kernel", true}, {"gpu/gputest", "internal/kernel", true}, {"gpu/gputest", "internal/core", true},
		{"scan", "internal/core", false}, {"internal/soak", "internal/core", false}, {"viewer", "internal/core", false},
		{"hair/strands", "internal/kernel", false}, {"shaders", "internal/kernel", false}, {"internal/exr", "internal/kernel", false},
		{"hair/groom", "internal/errkind", true}, {"hair/groom", "internal/tools/prose", false},

		{"hair", "hair/internal/oit", true}, {"hair", "hair/internal/shadertest", false},
		{"hair/internal/oit", "hair/internal/light", true}, {"hair/internal/light", "hair/internal/oit", false},
		{"hair/internal/scene", "hair/internal/cull", false}, {"hair/internal/cull", "hair/internal/order", false},
		{"hair/internal/new", "hair/internal/scene", false}, {"hair/motion", "hair/internal/scene", false},
		{"hair/internal/scene", "hair/groom", true}, {"hair/internal/order", "radix", true},
		{"viewer", "viewer/internal/window", true}, {"viewer", "viewer/internal/studio", false},
		{"viewer/internal/flags", "viewer/internal/window", false}, {"viewer/internal/still", "viewer/internal/sequence", false},
		{"viewer/internal/window", "viewer/internal/viewertest", false}, {"viewer/internal/pace", "viewer/internal/flags", false},
		{"particles/examples/sph", "particles/examples/internal/show", true},
	} {
		t.Run(c.from+"-to-"+c.to, func(t *testing.T) {
			if why := whyIllegal(module+"/"+c.from, module+"/"+c.to); (why == "") != c.legal {
				t.Errorf("%s imports %s: %q", c.from, c.to, why)
			}
		})
	}
}

func TestArrowsOfInternalTables(t *testing.T) {
	all := listed(t)
	if at := cycle(insides); at != "" {
		t.Errorf("the table of insides has a cycle through %s", at)
	}
	for _, arrow := range stale(insides, all) {
		t.Errorf("the table of insides has %s, and the code has not", arrow)
	}
	for name, imports := range leaves {
		for _, to := range strings.Fields(imports) {
			if !slices.Contains(all["internal/"+name].Imports, module+"/"+to) {
				t.Errorf("the table of leaves has %s -> %s, and the code has not", name, to)
			}
		}
		if all["internal/"+name].ImportPath == "" {
			t.Errorf("the table of leaves has %s, and the module has not", name)
		}
	}
	if files := all["internal/fuzzops"].GoFiles; !slices.Equal(files, []string{"doc.go"}) {
		t.Errorf("internal/fuzzops has the files %s, want doc.go and tests", files)
	}
}

func TestArrowsOfInternalTablesCanFail(t *testing.T) {
	for want, table := range map[string]map[string]string{
		"":                {"hair": "a b", "hair/internal/a": "b", "viewer/internal/b": "a"},
		"hair/internal/a": {"hair": "a", "hair/internal/a": "b", "hair/internal/b": "c", "hair/internal/c": "a"},
		"hair/internal/b": {"hair/internal/a": "b", "hair/internal/b": "b"},
	} {
		if got := cycle(table); got != want {
			t.Errorf("%v: a cycle through %q, want %q", table, got, want)
		}
	}
	all := map[string]listedPackage{"hair": {Imports: []string{module + "/hair/internal/a"}}}
	if got := fmt.Sprint(stale(map[string]string{"hair": "a b", "viewer": "a"}, all)); got != "[hair -> hair/internal/b viewer -> viewer/internal/a]" {
		t.Errorf("stale arrows: %s", got)
	}
}

// A program embeds the shaders of the packages that it imports, and no others.
func TestArrowsOfShaders(t *testing.T) {
	all := listed(t)
	for name, p := range all {
		want, known := embedded[name]
		if !known && strings.HasPrefix(name, examples) && !strings.HasPrefix(name, examples+"internal/") {
			t.Errorf("the table of embedded shaders lacks %s", name)
		}
		if got := foldersOf(name, all); known && got != want {
			t.Errorf("%s embeds the shaders of %q, want %q", p.ImportPath, got, want)
		}
	}
	for name := range embedded {
		if all[name].ImportPath == "" {
			t.Errorf("the table of embedded shaders has %s, and the module has not", name)
		}
	}
}

func TestArrowsOfShadersRule(t *testing.T) {
	glsl := []string{"a.txt", "motion/a.glsl"}
	all := map[string]listedPackage{
		"shaders": {EmbedFiles: glsl}, "shaders/hair": {EmbedFiles: glsl}, "bench/shaders": {EmbedFiles: glsl},
		"bench/page": {EmbedFiles: []string{"page.css"}},
		"hair":       {Deps: []string{"fmt", module + "/shaders", module + "/shaders/hair"}},
		"bench":      {Deps: []string{module + "/shaders/hair", module + "/bench/shaders", module + "/bench/page"}},
		"own":        {Deps: []string{module + "/shaders/hair"}, EmbedFiles: glsl},
	}
	for name, want := range map[string]string{"hair": "hair", "bench": "bench/shaders hair", "own": "hair own", "bench/page": ""} {
		if got := foldersOf(name, all); got != want {
			t.Errorf("%s embeds the shaders of %q, want %q", name, got, want)
		}
	}
}
