// SPDX-License-Identifier: MIT

package particles

import (
	"fmt"
	"math"
	"reflect"
	"strings"

	"github.com/combgl/comb/gpu"
)

// Options for New. Capacity, Record, Init and Update are needed; the rest may be zero.
type Options struct {
	// Capacity is the most particles that live at a time. What is emitted beyond is left out and counted (Stats.Dropped).
	Capacity int

	// Record is a particle: a Go struct, or a pointer to one, whose fields are float32, int32, uint32, arrays of 2 to 4 of
	// those (vec2, ivec3, uvec4), Mat4, or arrays of these. It must lie as std430 lays out the GLSL struct Particle that is
	// made of it; an error names the field that does not. Position is p.position in GLSL, ID p.id; a tag `glsl:"name"`
	// gives another name. A field ID uint32 is filled with a number of the particle's own. Small records are fast: of 32
	// to 48 bytes.
	Record any

	// Uniforms is a Go struct of the same types, or a pointer to one: u.name in GLSL. System.SetUniforms gives the values;
	// until then they are those of this one. Any order of fields will do.
	Uniforms any

	// Init and Update are GLSL. They must define
	//
	//	void init(inout Particle p, Birth b) { p.position = b.position; p.life = randomBetween(1.0, 2.0); }
	//	bool update(inout Particle p) { p.position += p.velocity * dt; p.age += dt; return p.age < p.life; }
	//
	// p is all zero when init gets it, but for its id. update says whether the particle lives on; a newborn is updated in
	// the step of its birth. Functions comes before both. shaders/particles has what they may call: random.glsl, birth.glsl,
	// forces.glsl, colliders.glsl, curves.glsl. dt, time (seconds) and step_number are there too. Storage blocks at
	// bindings from gpu.UserBinding on, and textures, are the caller's to bind; update runs once for each particle and
	// step, and may write to them. Compiler errors name Init, Update or Functions and the line.
	Init, Update, Functions string

	Emitters []Emitter      // up to MaxEmitters; System.Emit needs one too
	Curves   []Curve        // up to MaxCurves: fade(t) in GLSL of one named fade
	Channels []EventChannel // up to MaxChannels of events: emit(sparks) in update of one named sparks
	Mesh     *Mesh          // that emitters of the shape Surface emit from
	Sort     Sort
	Cull     string // GLSL: bool visible(Particle p), which may ask inView(place, radius) of the camera; "" draws all. Not of Slots
	Trail    Trail  // of places that particles have been, for ribbons: of Slots, and records with an ID
	// DepthCollider lets update call hitDepth against the depth buffer that System.SetDepth gives.
	DepthCollider bool

	// Slots leaves records where they were born, and keeps a list of the living instead of moving them together: half the
	// memory, and the place in a buffer of the caller's that goes with a particle stays the same (slot in GLSL). Draw
	// through System.Order. Order and results are those of the other way, but that update's random numbers for a record
	// without an ID go by its slot.
	Slots bool

	Seed uint32

	// FixedStep is the step of Advance in seconds; 0 means 1/60. MaxSteps is how many it makes at most in one call, and
	// forgets time beyond; 0 means 4.
	FixedStep float64
	MaxSteps  int

	// What the draw arguments hold, as in compact.Options.
	VerticesPerItem int  // 0 means 6: two triangles
	Instanced       bool // an item is an instance of so many vertices
	Elements        bool // arguments for glDrawElementsIndirect too

	gpu.Tuning
}

// The bounds of Options.
const (
	MaxEmitters = 16
	MaxCurves   = 16
	MaxChannels = 4
	MaxCapacity = 1 << 28
)

// Criterion is what System sorts by.
type Criterion int

// The criteria.
const (
	Unsorted Criterion = iota // in the order of birth
	ByDepth                   // far to near
	ByKey                     // by Sort.Key
)

func (c Criterion) String() string {
	if c < Unsorted || c > ByKey {
		return fmt.Sprintf("criterion(%d)", int(c))
	}
	return [...]string{"unsorted", "depth", "key"}[c]
}

// Sort says in which order particles are drawn. The zero value is that of birth.
type Sort struct {
	By Criterion
	// Key is GLSL of ByKey: uint key(Particle p). Only Bits bits of it count. Uniforms are there; random numbers are not.
	Key        string
	Descending bool // of ByKey
	Bits       int  // 1 to 32; 0 means 16, which costs two passes of the sort
	// Place is the field that holds the place, ByDepth: a vec3 or vec4; "" means position.
	Place string
	// Gather puts the records themselves in order instead of making a list: a pass over memory more, but later steps find
	// them nearly sorted, and drawing reads them one after the other. Not of Slots.
	Gather bool
	// Every sorts in every so many steps only, and keeps the order between, in which newborn come last. Above 1 it needs
	// Gather. 0 means 1.
	Every int
	// SkipSorted looks first whether keys are in order, and sorts only what is not (radix.Options): for Gather, and views
	// and particles that hardly move.
	SkipSorted bool
}

// Trail keeps the latest places of each particle. The zero value keeps none.
type Trail struct {
	Points int    // 2 to 256, a step apart; each takes 16 bytes of each of Capacity
	Place  string // the field that holds the place, a vec3 or vec4; "" means position
}

// Stream is a list of events: each is the record of a particle as update left it when it called tell, in order. It is made
// anew in each step.
type EventChannel struct {
	Name     string // what update calls it
	Capacity int    // how many a step may have; those beyond are left out and counted (Stats.EventsOverflowed)
	ToHost   bool   // Events[T] brings them to Go
}

// wrong says what of the options cannot be, "" when all can.
func (o *Options) validate() string {
	switch {
	case o.Capacity < 1 || o.Capacity > MaxCapacity:
		return fmt.Sprintf("Capacity is %d, want 1 to %d", o.Capacity, MaxCapacity)
	case strings.TrimSpace(o.Init) == "" || strings.TrimSpace(o.Update) == "":
		return "Init and Update are both needed"
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
		if what := c.validate(); what != "" {
			return what
		}
	}
	if what := o.validateEmitters(); what != "" {
		return what
	}
	switch culls := strings.TrimSpace(o.Cull) != ""; {
	case culls && o.Slots:
		return "Cull with Slots: Cull needs records that lie together"
	case o.Trail != Trail{} && (o.Trail.Points < 2 || o.Trail.Points > 256):
		return fmt.Sprintf("Trail.Points is %d, want 2 to 256", o.Trail.Points)
	case o.Trail.Points > 0 && !o.Slots:
		return "Trail without Slots: a trail needs particles that stay in their place in the buffer"
	}
	return o.Sort.validate(o.Slots)
}

func (o *Options) validateName(kind, name string, i int, other func(int) string) string {
	if !gpu.IsTypeName(name) || strings.HasPrefix(name, "gl_") || strings.Contains(name, "__") {
		return fmt.Sprintf("%s %d: %q cannot be a name in GLSL", kind, i, name)
	}
	for j := range i {
		if other(j) == name {
			return fmt.Sprintf("%ss %d and %d are both called %q", kind, j, i, name)
		}
	}
	return ""
}

func (s Sort) validate(slots bool) string {
	switch {
	case s.By < Unsorted || s.By > ByKey:
		return fmt.Sprintf("Sort.By is %v, want one from Unsorted to ByKey", s.By)
	case s.Bits < 0 || s.Bits > 32:
		return fmt.Sprintf("Sort.Bits is %d, want 1 to 32", s.Bits)
	case (s.By == ByKey) != (strings.TrimSpace(s.Key) != ""):
		return fmt.Sprintf("Sort.By is %v and Sort.Key has %d bytes, want a Sort.Key with ByKey only", s.By, len(s.Key))
	case s.Gather && slots:
		return "Sort.Gather with Slots: Gather moves records, Slots does not"
	case s.Every < 0 || s.Every > 1 && !s.Gather:
		return fmt.Sprintf("Sort.Every is %d, want 0 or 1 without Gather: only gathered records keep their order", s.Every)
	}
	return ""
}

// withDefaults fills in and checks. Errors: gpu.ErrArgument, ErrLayout.
func (o Options) withDefaults() (Options, layout, error) {
	for _, d := range []struct {
		field *int
		value int
	}{{&o.MaxSteps, 4}, {&o.VerticesPerItem, 6}, {&o.Sort.Bits, 16}, {&o.Sort.Every, 1}} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
	if o.FixedStep == 0 {
		o.FixedStep = 1.0 / 60
	}
	if o.Sort.By == ByDepth {
		o.Sort.Descending = true
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
			return o, l, badLayout("New: Trail needs a field ID uint32 in %v", t)
		}
		if o.Trail.Place, err = l.place("Trail.Place", o.Trail.Place); err != nil {
			return o, l, err
		}
	}
	return o, l, nil
}

// place is a field that holds a place; "" means position. Errors: ErrLayout.
func (l layout) place(what, name string) (string, error) {
	if name == "" {
		name = "position"
	}
	if f, ok := l.field(name); !ok || f.array > 0 || f.glslType.name != "vec3" && f.glslType.name != "vec4" {
		return "", badLayout("New: the record has no field %q that is a vec3 or vec4 (%s names another)", name, what)
	}
	return name, nil
}
