// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/combgl/comb/viewer/internal/flags"
)

// The window changes each flag of a settings file in one of four ways. A flag that needs other
// strands would do nothing in a new renderer of the old ones.
func TestTheWindowCanChangeEverySetting(t *testing.T) {
	newRenderer := []string{
		"transparency", "samples", "core", "fragment-light", "cull", "width-scale", "width-px", "alpha", "shadow-size", "shadow-share", "backdrop",
	}
	ways := map[string][]string{
		"setters": slices.Collect(maps.Keys(setters)), "reloads": slices.Collect(maps.Keys(reloads)), "flags that need a new renderer": newRenderer,
		"flags that apply treats by itself": {"head"},
	}
	is := map[string]string{}
	for way, names := range ways {
		for _, name := range names {
			if is[name] != "" || !flags.Settable(name) {
				t.Errorf("-%s is among the %s and the %s, or is no setting", name, way, is[name])
			}
			is[name] = way
		}
	}
	for name := range flags.Defaults() {
		if flags.Settable(name) && is[name] == "" {
			t.Errorf("-%s: add it to setters or reloads of change.go, or to newRenderer of this test", name)
		}
	}
	for name := range ofTables {
		if setters[name] == nil {
			t.Errorf("ofTables has -%s, which has no setter", name)
		}
	}
}

// copySet copies all that the setters of each change, and nothing that needs a new renderer.
func TestCopySetHasTheOptionOfEachSetter(t *testing.T) {
	others := map[string]string{
		"exposure": "2", "shadow": "deep", "shading": "kajiya", "tone": "agx", "color": "red", "melanin": "0.5",
		"roughness": "0.5", "azimuthal": "0.5", "tilt": "5", "lights": "none", "env": "none", "lod": "0.5",
	}
	// These change the window's renderer alone, the motion or the camera; -redness needs -melanin.
	elsewhere := []string{"order", "keybits", "wind", "gravity", "stiffness", "camera", "size", "steps", "redness"}
	for name := range setters {
		if others[name] == "" && !slices.Contains(elsewhere, name) {
			t.Errorf("-%s has a setter: give it another value in this test", name)
		}
	}
	usual, err := flags.Parse(nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range others {
		o, err := flags.Parse([]string{"-" + name + "=" + text})
		if err != nil {
			t.Fatal(err)
		}
		got, want := usual.Renderer(nil), o.Renderer(nil)
		if reflect.DeepEqual(got, want) {
			t.Errorf("-%s %s changes no option of the renderer", name, text)
		}
		if copySet(&got, want); !reflect.DeepEqual(got, want) {
			t.Errorf("-%s %s: copySet makes %+v, want %+v", name, text, got, want)
		}
	}
	o, err := flags.Parse([]string{"-shadow-size=64", "-samples=2", "-backdrop=none", "-fragment-light"})
	if err != nil {
		t.Fatal(err)
	}
	got := usual.Renderer(nil)
	if copySet(&got, o.Renderer(nil)); !reflect.DeepEqual(got, usual.Renderer(nil)) {
		t.Errorf("copySet changes what needs a new renderer: %+v", got)
	}
}
