// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math"
	"math/rand"
	"time"

	"github.com/combgl/comb/gpu"
)

// ShadowError is how far a way of shadow is from exact: the mean, over points of the model chosen at random, of the
// difference in the part of a light that gets there.
type ShadowError struct {
	Shadow Shadow
	Mean   float64       // over all lights
	Lights []float64     // each
	Bytes  int           // what the way makes of the hair, beside what all share
	Time   time.Duration // for all lights, by the wall clock
}

// ShadowErrors compares ways of shadow with ExactShadow, for the lights of a frame from that camera, at so many points.
// It waits for the GPU, and leaves the way as it was. Errors: gpu.ErrArgument when there are no lights, or no points;
// as for NewRenderer.
func (r *Renderer) ShadowErrors(c Camera, ways []Shadow, points int) ([]ShadowError, error) {
	if err := r.d.Enter(); err != nil {
		return nil, err
	}
	defer r.d.Leave()
	if len(r.o.Lights) == 0 || points < 1 {
		return nil, fmt.Errorf("hair: ShadowErrors: %d lights at %d points, want 1 or more of both: %w", len(r.o.Lights), points, gpu.ErrArgument)
	}
	defer r.SetDetail(r.o.Detail)
	r.SetDetail(1) // points of strands that are left out have no light
	r.begin(c, max(r.canvas.width, 1), max(r.canvas.height, 1))
	if err := r.expandSegments(Target{}); err != nil {
		return nil, err
	}
	exact, _, err := r.lightBy(ExactShadow)
	if err != nil {
		return nil, err
	}
	var out []ShadowError
	for _, way := range ways {
		e := ShadowError{Shadow: way}
		got := make([]uint16, len(exact))
		if way == NoShadow {
			for i := range got {
				got[i] = math.MaxUint16
			}
		} else if got, e, err = r.lightBy(way); err != nil {
			return nil, err
		}
		e.compare(got, exact, len(r.o.Lights), points)
		out = append(out, e)
	}
	return out, nil
}

// lightBy is what a way finds at the model's points, MaxLights numbers each.
func (r *Renderer) lightBy(way Shadow) ([]uint16, ShadowError, error) {
	e := ShadowError{Shadow: way}
	if way < 0 || int(way) >= len(shadows) {
		return nil, e, fmt.Errorf("hair: ShadowErrors: shadow %d does not exist: %w", int(way), gpu.ErrArgument)
	}
	s, err := r.makeShadow(way)
	if err != nil {
		return nil, e, err
	}
	defer s.release()
	times := 2 // the first compiles what drivers leave until a program's first use
	if way == ExactShadow {
		times = 1
	}
	for range times {
		r.d.Finish()
		began := time.Now()
		if err := r.lighting.run(s); err != nil {
			return nil, e, fmt.Errorf("hair: shadow %s: %w", way, err)
		}
		r.d.Finish()
		e.Time = time.Since(began)
	}
	e.Bytes = s.bytes()
	words, err := r.lighting.lit.Download()
	if err != nil {
		return nil, e, err
	}
	parts := make([]uint16, 0, MaxLights*r.m.points.Len())
	for i := range r.m.points.Len() {
		for _, w := range words[litWords*i:][:MaxLights/2] {
			parts = append(parts, uint16(w), uint16(w>>16))
		}
	}
	return parts, e, r.d.Check()
}

// compare fills in the errors at random points, the same for all ways.
func (e *ShadowError) compare(got, exact []uint16, lights, points int) {
	e.Lights = make([]float64, lights)
	random := rand.New(rand.NewSource(1))
	for range points {
		at := MaxLights * random.Intn(len(exact)/MaxLights)
		for i := range e.Lights {
			d := math.Abs(float64(got[at+i])-float64(exact[at+i])) / math.MaxUint16
			e.Lights[i] += d / float64(points)
			e.Mean += d / float64(points*lights)
		}
	}
}
