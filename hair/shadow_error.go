// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math"
	"math/rand"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/shadow"
)

// ShadowError is the error of a shadow method beside ExactShadow: the mean difference in the part
// of a light that reaches a point, over random points of the hair. It does not measure the head, or
// the openness, which is the part of the light from all around that arrives. So the method of the
// least error is not always the one whose image is closest.
type ShadowError struct {
	Shadow Shadow
	Mean   float64       // over all lights
	Lights []float64     // each
	Bytes  int           // what the method keeps of the hair, beside what all share
	Time   time.Duration // for all lights, by the wall clock
}

// MaxErrorPoints is the largest number of points of ShadowErrors.
const MaxErrorPoints = 1 << 24

// ShadowErrors compares shadow methods with ExactShadow, for the lights of a frame from that
// camera, at so many points, 1 to MaxErrorPoints. It waits for the GPU, and leaves the method as it
// was. Errors: gpu.ErrArgument for no lights, a number of points out of range, a method that is not
// of Shadows, or a camera that sees nothing; as for NewRenderer.
func (r *Renderer) ShadowErrors(c Camera, methods []Shadow, points int) ([]ShadowError, error) {
	if err := r.enter("ShadowErrors"); err != nil {
		return nil, err
	}
	defer r.d.Internal().Leave()
	if len(r.o.Light.Lights) == 0 || points < 1 || points > MaxErrorPoints {
		return nil, fmt.Errorf("hair: ShadowErrors: got %d lights and %d points, want 1 or more of both and up to %d points: %w", len(r.o.Light.Lights), points, MaxErrorPoints, gpu.ErrArgument)
	}
	for _, method := range methods {
		if method < 0 || int(method) >= len(shadows) {
			return nil, fmt.Errorf("hair: ShadowErrors: got shadow %d, want 0 to %d: %w", int(method), len(shadows)-1, gpu.ErrArgument)
		}
	}
	if err := c.check("ShadowErrors"); err != nil {
		return nil, err
	}
	defer r.SetDetail(r.o.Strands.Detail)
	r.SetDetail(1) // points of strands that are left out have no light
	r.choose(false)
	if err := r.begin(c, max(r.scene.Canvas.Width, 1), max(r.scene.Canvas.Height, 1)); err != nil {
		return nil, fmt.Errorf("hair: ShadowErrors: %w", err)
	}
	if err := r.detail.Run(); err != nil {
		return nil, err
	}
	exact, _, err := r.lightBy(ExactShadow)
	if err != nil {
		return nil, err
	}
	var out []ShadowError
	for _, method := range methods {
		e := ShadowError{Shadow: method}
		got := make([]uint16, len(exact))
		if method == NoShadow {
			for i := range got {
				got[i] = math.MaxUint16
			}
		} else if got, e, err = r.lightBy(method); err != nil {
			return nil, err
		}
		e.compare(got, exact, len(r.o.Light.Lights), points)
		out = append(out, e)
	}
	return out, nil
}

// lightBy is what a method computes at the model's points, MaxLights numbers each.
func (r *Renderer) lightBy(method Shadow) ([]uint16, ShadowError, error) {
	e := ShadowError{Shadow: method}
	s, err := r.makeShadow(method)
	if err != nil {
		return nil, e, err
	}
	defer s.Release()
	times := 2 // the first compiles what drivers leave until a program's first use
	if method == ExactShadow {
		times = 1
	}
	for range times {
		r.d.Finish()
		began := time.Now()
		if err := r.shadows.Run(s); err != nil {
			return nil, e, fmt.Errorf("hair: ShadowErrors: shadow %s: %w", method, err)
		}
		r.d.Finish()
		e.Time = time.Since(began)
	}
	e.Bytes = s.Bytes()
	words, err := r.shadows.Lit.Download()
	if err != nil {
		return nil, e, err
	}
	parts := make([]uint16, 0, MaxLights*r.m.hair.Points.Len())
	for i := range r.m.hair.Points.Len() {
		for _, w := range words[shadow.LitWords*i:][:MaxLights/2] {
			parts = append(parts, uint16(w), uint16(w>>16))
		}
	}
	return parts, e, r.d.Check()
}

// compare fills in the errors at random points, the same for all methods.
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
