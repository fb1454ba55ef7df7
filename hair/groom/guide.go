// SPDX-License-Identifier: MIT

package groom

import (
	"math"

	"github.com/combgl/comb/internal/cores"
)

// guide is a curve that strands follow. There are a few thousand.
type guide struct {
	root, normal vec
	side         float32 // side of the parting
	fringe       bool
	forward      bool // it falls before the shoulder
	lock         int
	path         []vec // Points points from the root on, evenly spaced
}

const guideCount = 3600

// Kinds of random streams.
const (
	kindGuide = iota * 2
	kindLock
	kindRoot
	kindStrand
)

// guides grows the guides. Each is combed over the head, then guides gather in locks that wave.
func (o Options) guides() []guide {
	all := make([]guide, guideCount)
	for i, root := range o.roots(guideCount, kindGuide) {
		all[i] = guide{root: root, normal: headNormal(root), side: o.parted(root), fringe: o.fringed(root)}
		r := newRandom(o.Seed, kindGuide+400, i)
		all[i].forward = root[2]+0.012*r.normal() > 0
	}
	cores.Each(guideCount, 1, func(i int) {
		r := newRandom(o.Seed, kindGuide+100, i)
		all[i].path = o.comb(all[i], &r)
	})
	// A guide at regular intervals leads a lock, and the guides next to it belong to the lock.
	leaders := make([]int, o.Locks)
	for i := range leaders {
		leaders[i] = i * guideCount / o.Locks
	}
	cores.Each(guideCount, 1, func(i int) {
		// A lock whose hairs fall on both sides of a shoulder would pass through it.
		like := func(g *guide) bool { return alike(g, all[i].side, all[i].fringe) && g.forward == all[i].forward }
		all[i].lock = nearest(all, leaders, all[i].root, like)
	})
	gathered := make([][]vec, guideCount)
	cores.Each(guideCount, 1, func(i int) { gathered[i] = o.gather(all, i) })
	for i := range all {
		all[i].path = gathered[i]
	}
	return all
}

// alike reports whether a guide is on that side of the parting, or also in the fringe.
func alike(g *guide, side float32, fringe bool) bool {
	return g.fringe == fringe && (fringe || g.side == side)
}

// nearest returns the guide of a list whose root is nearest. Guides that are not alike count as
// further away.
func nearest(all []guide, list []int, root vec, like func(*guide) bool) int {
	best, found := float32(math.MaxFloat32), 0
	for _, i := range list {
		d := all[i].root.Sub(root)
		l := d.Dot(d)
		if !like(&all[i]) {
			l += 0.01
		}
		if l < best {
			best, found = l, i
		}
	}
	return found
}

// fringeLength is longer than a fringe, which is cut at a line.
const fringeLength = 0.17

// fringed reports whether hair of a root falls over the forehead.
func (o Options) fringed(root vec) bool {
	return o.Fringe > 0 && root[2] > 0.036
}

// lengthAt returns the length of hair at a root. It is longest on top.
func (o Options) lengthAt(g guide, r *random) float32 {
	length := o.Length * (1 + o.Variation*0.5*r.signed())
	if g.fringe {
		return fringeLength
	}
	return length * (1 - o.Crown*(1-smooth(-0.06, 0.08, g.root[1])))
}

// comb integrates a guide. It leaves the scalp, is combed away from the parting and back from the
// face, and falls.
func (o Options) comb(g guide, r *random) []vec {
	const substeps = 3
	length := o.lengthAt(g, r)
	step := length / float32((o.Points-1)*substeps)
	front := smooth(-0.01, 0.075, g.root[2])
	top := smooth(0.0, 0.08, g.root[1])
	// Direction of the comb: sideways and down, back from the face, and forward again for hair
	// beside the face.
	behind := smooth(0.0, 0.07, -g.root[2])
	// Coils beside the parting stand up, so that those of both sides close over it.
	upright := o.Coil * top * smooth(-0.06, 0.0, g.root[2]) * (1 - smooth(0, 0.03, abs(g.root[0]-o.partingAt(g.root))))
	comb := vec{
		g.side * (0.55*(1-2*o.Hold*(1-top)) + 0.75*top) * (1 - behind) * (1 - upright),
		-0.75 + 0.35*top - 0.5*behind,
		-0.15 - 0.62*front - 0.35*behind*top - 0.9*front*upright,
	}
	// Below the crown the back falls straight, and closes over the nape.
	comb[0] -= 2.2 * g.root[0] / 0.08 * behind * (1 - top) * 0.25
	if o.Fringe > 0 {
		comb[2] += 0.85 * smooth(-0.015, 0.03, g.root[2]) // beside a fringe hair frames the face
	}
	if g.fringe {
		comb = vec{3 * g.root[0], -0.5, 0.9}
	}
	rise := (0.30-0.17*top)*(1-1.5*o.Hold*(1-top)) + 0.5*o.Hold*top + 0.35*upright
	heading := direction(g.normal.Mul(rise).Add(comb.Mul(0.9)), g.normal)
	lift := o.Lift * (0.45 + 0.9*r.unit())
	sway := vec{r.signed(), 0.3 * r.signed(), r.signed()}.Mul(0.05)
	weight := (1 - o.Hold) * (1 - o.Hold)
	if g.fringe {
		weight *= 3
	}

	p := g.root
	path := append(make([]vec, 0, o.Points), p)
	for i := 1; i < o.Points*substeps-substeps+1; i++ {
		s := float32(i) * step // metres along the hair
		// Near the head the comb dominates, further on the weight of the hair.
		near := 1 - smooth(0.0, 0.05, headDistance(p)-lift)
		led := near * (1 - smooth(0.06, 0.17, s))
		fall := (14 + 40*smooth(0.01, 0.12, s)) * weight
		pull := comb.Mul(led * 14 * (1 - 0.5*o.Hold)).Add(vec{0, -fall, 0}).Add(sway)
		if o.Cut == 0 || -o.Cut < shoulderHeight { // other hair ends above
			pull = pull.Add(overShoulder(p, g.forward, fall))
		}
		pull = pull.Add(vec{-p[0], 0, -0.03 - p[2]}.Mul(240 * o.Tuck * smooth(-0.01, -0.09, p[1])))
		heading = direction(heading.Add(pull.Mul(step)), heading)
		next := p.Add(heading.Mul(step))
		// Hair from further up lies on hair from further down.
		over := 0.0015 + lift*smooth(0, 0.03+0.04*top, s) + 0.009*smooth(0.03, 0.20, s)*(0.6+0.4*top)
		if headDistance(next) < over {
			next = pushOut(next, over)
			heading = direction(next.Sub(p), heading)
			next = p.Add(heading.Mul(step))
			next = pushOut(next, over*0.9)
		}
		p = next
		if i%substeps == 0 {
			path = append(path, p)
		}
	}
	return path
}

// overShoulder leads hair from the ears on before or behind the shoulder, so that little lies on
// it. Hair that is pulled aside only where it touches the shoulder stays on it, and its end points
// back. So it falls in a straight line to a place beside the shoulder. fall is the pull of its
// weight.
func overShoulder(p vec, forward bool, fall float32) vec {
	below := smooth(earHeight, earHeight-0.06, p[1])
	if below == 0 {
		return vec{}
	}
	aside, depth := float32(0.096), float32(-0.120)
	if forward {
		aside, depth = 0.088, 0.050
	}
	left := max(p[1]-shoulderHeight, 0.03) // how far it falls until then
	var pull vec
	if over := abs(p[0]) - aside; over > 0 {
		pull[0] = -over * 380
		if p[0] < 0 {
			pull[0] = -pull[0]
		}
	}
	if forward && p[2] < depth || !forward && p[2] > depth {
		pull[2] = fall * (depth - p[2]) / left
	}
	return pull.Mul(below)
}

// Heights of the ears and of the shoulders where hair falls on them.
const earHeight, shoulderHeight = -0.015, -0.20

// gather moves a guide towards the leader of its lock and adds the wave of the lock.
func (o Options) gather(all []guide, i int) []vec {
	g := all[i]
	lead := all[g.lock]
	lock := newRandom(o.Seed, kindLock+200, g.lock)
	phase, spin := 2*math.Pi*lock.unit(), float32(1)
	if lock.unit() < 0.5 {
		spin = -1
	}
	stretch := 0.8 + 0.4*lock.unit()
	if own := 0.30 + 0.70*o.Coil; own < 1 {
		// Coils turn each by itself. Waves nearly keep step with their neighbours, so that a lock
		// is one line from root to tip.
		around := math.Atan2(float64(lead.root[0]), float64(lead.root[2]))
		phase = phase*own + (1-own)*float32(2*math.Pi*(0.118-float64(lead.root[1]))/float64(o.Wave)+1.9*math.Sin(3*around))
		spin, stretch = g.side, 1+(stretch-1)*own
	}
	wave := o.Wave * stretch
	radius := o.Curl * (0.55 + 0.9*lock.unit())
	wander := newWander(o.Noise, &lock)
	own := newRandom(o.Seed, kindGuide+300, i)
	phase += 0.35 * own.signed()
	radius *= 1 + 0.2*own.signed()
	from, to := float32(0.035), 0.26-0.21*o.Coil
	flat := 0.55 + 0.45*o.Coil
	if g.fringe {
		radius *= 0.4
	}

	out := make([]vec, len(g.path))
	s := float32(0)
	for k, p := range g.path {
		if k > 0 {
			s += p.Sub(g.path[k-1]).Len()
		}
		t := float32(k) / float32(len(g.path)-1)
		p = p.Add(lead.path[k].Sub(p).Mul(o.Clump * 0.72 * smooth(0.08, 0.66, t)))
		p = p.Add(wander.at(t))
		// The wave rotates about the line of the lock.
		along := tangent(lead.path, k)
		outward := direction(lead.normal.Sub(along.Mul(along.Dot(lead.normal))), vec{1, 0, 0})
		aside := along.Cross(outward)
		sin, cos := math.Sincos(float64(phase + 2*math.Pi*s/wave))
		swing := radius * smooth(from*(1-0.7*o.Coil), to, s)
		p = p.Add(aside.Mul(swing * float32(cos))).Add(outward.Mul(swing * flat * spin * float32(sin)))
		if k > 0 {
			p = pushOut(p, 0.0015)
		}
		out[k] = p
	}
	return out
}

// wander is the deviation of a lock from where it was combed, which grows towards the tip: two slow
// waves in each direction.
type wander struct {
	far         float32
	rate, phase [2]vec
}

func newWander(far float32, r *random) (w wander) {
	w.far = far
	for i := range 2 {
		for a := range 3 {
			w.rate[i][a] = (2 + 2*r.unit()) * float32(1+1.4*float32(i))
			w.phase[i][a] = 2 * math.Pi * r.unit()
		}
	}
	return w
}

func (w wander) at(t float32) (p vec) {
	for i := range 2 {
		for a := range 3 {
			p[a] += float32(math.Sin(float64(w.phase[i][a]+w.rate[i][a]*t))-math.Sin(float64(w.phase[i][a]))) / float32(1+i)
		}
	}
	return p.Mul(w.far * smooth(0.03, 0.6, t))
}

// tangent returns the direction of a path at a point.
func tangent(path []vec, k int) vec {
	return direction(path[min(k+1, len(path)-1)].Sub(path[max(k-1, 0)]), vec{0, -1, 0})
}
