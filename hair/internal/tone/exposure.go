// SPDX-License-Identifier: MIT

package tone

import (
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/mathgl/mgl32"
)

// Key is the mean logarithm to base 2 of the light that the brighter half of hair and head is
// exposed to. The default image has it without an automatic exposure.
const Key = -0.77

// The bins of light are a quarter of a stop wide, around light of 1. mostStops is how far from 1 an
// automatic exposure goes.
const (
	lightBins = 96
	mostStops = 6
)

// mostStopsOver is how far above 1 an automatic exposure goes before a backdrop. The horizon shows
// how bright it is outdoors, so its haze stays below white: a model seen from its shaded side stays
// darker than its surroundings.
func mostStopsOver(backdrop uint32) float32 {
	if backdrop != Outdoors {
		return mostStops
	}
	haze := Horizon(mgl32.Vec3{1, 0.05, 0}) // the brightest of it
	return float32(-math.Log2(float64(haze.Dot(luminance))))
}

// luminance has the shares of linear sRGB's primaries.
var luminance = mgl32.Vec3{0.2126, 0.7152, 0.0722}

// exposer finds an exposure on the GPU. Without kernels the factor is 1.
type exposer struct {
	s             *scene.Scene
	count, expose *kernel.Kernel
	hair          kernel.Uniform
	follow, key   kernel.Uniform
	most          kernel.Uniform
	bins          *gpu.Buffer[uint32]
	factor        *gpu.Buffer[float32] // and its logarithm to base 2
}

func exposureSpecs(samples int, traced bool) (count, expose kernel.Spec) {
	file := "hair/tone_scene.glsl#light_traced"
	c := shaders.Constants{"SIDE": scene.BlockSide, "UNIT_SUMS": scene.UnitSums, "LIGHT_BINS": uint32(lightBins)}
	if !traced {
		file, c["SAMPLES"], c["LIGHT"] = "hair/tone_scene.glsl#light_drawn", samples, scene.Sampler(samples)
	}
	count = kernel.Spec{File: "hair/tone_count.comp.glsl", Shape: scene.Flat, Constants: c, Buffers: []string{"Bins"},
		Slots: map[string]shaders.Snippet{"LIGHT_SCENE": {File: file}}}
	expose = kernel.Spec{File: "hair/tone_expose.comp.glsl", Shape: scene.Flat, Buffers: []string{"Bins", "Exposure"},
		Constants: shaders.Constants{"LIGHT_BINS": uint32(lightBins), "MOST_STOPS": float32(mostStops)}}
	return count, expose
}

func newExposer(s *scene.Scene) (e exposer, err error) {
	e.s = s
	e.factor, err = gpu.NewBufferFrom(s.Device, []float32{1, 0})
	return e, err
}

// compile prepares automatic exposures. Errors: gpu.ErrShader, gpu.ErrOutOfMemory.
func (e *exposer) compile() (err error) {
	if e.bins != nil {
		return nil
	}
	defer func() {
		if err != nil {
			e.count.Release()
			e.expose.Release()
			e.count, e.expose = nil, nil
		}
	}()
	count, expose := exposureSpecs(e.s.Samples, e.s.Traces)
	if e.count, err = kernel.New(e.s.Device, count); err != nil {
		return err
	}
	if e.expose, err = kernel.New(e.s.Device, expose); err != nil {
		return err
	}
	if e.hair, err = e.count.Uniform("has_hair"); err != nil {
		return err
	}
	if e.follow, err = e.expose.Uniform("follow"); err != nil {
		return err
	}
	if e.key, err = e.expose.Uniform("key"); err != nil {
		return err
	}
	if e.most, err = e.expose.Uniform("most"); err != nil {
		return err
	}
	e.bins, err = gpu.NewBufferFrom(e.s.Device, make([]uint32, lightBins))
	return err
}

// run enqueues the exposure of a frame, whose images are bound.
func (e *exposer) run(hair bool, follow, key, most float32) {
	e.count.SetBuffer(0, e.bins.View())
	e.count.Set(e.hair, word(hair))
	e.count.Dispatch(e.s.Canvas.Blocks())
	e.s.Device.StorageBarrier()
	e.expose.SetBuffer(0, e.bins.View())
	e.expose.SetBuffer(1, e.factor.View())
	e.expose.Set(e.follow, math.Float32bits(follow))
	e.expose.Set(e.key, math.Float32bits(key))
	e.expose.Set(e.most, math.Float32bits(most))
	e.expose.Dispatch(1)
	e.s.Device.StorageBarrier()
}

func (e *exposer) release() {
	e.count.Release()
	e.expose.Release()
	e.bins.Release()
	e.factor.Release()
}

// Prepare compiles what automatic exposures need. Errors: gpu.ErrShader, gpu.ErrOutOfMemory.
func (t *Mapper) Prepare() error { return t.exposer.compile() }

// Reset makes the automatic factor 1.
func (t *Mapper) Reset() error { return t.exposer.factor.Upload([]float32{1, 0}) }

// Exposure reads the automatic factor of the latest frame. It waits.
func (t *Mapper) Exposure() (float32, error) {
	v, err := t.exposer.factor.Download()
	if err != nil {
		return 0, err
	}
	return v[0], nil
}
