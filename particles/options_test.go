// SPDX-License-Identifier: MIT

package particles

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Each number of an emitter is checked, by New and by the steps after a change.
func TestInvalidEmitterNumbersAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	o := moteOptions(10)
	o.Emitters = []Emitter{{}}
	s := newSystem(t, dev, o)
	for _, c := range []struct {
		e        Emitter
		wantText string // "" accepts it
	}{
		{Emitter{Shape: Sphere, Size: [3]float32{-1}}, "Size is [-1 0 0], want a radius from 0"},
		{Emitter{Shape: Sphere, Size: [3]float32{1, -1}}, "Size is [1 -1 0]"},
		{Emitter{Shape: Sphere, Size: [3]float32{1, 2}}, "a hollow from 0 to that radius"},
		{Emitter{Shape: Sphere, Size: [3]float32{1e13}}, "a radius from 0 to 1e+12"},
		{Emitter{Shape: Sphere, Size: [3]float32{2, 2, 2}}, "Size is [2 2 2], want 0 as Size[2] for a sphere"},
		{Emitter{Shape: Box, Size: [3]float32{1, -1, 1}}, "Size is [1 -1 1], want half extents from 0 up"},
		{Emitter{At: [3]float32{0, nan}}, "At is [0 NaN 0]"},
		{Emitter{At: [3]float32{inf}}, "At is [+Inf 0 0]"},
		{Emitter{Shape: Box, Size: [3]float32{0, 0, inf}}, "Size [0 0 +Inf], want finite"},
		{Emitter{Size: [3]float32{nan}}, "Size [NaN 0 0]"},
		{Emitter{Rate: math.Inf(1)}, "Rate is +Inf"},
		{Emitter{Bursts: []Burst{{At: math.Inf(1), Count: 1}}}, "want finite numbers"},
		{Emitter{Bursts: []Burst{{At: math.NaN(), Count: 1}}}, "want finite numbers"},
		{Emitter{Bursts: []Burst{{Every: math.Inf(1), Count: 1}}}, "want finite numbers"},
		{Emitter{Shape: Sphere, Size: [3]float32{1e12, 1e12}}, ""},
		{Emitter{Shape: Box}, ""},
		{Emitter{Shape: Point, Size: [3]float32{-1}}, ""},
	} {
		o.Emitters[0], *s.Emitter(0) = c.e, c.e
		_, _, err := o.withDefaults()
		for call, err := range map[string]error{"New": err, "Step": s.Step(0.1)} {
			if c.wantText == "" && err != nil || c.wantText != "" && (!errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), c.wantText)) {
				t.Errorf("%s with %+v: %v, expected %q", call, c.e, err, c.wantText)
			}
		}
	}
}

// Invalid options are refused by name, before anything is made.
func TestInvalidOptionsAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	for _, c := range []struct {
		change   func(*Options)
		is       error
		wantText string
	}{
		{func(o *Options) { o.Capacity = 0 }, gpu.ErrArgument, "Capacity is 0, want 1"},
		{func(o *Options) { o.Capacity = -1 }, gpu.ErrArgument, "Capacity is -1"},
		{func(o *Options) { o.Capacity = MaxCapacity + 1 }, gpu.ErrArgument, "Capacity is"},
		{func(o *Options) { o.Capacity = dev.Caps().MaxStorageBytes/48 + 1 }, gpu.ErrTooLarge, "storage blocks hold"},
		{func(o *Options) { o.Update = " " }, gpu.ErrArgument, "Init and Update"},
		{func(o *Options) { o.Record = nil }, ErrLayout, "Record"},
		{func(o *Options) { o.Uniforms = 5 }, ErrLayout, "Uniforms"},
		{func(o *Options) { o.Emitters = make([]Emitter, MaxEmitters+1) }, gpu.ErrArgument, "17 emitters"},
		{func(o *Options) { o.Emitters = []Emitter{{Rate: math.NaN()}} }, gpu.ErrArgument, "emitter 0: Rate is NaN"},
		{func(o *Options) { o.Emitters = []Emitter{{}, {Rate: -1}} }, gpu.ErrArgument, "emitter 1: Rate is -1"},
		{func(o *Options) { o.Emitters = []Emitter{{Shape: Surface}} }, gpu.ErrArgument, "needs Options.Mesh"},
		{func(o *Options) { o.Emitters = []Emitter{{Bursts: []Burst{{Count: -1}}}} }, gpu.ErrArgument, "burst"},
		{func(o *Options) { o.Emitters = []Emitter{{Count: gpu.N(10)}} }, gpu.ErrArgument, "emitter 0: Count is gpu.N(10), want a gpu.CountAt"},
		{func(o *Options) { o.Emitters = []Emitter{{Rate: 10, Count: gpu.N(-1)}} }, gpu.ErrArgument, "Count is gpu.N(-1)"},
		{func(o *Options) { o.Emitters = []Emitter{{Rate: 10, Count: gpu.N(0)}} }, gpu.ErrArgument, "Count is gpu.N(0)"},
		{func(o *Options) { o.Emitters = []Emitter{{Rate: 10, Each: 5}} }, gpu.ErrArgument, "emitter 0: Each is 5 without Count or Events"},
		{func(o *Options) { o.Emitters = []Emitter{{Events: &EventSource{}, Count: gpu.N(10)}} }, gpu.ErrArgument, "one of Count, Events"},
		{func(o *Options) { o.Emitters = []Emitter{{Count: gpu.CountAt(gpu.View{}, 4), Each: 1 << 62}} }, gpu.ErrArgument, "emitter 0: Each is 4611686018427387904, want 0 to 1073741824"},
		{func(o *Options) { o.Emitters = []Emitter{{Count: gpu.CountAt(gpu.View{}, 4), Each: 1 << 29}} }, gpu.ErrArgument, "up to 2147483648 particles a step, want at most 1073741824"},
		{func(o *Options) { o.Curves = []Curve{{Name: "2x"}} }, gpu.ErrArgument, `"2x"`},
		{func(o *Options) { o.Curves = []Curve{{Name: "fade"}} }, gpu.ErrArgument, "no keys"},
		{func(o *Options) { o.Curves = []Curve{{Name: "fade", Keys: []Key{{At: 0.5}, {At: 0.4}}}} }, gpu.ErrArgument, "key 1"},
		{func(o *Options) { o.Channels = []EventChannel{{Name: "a"}} }, gpu.ErrArgument, `channel "a"`},
		{func(o *Options) { o.Channels = []EventChannel{{"a", 1, false}, {"a", 1, false}} }, gpu.ErrArgument, `both called "a"`},
		{func(o *Options) { o.Sort.By = 9 }, gpu.ErrArgument, "criterion(9)"},
		{func(o *Options) { o.Sort.By = ByKey }, gpu.ErrArgument, "Sort.Key"},
		{func(o *Options) { o.Sort = Sort{By: ByDepth, Place: "velocty"} }, ErrLayout, `"velocty"`},
		{func(o *Options) { o.Sort = Sort{By: ByDepth, Bits: 33} }, gpu.ErrArgument, "Bits is 33"},
		{func(o *Options) { o.Sort, o.Slots = Sort{By: ByDepth, Gather: true}, true }, gpu.ErrArgument, "Gather"},
		{func(o *Options) { o.Sort = Sort{Gather: true} }, gpu.ErrArgument, "Sort.Gather with Sort.By unsorted"},
		{func(o *Options) { o.Sort = Sort{By: ByDepth, Every: 2} }, gpu.ErrArgument, "Every is 2"},
		{func(o *Options) { o.Cull, o.Slots = "bool visible(Particle p) { return true; }", true }, gpu.ErrArgument, "Cull with Slots"},
		{func(o *Options) { o.Trail.Points = 4 }, gpu.ErrArgument, "Trail without Slots"},
		{func(o *Options) { o.Trail.Points, o.Slots = 1, true }, gpu.ErrArgument, "Trail.Points is 1"},
		{func(o *Options) { o.Trail, o.Slots = Trail{2, "sum"}, true }, ErrLayout, "Trail.Place"},
		{func(o *Options) { o.VerticesPerItem = math.MaxUint32 }, gpu.ErrArgument, "2^32"},
		{func(o *Options) { o.FixedStep = math.Inf(1) }, gpu.ErrArgument, "FixedStep"},
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
}

// A mistake in the caller's GLSL comes back with its name, its line and the line itself.
func TestErrorsQuoteTheCallersLine(t *testing.T) {
	dev := gputest.Device(t)
	for _, c := range []struct {
		change       func(*Options)
		where, quote string
	}{
		{func(o *Options) { o.Init = "void init(inout Particle p, Birth b) {\n    p.positon = b.position;\n}" }, "Init:2", "| p.positon = b.position;"},
		{func(o *Options) { o.Update = "\n\nbool update(inout Particle p) { return 1 +; }" }, "Update:3", "| bool update(inout Particle p) { return 1 +; }"},
		{func(o *Options) { o.Functions = "float f() { return u.nothing; }" }, "Functions:1", "| float f() { return u.nothing; }"},
		{func(o *Options) { o.Sort = Sort{By: ByKey, Key: "uint key(Particle p) {\n return p.nothing; }"} }, "Sort.Key:2", "| return p.nothing;"},
		{func(o *Options) { o.Cull = "\nbool visible(Particle p) { return inView(p.place, 1.0); }" }, "Cull:2", "| bool visible(Particle p) { return inView(p.place, 1.0); }"},
		{func(o *Options) { o.Init = "void init(Particle p, Birth b) {}" }, "Init:1", "| void init(Particle p, Birth b) {}"},
		{func(o *Options) { o.Init = "void init(inout Particle p, const Birth b) {}" }, "Init:1", "| void init(inout Particle p, const Birth b) {}"},
		{func(o *Options) { o.Update = "bool update(Particle p) { return true; }" }, "Update:1", "| bool update(Particle p) { return true; }"},
		{func(o *Options) { o.Update = "void update(inout Particle p) {}" }, "Update:1", "| void update(inout Particle p) {}"},
		{func(o *Options) { o.Slots, o.Update = true, "bool update(Particle p) { return true; }" }, "Update:1", "| bool update(Particle p) { return true; }"},
		{func(o *Options) { o.Cull = "float visible(Particle p) { return 1.0; }" }, "Cull:1", "| float visible(Particle p) { return 1.0; }"},
		{func(o *Options) { o.Sort = Sort{By: ByKey, Key: "float key(Particle p) { return 1.0; }"} }, "Sort.Key:1", "| float key(Particle p) { return 1.0; }"},
		{func(o *Options) { o.Sort = Sort{By: ByKey, Key: "uint key(inout Particle p) { return 1u; }"} }, "Sort.Key:1", "| uint key(inout Particle p) { return 1u; }"},
		{func(o *Options) { o.Update = "bool advanced(inout Particle p) { return true; }" }, "Update", "does not define bool update(inout Particle p)"},
		{func(o *Options) { o.Sort = Sort{By: ByKey, Key: "uint order(Particle p) { return 1u; }"} }, "Sort.Key", "does not define uint key(Particle p)"},
		{func(o *Options) { o.Cull = "bool seen(Particle p) { return true; }" }, "Cull", "Cull does not define bool visible(Particle p)"},
	} {
		gputest.Run(t, dev, "where="+c.where+","+c.quote, func(t *testing.T) {
			o := moteOptions(10)
			c.change(&o)
			s, err := New(dev, o)
			if s != nil || !errors.Is(err, gpu.ErrShader) || !strings.Contains(err.Error(), c.where) || !strings.Contains(err.Error(), c.quote) {
				t.Errorf("%v, expected %s %s", err, c.where, c.quote)
			}
			gputest.DropMessages(t, dev)
		})
	}
}

// allTexts are options that between them use every file of shaders/particles.
func allTexts(t testing.TB) []text {
	t.Helper()
	curves := []Curve{{Name: "fade", Keys: []Key{{0, [4]float32{}}, {1, [4]float32{1, 1, 1, 1}}}}}
	plain := moteOptions(100)
	full := moteOptions(100)
	full.Slots, full.Elements, full.DepthCollider, full.Curves = true, true, true, curves
	full.Channels = []EventChannel{{Name: "sparks", Capacity: 10}}
	full.Sort.By, full.Trail.Points = ByDepth, 3
	full.Update = `bool update(inout Particle p) {
    vec3 at = p.position;
    if (hitDepth(at, p.velocity, 0.1, 0.5, 0.9) || hitBox(at, p.velocity, 0.1, vec3(0.0), vec3(1.0), 0.5, 0.9)) emit(sparks);
    p.velocity += curlNoise(at) * dt;
    return fade(float(p.age)).x < 0.5;
}`
	keyed := moteOptions(100)
	keyed.Cull = "bool visible(Particle p) { return inView(p.position, 1.0); }"
	keyed.Sort = Sort{By: ByKey, Key: "uint key(Particle p) { return p.life; }"}
	var all []text
	for i, o := range []Options{plain, full, keyed} {
		o, l, err := o.withDefaults()
		if err != nil {
			t.Fatal(err)
		}
		b, err := newBlock(o.Uniforms)
		if err != nil {
			t.Fatal(err)
		}
		x := text{o: &o, record: l, block: b, binding: 12, count: i > 0}
		if i == 2 {
			x.parent = &l
		}
		all = append(all, x)
	}
	return all
}

func TestShadersParticles(t *testing.T) {
	texts := allTexts(t)
	counted := texts[0]
	counted.count = true // on the GPU, with one pass
	texts = append(texts, counted)
	for i, s := range gputest.Shapes() {
		for j, x := range texts {
			if i > 1 && j > 0 {
				continue // lanes and options have nothing to do with each other
			}
			s.Algorithm = gpu.ReduceThenScan
			specs := x.specs(shapeFor(s, x.record))
			if s.Algorithm = gpu.SinglePass; x.o.takesOnePass() {
				specs = append(specs, x.specs(shapeFor(s, x.record))...)
			}
			if x.o.Trail.Points > 0 {
				specs = append(specs, x.trailSpec(shapeFor(s, x.record)))
			}
			gputest.Validate(t, specs)
		}
	}
}
