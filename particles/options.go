// SPDX-License-Identifier: MIT

package particles

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// Options for New. Capacity, Record, Init and Update are required; the rest may be zero.
type Options struct {
	// Capacity is the largest number of living particles, 1 to MaxCapacity. Particles emitted
	// beyond it are dropped and counted (Stats.Dropped).
	Capacity int

	// Record is a Go struct, or a pointer to one; its type is the record of a particle. Fields are
	// float32, int32, uint32, arrays of 2 to 4 of those (vec2, ivec3, uvec4), Mat4, or arrays of
	// these. Go must lay the struct out as std430 does; an error names the field at fault. Field
	// Position is p.position in GLSL, and ID is p.id; a tag `glsl:"name"` gives another name. A
	// field ID gets the particle's number and must be a uint32. Records of 32 to 48 bytes are fast.
	Record any

	// Uniforms is a Go struct of the same types, or a pointer to one: u.name in GLSL. Any order of
	// fields works. Its values hold until System.SetUniforms gives others.
	Uniforms any

	// Init and Update are GLSL. They must define, with these types and qualifiers,
	//
	//	void init(inout Particle p, Birth b) { p.position = b.position; p.life = 2.0; }
	//	bool update(inout Particle p) { p.age += dt; return p.age < p.life; }
	//
	// init gets p filled with zeros, except p.id. update returns whether the particle lives on; a
	// newborn is updated in the step of its birth. Functions is GLSL that is inserted before both.
	// The package comment lists what they may read and call.
	//
	// The caller may bind storage blocks at bindings from gpu.UserBinding on, uniform blocks, and
	// textures for samplers and images with a layout(binding). Step refuses a storage block without
	// a buffer. Two blocks of the caller's at one binding read the same buffer. New refuses one at
	// the two bindings of a grid.Grid, and a uniform block at the last two uniform bindings of the
	// driver, which hold comb's blocks (System.BindUniforms). Nothing sets other uniforms, so New
	// refuses them: use Uniforms. update runs once per particle and step, and may write to storage
	// blocks. Compiler errors name Init, Update or Functions and the line.
	Init, Update, Functions string

	// Emitters are up to MaxEmitters sources of particles. System.Emit needs one too.
	Emitters []Emitter
	// Curves are up to MaxCurves tables. A curve named fade is the function vec4 fade(float t) in
	// GLSL.
	Curves []Curve
	// Channels are up to MaxChannels event channels. init or update calls emit(sparks) for one
	// named sparks.
	Channels []EventChannel
	// Mesh is what emitters of the shape Surface emit from.
	Mesh *Mesh
	// Sort is the drawing order. The zero value is the order of birth.
	Sort Sort
	// Cull is GLSL: bool visible(Particle p). It may call inView(place, radius). Only visible
	// particles are drawn; "" draws all. Not with Slots.
	Cull string
	// Trail keeps past positions, for ribbons. It needs Slots, and a record with an ID.
	Trail Trail
	// DepthCollider lets update call hitDepth, which collides with the depth buffer of
	// System.SetDepth.
	DepthCollider bool

	// Slots leaves each record where it was born and compacts a list of slots instead of records.
	// This takes half the memory. slot in GLSL stays the same, so a buffer of the caller's can hold
	// data for it. Draw through System.Order. Order and results equal those without Slots, with one
	// exception: random numbers of update use the slot if the record has no ID.
	Slots bool

	// Seed selects the random numbers.
	Seed uint32

	// FixedStep is the step of Advance in seconds; 0 means 1/60.
	FixedStep float64
	// MaxSteps is the largest number of steps that one call of Advance makes; it discards time
	// beyond them. 0 means 4.
	MaxSteps int

	// VerticesPerItem, Instanced and Elements shape the draw arguments, as in compact.Options,
	// where a VerticesPerItem of 0 means 1.
	VerticesPerItem int  // vertices of a particle; 0 means 6: two triangles
	Instanced       bool // a particle is an instance of that many vertices
	Elements        bool // write arguments for glDrawElementsIndirect too

	gpu.Tuning
}

// Limits of Options.
const (
	MaxEmitters = 16
	MaxCurves   = 16
	MaxChannels = 4
	MaxCapacity = 1 << 28
)

// Criterion says by what particles are sorted.
type Criterion int

// Criteria of Sort.By.
const (
	Unsorted Criterion = iota // in the order of birth
	ByDepth                   // by view depth, far to near
	ByKey                     // by Sort.Key
)

func (c Criterion) String() string {
	if c < Unsorted || c > ByKey {
		return fmt.Sprintf("criterion(%d)", int(c))
	}
	return [...]string{"unsorted", "depth", "key"}[c]
}

// Sort is the order in which particles are drawn. The zero value is the order of birth. Sorts are
// stable.
type Sort struct {
	By Criterion // Unsorted, ByDepth or ByKey
	// Key is GLSL for ByKey: uint key(Particle p). The lowest Bits bits count. It may read
	// uniforms, not random numbers.
	Key        string
	Descending bool // largest key first; with ByKey only
	Bits       int  // bits of a key, 1 to 32; 0 means 16, which are two passes of the radix sort
	// Place is the GLSL name of the field with the position, for ByDepth: a vec3 or vec4; "" means
	// position.
	Place string
	// Gather sorts the records themselves instead of a list of indices. This costs one more pass
	// over memory. Later steps then sort nearly sorted records, and drawing reads them one after
	// the other. Not with Slots or Unsorted.
	Gather bool
	// Every sorts in every Every-th step only. Between sorts the order stays, and newborns come
	// last. Above 1 it needs Gather. 0 means 1.
	Every int
	// SkipSorted checks whether the keys are in order, and skips the passes if they are
	// (radix.Options). It pays off with Gather, where camera and particles hardly move.
	SkipSorted bool
}

// Trail keeps the latest positions of each particle. The zero value keeps none.
type Trail struct {
	Points int    // positions kept, one per step: 2 to 256; each takes 16 bytes for each of Capacity
	Place  string // the GLSL name of the field with the position, a vec3 or vec4; "" means position
}

// EventChannel is the list of records for which init or update called emit in the latest step. Each
// record is as update left it; they are in the order of the particles. Another system's emitter can
// take particles from it (System.Source), and the host can read it (Events).
type EventChannel struct {
	Name     string // the constant that emit takes
	Capacity int    // events of a step, 1 to the system's Capacity; more overflow (Stats.EventsOverflowed)
	ToHost   bool   // read the events back, for Events
}

// validate returns what is wrong with the options, or "".
func (o *Options) validate() string {
	switch {
	case o.Capacity < 1 || o.Capacity > MaxCapacity:
		return fmt.Sprintf("Capacity is %d, want 1 to %d", o.Capacity, MaxCapacity)
	case strings.TrimSpace(o.Init) == "" || strings.TrimSpace(o.Update) == "":
		return fmt.Sprintf("Init and Update have %d and %d bytes, want GLSL for both", len(o.Init), len(o.Update))
	case len(o.Emitters) > MaxEmitters || len(o.Curves) > MaxCurves || len(o.Channels) > MaxChannels:
		return fmt.Sprintf("%d emitters, %d curves, %d channels, want at most %d, %d, %d", len(o.Emitters), len(o.Curves), len(o.Channels), MaxEmitters, MaxCurves, MaxChannels)
	case !(o.FixedStep >= 0) || math.IsInf(o.FixedStep, 1) || o.MaxSteps < 0:
		return fmt.Sprintf("FixedStep is %v and MaxSteps %d, want finite numbers from 0 up", o.FixedStep, o.MaxSteps)
	case o.VerticesPerItem < 0 || !o.Instanced && o.VerticesPerItem > 0 && o.Capacity > math.MaxUint32/o.VerticesPerItem:
		return fmt.Sprintf("VerticesPerItem is %d, want 0 or more, and below 2^32 for all %d items", o.VerticesPerItem, o.Capacity)
	}
	for i, s := range o.Channels {
		if s.Capacity < 1 || s.Capacity > o.Capacity {
			return fmt.Sprintf("channel %q: Capacity is %d, want 1 to the system's %d", s.Name, s.Capacity, o.Capacity)
		}
		if what := o.validateName("channel", s.Name, i, func(j int) string { return o.Channels[j].Name }); what != "" {
			return what
		}
	}
	for i, c := range o.Curves {
		if what := o.validateName("curve", c.Name, i, func(j int) string { return o.Curves[j].Name }); what != "" {
			return what
		}
		if j := slices.IndexFunc(o.Channels, func(s EventChannel) bool { return s.Name == c.Name }); j >= 0 {
			return fmt.Sprintf("channel %d and curve %d are both called %q, want different names", j, i, c.Name)
		}
		if what := c.validate(); what != "" {
			return what
		}
	}
	if what := o.validateEmitters(); what != "" {
		return what
	}
	for _, t := range o.texts() {
		if name := shaders.UnsetUniform(t.glsl); name != "" {
			return fmt.Sprintf("%s declares the uniform %s, which nothing sets, want it in Options.Uniforms (u.%s)", t.name, name, name)
		}
	}
	for _, t := range o.texts()[:3] { // Functions, Init and Update
		if name, line := shaders.Global(t.glsl, func(name string) bool { return reserved()[name] }); name != "" {
			return fmt.Sprintf("%s:%d: got a global name %s, want another: comb's kernels use it, if not on this driver", t.name, line, name)
		}
		if what := o.unknownChannel(t); what != "" {
			return what
		}
	}
	if grids := strings.Count(o.Functions+o.Init+o.Update, "#define GRID_CELLS "); grids > 1 {
		return fmt.Sprintf("Functions, Init and Update have the GLSL of %d grids, want one: their names are the same", grids)
	}
	switch culls := strings.TrimSpace(o.Cull) != ""; {
	case culls && o.Slots:
		return "got Cull with Slots, want one of them: Cull needs compacted records"
	case o.Trail != Trail{} && (o.Trail.Points < 2 || o.Trail.Points > 256):
		return fmt.Sprintf("Trail.Points is %d, want 2 to 256", o.Trail.Points)
	case o.Trail.Points > 0 && !o.Slots:
		return "got Trail without Slots, want Slots: a trail needs records that stay in their slot"
	}
	return o.Sort.validate(o.Slots)
}

func (o *Options) validateName(kind, name string, i int, other func(int) string) string {
	if !kernel.IsTypeName(name) || strings.HasPrefix(name, "gl_") || strings.Contains(name, "__") {
		return fmt.Sprintf("%s %d: Name is %q, want a name that GLSL allows", kind, i, name)
	}
	switch {
	case keywords()[name]:
		return fmt.Sprintf("%s %d: Name is %q, a keyword of GLSL, want another name", kind, i, name)
	case builtinNames()[name]:
		return fmt.Sprintf("%s %d: Name is %q, a built-in function of GLSL, want another name", kind, i, name)
	case helpers()[name] || reserved()[name] || drawNames()[name]:
		return fmt.Sprintf("%s %d: Name is %q, which comb's GLSL uses, want another name", kind, i, name)
	case strings.ToUpper(name) == name:
		return fmt.Sprintf("%s %d: Name is %q, want a name with a lower-case letter: capitals are for comb's macros", kind, i, name)
	}
	for j := range i {
		if other(j) == name {
			return fmt.Sprintf("%ss %d and %d are both called %q, want different names", kind, j, i, name)
		}
	}
	return ""
}

func (s Sort) validate(slots bool) string {
	switch {
	case s.By < Unsorted || s.By > ByKey:
		return fmt.Sprintf("Sort.By is %v, want one from Unsorted to ByKey", s.By)
	case s.Bits < 0 || s.Bits > 32:
		return fmt.Sprintf("Sort.Bits is %d, want 0 to 32", s.Bits)
	case (s.By == ByKey) != (strings.TrimSpace(s.Key) != ""):
		return fmt.Sprintf("Sort.By is %v and Sort.Key has %d bytes, want a Sort.Key with ByKey only", s.By, len(s.Key))
	case s.Descending && s.By != ByKey:
		return fmt.Sprintf("Sort.Descending is set and Sort.By is %v, want ByKey: ByDepth always sorts far to near", s.By)
	case s.By == Unsorted && (s.Bits != 0 || s.SkipSorted):
		return fmt.Sprintf("Sort.Bits is %d and Sort.SkipSorted %v with Sort.By unsorted, want neither without a sort", s.Bits, s.SkipSorted)
	case s.Place != "" && s.By != ByDepth:
		return fmt.Sprintf("Sort.Place is %q and Sort.By is %v, want ByDepth for it", s.Place, s.By)
	case s.Gather && s.By == Unsorted:
		return "got Sort.Gather with Sort.By unsorted, want ByDepth or ByKey: without a sort there is no order to gather in"
	case s.Gather && slots:
		return "got Sort.Gather and Slots, want one of them: Gather moves records, Slots does not"
	case s.Every < 0 || s.Every > 1 && !s.Gather:
		return fmt.Sprintf("Sort.Every is %d, want 0 or 1 without Gather: only gathered records keep their order", s.Every)
	}
	return ""
}

// withDefaults fills in defaults and validates. Errors: gpu.ErrArgument, ErrLayout.
func (o Options) withDefaults() (Options, layout, error) {
	for _, d := range []struct {
		field *int
		value int
	}{{&o.MaxSteps, 4}, {&o.VerticesPerItem, 6}, {&o.Sort.Every, 1}} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
	// The caller may change its slices later.
	o.Emitters, o.Curves, o.Channels = slices.Clone(o.Emitters), slices.Clone(o.Curves), slices.Clone(o.Channels)
	for i := range o.Emitters {
		o.Emitters[i].Bursts = slices.Clone(o.Emitters[i].Bursts)
	}
	if o.Sort.Bits == 0 && o.Sort.By != Unsorted {
		o.Sort.Bits = 16
	}
	if o.FixedStep == 0 {
		o.FixedStep = 1.0 / 60
	}
	if what := o.validate(); what != "" {
		return o, layout{}, argument("New", "%s", what)
	}
	t := reflect.TypeOf(o.Record)
	if t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	l, err := layoutOf("Record", t)
	if err != nil {
		return o, l, err
	}
	if o.Sort.By == ByDepth {
		if o.Sort.Place, err = l.place("Sort.Place", o.Sort.Place); err != nil {
			return o, l, err
		}
	}
	if o.Trail.Points > 0 {
		if !l.id {
			return o, l, badLayout("New: Trail is set and %v has no field ID, want one of type uint32", t)
		}
		if o.Trail.Place, err = l.place("Trail.Place", o.Trail.Place); err != nil {
			return o, l, err
		}
	}
	return o, l, nil
}

// place returns the name of a field that holds a position; "" means position. Errors: ErrLayout.
func (l layout) place(what, name string) (string, error) {
	if name == "" {
		name = "position"
	}
	if f, ok := l.field(name); !ok || f.array > 0 || f.glslType.name != "vec3" && f.glslType.name != "vec4" {
		return "", badLayout("New: %s is %q, want a field of the record that is a vec3 or vec4", what, name)
	}
	return name, nil
}

// mostRecords is the largest Capacity for storage blocks of a number of bytes. Slots take two words
// of one block each, in halves of whole 64 words.
func (o *Options) mostRecords(stride, bytes int) int {
	if o.Slots {
		return min(bytes/stride, bytes/8/64*64)
	}
	return bytes / stride
}
