// SPDX-License-Identifier: MIT

package hair

import (
	"maps"
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
)

// addition is what a way of shadow adds ribbons to: its function add, and the buffers that it
// works on, from binding 3 up.
type addition struct {
	name      string // NAME.glsl, and NAME.frag.glsl for what is drawn
	constants shaders.Constants
	buffers   []string
}

// additionBuffers are a way's; a slice would be allocated for each call, as it goes through an
// interface.
type additionBuffers [4]gpu.View

// gatherer adds all segments to a light's map: drawn, or traced by a kernel.
type gatherer interface {
	all(light int, buffers additionBuffers)
	release()
}

// widestPart is the part of a light's map that a hair may be wide: BROADEST of
// shaders/hair/light_width.glsl.
const widestPart = 1.0 / 8

// mostSteps is how many times an invocation of Mesa's software renderers may go round its loops:
// what is left is not done.
const mostSteps = 1 << 16

// traces says whether ribbons are traced into lights' maps: in software only where the largest
// ribbon, from corner to corner of the map, takes fewer steps than are allowed. It is pure.
func traces(c gpu.Caps, size int, widthPixels float32) bool {
	width := float64(max(widthPixels, widestPart*float32(size)))
	return !c.Software || float64(size)*(math.Sqrt2*(width+1)+2) < mostSteps
}

// formForTests is for tests: whether ribbons are traced, whatever the driver.
var formForTests *bool

func (l *lighting) newGatherer(a addition) (gatherer, error) {
	trace := traces(l.r.d.Caps(), l.room, l.r.o.WidthPixels)
	if formForTests != nil {
		trace = *formForTests
	}
	if !trace {
		d, err := l.newAdder(a.files())
		return d, err
	}
	t := &tracer{l: l, buffers: len(a.buffers)}
	var err error
	if t.kernel, err = l.r.d.NewKernel(a.spec()); err != nil {
		return nil, err
	}
	if t.light, err = t.kernel.Uniform("light"); err != nil {
		t.kernel.Release()
		return nil, err
	}
	return t, nil
}

// files are those by which it is drawn.
func (a addition) files() stageFiles { return adderFiles(a.name+".frag.glsl", a.constants) }

// spec is that by which it is traced.
func (a addition) spec() gpu.Spec {
	c := tauConstants()
	maps.Copy(c, a.constants)
	buffers := append([]string{"Points", "Segments", "Colors"}, a.buffers...)
	return gpu.Spec{File: "hair/ribbons_trace.comp.glsl", Shape: flat, Constants: c,
		Slots: map[string]shaders.Snippet{"ADD": {File: a.name + ".glsl"}}, Buffers: append(buffers, "Count")}
}

// tracer adds by a kernel.
type tracer struct {
	l       *lighting
	kernel  *gpu.Kernel
	light   gpu.Uniform
	buffers int
}

func (t *tracer) all(light int, buffers additionBuffers) {
	r, k := t.l.r, t.kernel
	k.SetBuffer(0, r.m.points.View())
	k.SetBuffer(1, r.segments.View())
	k.SetBuffer(2, r.m.colors.View())
	for i := range t.buffers {
		k.SetBuffer(3+i, buffers[i])
	}
	k.SetCount(r.thin.segments(1))
	k.Set(t.light, uint32(light))
	k.Dispatch(r.thin.groups())
	r.d.Barrier()
}

func (t *tracer) release() { t.kernel.Release() }
