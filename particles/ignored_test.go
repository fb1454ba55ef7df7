// SPDX-License-Identifier: MIT

package particles

import (
	"errors"
	"maps"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Options that would have no effect, or a wrong one, are refused by name.
func TestIgnoredOptionsAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	nan := float32(math.NaN())
	keys := []Key{{}}
	curve := func(name string) func(*Options) {
		return func(o *Options) { o.Curves = []Curve{{Name: name, Keys: keys}} }
	}
	for _, c := range []struct {
		change   func(*Options)
		is       error
		wantText string
	}{
		{func(o *Options) { o.Sort = Sort{By: ByDepth, Descending: true} }, gpu.ErrArgument, "Sort.Descending is set and Sort.By is depth"},
		{func(o *Options) { o.Sort = Sort{Descending: true} }, gpu.ErrArgument, "Sort.Descending is set and Sort.By is unsorted"},
		{func(o *Options) { o.Sort = Sort{Bits: 8} }, gpu.ErrArgument, "Sort.Bits is 8 and Sort.SkipSorted false with Sort.By unsorted"},
		{func(o *Options) { o.Sort = Sort{SkipSorted: true} }, gpu.ErrArgument, "Sort.SkipSorted true with Sort.By unsorted"},
		{func(o *Options) { o.Sort = Sort{Place: "position"} }, gpu.ErrArgument, `Sort.Place is "position" and Sort.By is unsorted`},
		{func(o *Options) { o.Sort = Sort{By: ByDepth, Bits: -1} }, gpu.ErrArgument, "Sort.Bits is -1, want 0 to 32"},
		{func(o *Options) { o.Emitters = []Emitter{{Bursts: []Burst{{Count: 1, Times: 3}}}} }, gpu.ErrArgument, "Times is 3 without Every"},
		{func(o *Options) { o.Mesh, o.Emitters = &Mesh{}, []Emitter{{Shape: Surface}} }, gpu.ErrArgument, "needs Options.Mesh from NewMesh"},
		{func(o *Options) { o.Curves = []Curve{{"fade", []Key{{0, [4]float32{0, nan}}}}} }, gpu.ErrArgument, `curve "fade": key 0 has the value [0 NaN 0 0]`},
		{func(o *Options) { o.Curves = []Curve{{"fade", []Key{{0, [4]float32{3: -float32(math.Inf(1))}}}}} }, gpu.ErrArgument, "want finite numbers"},
		{curve("min"), gpu.ErrArgument, `curve 0: Name is "min", a built-in function of GLSL`},
		{curve("float"), gpu.ErrArgument, `curve 0: Name is "float", a keyword of GLSL`},
		{curve("update"), gpu.ErrArgument, `curve 0: Name is "update", which comb's GLSL uses`},
		{curve("Sprite"), gpu.ErrArgument, `curve 0: Name is "Sprite", which comb's GLSL uses`},
		{curve("ROWS"), gpu.ErrArgument, `curve 0: Name is "ROWS", want a name with a lower-case letter`},
		{func(o *Options) { o.Channels = []EventChannel{{Name: "TILE_SIZE", Capacity: 1}} }, gpu.ErrArgument, `channel 0: Name is "TILE_SIZE", want a name with a lower-case letter`},
		{func(o *Options) { o.Channels = []EventChannel{{Name: "dt", Capacity: 1}} }, gpu.ErrArgument, `channel 0: Name is "dt", which comb's GLSL uses`},
		{func(o *Options) {
			curve("fade")(o)
			o.Channels = []EventChannel{{Name: "fade", Capacity: 1}}
		}, gpu.ErrArgument, `channel 0 and curve 0 are both called "fade"`},
		{func(o *Options) { o.Record = struct{ Float float32 }{} }, ErrLayout, `field Float: "float" cannot be a name in GLSL`},
		{func(o *Options) { o.Uniforms = struct{ Discard float32 }{} }, ErrLayout, `field Discard: "discard" cannot be a name in GLSL`},
		{func(o *Options) { o.Functions = "float random(vec2 at) { return at.x; }\nconst float side = 1.0;" }, gpu.ErrArgument, "Functions:2: got a global name side, want another"},
		{func(o *Options) { o.Update = "uint key(uint i) { uint rankOf = i; return rankOf; }" + o.Update }, gpu.ErrArgument, "Update:1: got a global name key, want another"},
		{func(o *Options) { o.Init = "struct Chain { uint to; };\n" + o.Init }, gpu.ErrArgument, "Init:1: got a global name Chain, want another"},
		{func(o *Options) { o.Functions = "\nvoid burst() { emit (5u); }" }, gpu.ErrArgument, "Functions:2: emit(5) has no channel, want the name of one of the 0 Options.Channels"},
		{func(o *Options) { o.Functions = "// of the wind\nuniform float strength;" }, gpu.ErrArgument, "Functions declares the uniform strength, which nothing sets, want it in Options.Uniforms (u.strength)"},
		{func(o *Options) { o.Init = "layout(location = 3) uniform highp vec3 wide[2] ;\n" + o.Init }, gpu.ErrArgument, "Init declares the uniform wide"},
	} {
		gputest.Run(t, dev, "says="+c.wantText, func(t *testing.T) {
			o := moteOptions(10)
			c.change(&o)
			s, err := New(dev, o)
			if s != nil || !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.wantText) {
				t.Errorf("%v, expected %v: %s", err, c.is, c.wantText)
			}
		})
	}
	o := moteOptions(10)
	o.Functions = "// uniform float a;\n/* uniform float b; */ uniform float c = 2.0;\nlayout(binding = 1) uniform sampler2D d;\nlayout(std140, binding = 1) uniform E { float e; };"
	newSystem(t, dev, o)
}

// All names that validateName refuses as comb's are in a kernel's text.
func TestGlobalsAreInKernels(t *testing.T) {
	var all strings.Builder
	for _, x := range allTexts(t) {
		for _, a := range []gpu.Algorithm{gpu.ReduceThenScan, gpu.SinglePass} {
			shape := gputest.Shapes()[0]
			shape.Algorithm = a
			if a == gpu.SinglePass && !x.o.takesOnePass() {
				continue
			}
			src, err := x.specs(shapeFor(shape, x.record))[0].Source()
			if err != nil {
				t.Fatal(err)
			}
			all.WriteString(src.Text)
		}
	}
	words := map[string]bool{}
	for _, word := range strings.FieldsFunc(all.String(), func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) {
		words[word] = true
	}
	for _, names := range []map[string]bool{helpers(), reserved()} {
		for name := range names {
			if !words[name] {
				t.Errorf("%s is in no kernel", name)
			}
		}
	}
}

// The package comment lists all reserved names.
func TestReservedNamesAreDocumented(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "// # Reserved names")
	section, _, _ = strings.Cut(section, "// #")
	listed := map[string]bool{}
	for _, line := range strings.Split(section, "\n") {
		if words, ok := strings.CutPrefix(line, "//\t"); ok {
			for _, word := range strings.Fields(words) {
				listed[word] = true
			}
		}
	}
	if !maps.Equal(listed, reserved()) {
		for name := range listed {
			if !reserved()[name] {
				t.Errorf("%s is listed, and not reserved", name)
			}
		}
		for name := range reserved() {
			if !listed[name] {
				t.Errorf("%s is reserved, and not listed", name)
			}
		}
	}
}

// A step refuses a camera without depths, and says the range of dt. SetUniforms
// has an error of its own for each mistake.
func TestErrorsNameTheMistake(t *testing.T) {
	dev := gputest.Device(t)
	o := moteOptions(10)
	o.Sort, o.Emitters = Sort{By: ByDepth}, []Emitter{{Rate: 600}, {}}
	s := newSystem(t, dev, o)
	o = Options{Record: dot{}, Capacity: 10, Init: dotInit, Update: "bool update(inout Particle p) { return true; }"}
	bare := newSystem(t, dev, o)
	view := [16]float32{0: 1, 5: 1, 10: 1, 15: 1}
	bad := view
	bad[6] = float32(math.NaN())
	s.SetCamera(Camera{View: bad, Projection: view, Near: 0, Far: 1})
	first := s.Step(0.1)
	s.SetCamera(Camera{View: view, Projection: view, Near: 0, Far: 1})
	for _, c := range []struct {
		err      error
		is       error
		wantText string
	}{
		{first, gpu.ErrArgument, "the camera's View has [0 NaN 1 0] as its third row"},
		{s.Step(1e300), gpu.ErrArgument, "dt is 1e+300, want 0 to 3.40"},
		{s.SetUniforms((*motion)(nil)), ErrLayout, "got a nil *particles.motion"},
		{s.SetUniforms(motion{}), ErrLayout, "got particles.motion, want a pointer: *particles.motion"},
		{s.SetUniforms(nil), ErrLayout, "want a pointer"},
		{s.SetUniforms(&dot{}), ErrLayout, "got *particles.dot, want the type of Options.Uniforms: *particles.motion"},
		{bare.SetUniforms(&motion{}), ErrLayout, "a system without Options.Uniforms"},
		{s.Snapshot(nil), gpu.ErrArgument, "Snapshot: the Writer is nil"},
		{s.Restore(nil), gpu.ErrArgument, "Restore: the Reader is nil"},
		{second(s.Source("spark")), gpu.ErrArgument, `particles: Source: got channel "spark" of a system without Options.Channels, want one with them: invalid`},
		{s.Emit(1, maxEmitted), nil, ""},
		{s.Emit(0, 1), gpu.ErrTooLarge, "want at most 0 before the next step"},
		{s.Step(1.0 / 60), nil, ""}, // Rate has its own room
	} {
		if !errors.Is(c.err, c.is) || c.err != nil && !strings.Contains(c.err.Error(), c.wantText) {
			t.Errorf("%v, expected %v: %s", c.err, c.is, c.wantText)
		}
	}
	s.Emitter(0).Rate = 1e30
	if err := s.Step(0.5); !errors.Is(err, gpu.ErrTooLarge) || !strings.Contains(err.Error(), "make more than 1073741824 particles in 0.5 s") {
		t.Error(err)
	}
	for want, call := range map[string]func(){
		"particles: Emitter: got emitter 2, want one of the 2 Options.Emitters":       func() { s.Emitter(2) },
		"particles: EventCount: got channel 0, want one of the 0 Options.Channels":    func() { s.EventCount(0) },
		"particles: EventRecords: got channel -1, want one of the 0 Options.Channels": func() { s.EventRecords(-1) },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("got the panic %v, want %s", got, want)
				}
			}()
			call()
		}()
	}
	var none *System
	none.SetTimer(nil)
	none.Pause(true)
	if none.Steps() != 0 || none.Time() != 0 || none.Paused() {
		t.Error("a nil System has steps")
	}
}
