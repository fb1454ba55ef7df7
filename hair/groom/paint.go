// SPDX-License-Identifier: MIT

package groom

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// paint sets the widths and colours of a strand. fine is how fine it is, 0 to 1. A colour to the
// power of k is that of hair with k squared times the pigment (Chiang and others 2016, equation 9),
// so strands differ in pigment and not in brightness alone. Blue differs more than red where the
// share of pheomelanin differs.
func (o Options) paint(thickness []float32, color []mgl32.Vec3, g *guide, fine float32, r *random) {
	lock := newRandom(o.Seed, kindLock+201, g.lock)
	pigment := 0.06*lock.normal() + 0.13*r.normal()
	redness := 0.02*lock.normal() + 0.05*r.normal()
	sunned := float32(0)
	switch u := r.unit(); {
	case u < 0.18: // bleached by the sun, more towards the tip
		sunned = 0.5 * r.unit()
	case u < 0.30: // a darker hair among others
		pigment += 0.10 + 0.12*r.unit()
	}
	power := vec{exp(pigment - redness), exp(pigment), exp(pigment + redness)}
	var root, tip vec
	for a := range 3 {
		root[a], tip[a] = pow(o.Root[a], power[a]), pow(o.Tip[a], power[a])
	}
	width := o.Thickness * clamp(exp(0.24*r.normal()-0.03), 0.5, 1.8) * (1 - 0.45*fine)
	from := 0.45 + 0.25*r.unit() // where the tip begins to taper
	for k := range color {
		t := float32(k) / float32(len(color)-1)
		thickness[k] = max(width*(1-0.72*smooth(from, 1, t)), o.Thickness*0.1)
		t *= 1 - 0.8*fine
		c := root.Add(tip.Sub(root).Mul(smooth(0.02, 0.85, t)*0.85 + sunned*smooth(0.05, 0.4, t)))
		color[k] = mgl32.Vec3{clamp(c[0], 0, 1), clamp(c[1], 0, 1), clamp(c[2], 0, 1)}
	}
}

func exp(v float32) float32    { return float32(math.Exp(float64(v))) }
func pow(v, k float32) float32 { return float32(math.Pow(float64(v), float64(k))) }
