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
	reads     int // of the buffers, the last, that it only reads: see scene.Reads
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

// traces says whether this pass traces ribbons.
func (l *Pass) traces() bool {
	if FormForTests != nil {
		return *FormForTests
	}
	return traces(l.s.Device.Caps(), l.Room, l.widthPixels)
}

func (l *Pass) newGatherer(a addition) (gatherer, error) {
	if !l.traces() {
		d, err := l.newAdder(a.program())
		return d, err
	}
	t := &tracer{l: l, buffers: len(a.buffers), reads: a.reads}
	var err error
	if t.kernel, err = kernel.New(l.s.Device, a.spec(l.s.Texels)); err != nil {
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
func (a addition) spec(texels bool) kernel.Spec {
	c := tauConstants()
	maps.Copy(c, a.constants)
	buffers := append([]string{"Points", "Segments", "Colors"}, a.buffers...)
	file := "hair/ribbons_trace.comp.glsl#loops"
	if texels {
		file = "hair/ribbons_trace.comp.glsl#turns"
	}
	return scene.Reads(kernel.Spec{File: file, Shape: scene.Flat, Constants: c,
		Slots: a.slots(), Buffers: append(buffers, "Count")},
		texels, append([]string{"Points", "Segments", "Colors"}, a.buffers[len(a.buffers)-a.reads:]...)...)
}

// tracer adds by a kernel.
type tracer struct {
	l       *Pass
	kernel  *kernel.Kernel
	light   kernel.Uniform
	below   kernel.Uniform
	factor  kernel.Uniform
	buffers int
	reads   int         // of those, the last
	list    segmentList // of Volume; others take all that are expanded
}

// segmentList is a list of segments on the GPU, and the number of workgroups with an invocation for
// each.
type segmentList struct {
	segments gpu.View
	n        gpu.Count
	groups   int
}

// set decides which strands shade others.
func (t *tracer) set(c cast) {
	t.kernel.Set(t.below, c.below)
	t.kernel.Set(t.factor, c.factor)
}

func (t *tracer) all(light int, buffers additionBuffers) {
	s, k := t.l.s, t.kernel
	list := segmentList{s.Expanded.Segments.View(), s.Expanded.Counts[0], s.Expanded.Groups}
	if t.list.groups > 0 {
		list = t.list
	}
	k.SetBuffer(0, s.Hair.Points.View())
	k.SetBuffer(1, list.segments)
	k.SetBuffer(2, s.Hair.Colors.View())
	for i := range t.buffers {
		k.SetBuffer(3+i, buffers[i])
	}
	s.ReadVectors(0, s.Hair.Points.View())
	s.ReadWords(1, list.segments)
	s.ReadWords(2, s.Hair.Colors.View())
	for i := range t.reads {
		s.ReadWords(3+i, buffers[t.buffers-t.reads+i])
	}
	k.SetCount(list.n)
	k.Set(t.light, uint32(light))
	k.Dispatch(list.groups)
	s.Device.StorageBarrier()
}

func (t *tracer) Release() { t.kernel.Release() }
