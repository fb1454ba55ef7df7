// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/scan"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// keyBins is the most bins of KeyHistogram.
const keyBins = 256

// KeyHistogram counts the keys of the segments that the latest frame drew, nearest first: 256 bins over what KeyBits bits can
// hold, or as many as there are keys. Most of them in few bins is depth that the keys cannot tell apart. It waits for the
// GPU and allocates. Errors: gpu.ErrView before a frame; those of scan.NewHistogram; gpu.ErrOutOfMemory,
// gpu.ErrContextLost, gpu.ErrWrongThread.
func (r *Renderer) KeyHistogram() ([]uint32, error) {
	if err := r.d.Enter(); err != nil {
		return nil, err
	}
	defer r.d.Leave()
	if !r.framed {
		return nil, fmt.Errorf("hair: KeyHistogram before a frame: %w", gpu.ErrView)
	}
	bins := min(keyBins, 1<<r.o.KeyBits)
	h, err := scan.NewHistogram(r.d, scan.HistogramOptions{Type: gpu.Uint32, Bins: bins, Upper: float64(uint64(1) << r.o.KeyBits)})
	if err != nil {
		return nil, err
	}
	defer h.Release()
	counts, err := gpu.NewBuffer[uint32](r.d, bins)
	if err != nil {
		return nil, fmt.Errorf("hair: counting keys: %w", err)
	}
	defer counts.Release()
	gl.BindBufferBase(gl.UNIFORM_BUFFER, 0, r.block)
	if err := r.enqueueKeys(r.key, r.kept.View()); err != nil {
		return nil, err
	}
	if err := h.Count(counts.View(), r.keys.View(), r.cull.Result().Count); err != nil {
		return nil, err
	}
	return counts.Download()
}

// SetLights changes the lights and the light from all around of the frames that follow: see Options. It costs nothing, but
// for the first lights after none. Errors: ErrLight, and as for SetShadow; then they stay as they were.
func (r *Renderer) SetLights(lights []Light, e *Environment) error {
	if lights == nil {
		lights = DefaultLights()
	}
	if e == nil {
		usual := DefaultEnvironment()
		e = &usual
	}
	if err := checkLights(lights, r.reach.low, r.reach.high); err != nil {
		return err
	}
	before := r.o
	r.o.Lights, r.o.Environment = lights, e
	if (len(before.Lights) == 0) != (len(lights) == 0) {
		if err := r.SetShadow(r.o.Shadow); err != nil {
			r.o = before
			return err
		}
	}
	return nil
}
