// SPDX-License-Identifier: MIT

package shadow

import (
	"maps"
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// addition is what a method adds ribbons to: its function add, and the buffers that it works on,
// from binding 3 up.
type addition struct {
	file      string // fills the slot ADD
	constants shaders.Constants
	buffers   []string
}

// additionBuffers are the buffers of an addition. A slice would be allocated for each call, because
// it passes through an interface.
type additionBuffers [4]gpu.View

// gatherer adds all segments to a light's map: drawn, or traced by a kernel.
type gatherer interface {
	all(light int, buffers additionBuffers)
	Release()
}

// widestPart is the part of a light's map that a hair may be wide: BROADEST of
// shaders/hair/light.glsl.
const widestPart = 1.0 / 8

// mostSteps is the number of loop iterations of an invocation on Mesa's software renderers. They
// skip the rest.
const mostSteps = 1 << 16

// traces says whether ribbons are traced into lights' maps: in software only where the largest
// ribbon, from corner to corner of the map, takes fewer steps than are allowed. It is pure.
func traces(c gpu.Caps, size int, widthPixels float32) bool {
	width := float64(max(widthPixels, widestPart*float32(size)))
	return !c.Software || float64(size)*(math.Sqrt2*(width+1)+2) < mostSteps
}

// FormForTests is for tests. It says whether ribbons are traced, on any driver. nil lets traces
// choose.
var FormForTests *bool

func (l *Pass) newGatherer(a addition) (gatherer, error) {
	trace := traces(l.s.Device.Caps(), l.Room, l.widthPixels)
	if FormForTests != nil {
		trace = *FormForTests
	}
	if !trace {
		d, err := l.newAdder(a.program())
		return d, err
	}
	t := &tracer{l: l, buffers: len(a.buffers)}
	var err error
	if t.kernel, err = kernel.New(l.s.Device, a.spec()); err != nil {
		return nil, err
	}
	for name, u := range map[string]*kernel.Uniform{"light": &t.light, "casts_below": &t.below, "cast_factor": &t.factor} {
		if *u, err = t.kernel.Uniform(name); err != nil {
			t.kernel.Release()
			return nil, err
		}
	}
	t.set(allCast)
	return t, nil
}

// program draws it.
func (a addition) program() scene.Program {
	p := adderProgram("hair/light_map.frag.glsl#add", a.constants)
	p.Slots = a.slots()
	return p
}

func (a addition) slots() map[string]shaders.Snippet {
	return map[string]shaders.Snippet{"ADD": {File: a.file}}
}

// spec is the kernel that traces it.
func (a addition) spec() kernel.Spec {
	c := tauConstants()
	maps.Copy(c, a.constants)
	buffers := append([]string{"Points", "Segments", "Colors"}, a.buffers...)
	return kernel.Spec{File: "hair/ribbons_trace.comp.glsl", Shape: scene.Flat, Constants: c,
		Slots: a.slots(), Buffers: append(buffers, "Count")}
}

// tracer adds by a kernel.
type tracer struct {
	l       *Pass
	kernel  *kernel.Kernel
	light   kernel.Uniform
	below   kernel.Uniform
	factor  kernel.Uniform
	buffers int
}

// set decides which strands shade others.
func (t *tracer) set(c cast) {
	t.kernel.Set(t.below, c.below)
	t.kernel.Set(t.factor, c.factor)
}

func (t *tracer) all(light int, buffers additionBuffers) {
	s, k := t.l.s, t.kernel
	k.SetBuffer(0, s.Hair.Points.View())
	k.SetBuffer(1, s.Expanded.Segments.View())
	k.SetBuffer(2, s.Hair.Colors.View())
	for i := range t.buffers {
		k.SetBuffer(3+i, buffers[i])
	}
	k.SetCount(s.Expanded.Counts[0])
	k.Set(t.light, uint32(light))
	k.Dispatch(s.Expanded.Groups)
	s.Device.StorageBarrier()
}

func (t *tracer) Release() { t.kernel.Release() }
