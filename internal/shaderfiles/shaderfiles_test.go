// SPDX-License-Identifier: MIT

package shaderfiles

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	root := t.TempDir()
	write := func(path string) {
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{
		"shaders/lib/sync.glsl", "shaders/hair/motion/step.comp.glsl", "particles/examples/sph/shaders/fluid.glsl",
		"out/x/shaders/a.glsl", ".cache/shaders/b.glsl", "shaders/testdata/c.glsl", "shaders/lib/doc.go",
	} {
		write(path)
	}
	all, err := Find(root)
	if err != nil || len(all) != 3 || all["lib/sync.glsl"] != "shaders/lib/sync.glsl" ||
		all["hair/motion/step.comp.glsl"] == "" || all["sph/fluid.glsl"] != "particles/examples/sph/shaders/fluid.glsl" {
		t.Errorf("%v, %v", all, err)
	}
	write("bench/sph/shaders/fluid.glsl")
	if _, err := Find(root); err == nil || !strings.Contains(err.Error(), "are both called sph/fluid.glsl") {
		t.Errorf("two files of one name: %v", err)
	}
}
