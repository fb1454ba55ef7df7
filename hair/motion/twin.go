// SPDX-License-Identifier: MIT

package motion

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// twin is the CPU twin of the kernels of shaders/hair/motion.
type twin struct {
	params
	first  []uint32
	rest   [][4]float32
	solid  []float32
	points [][4]float32
	speeds []mgl32.Vec3
	phases [waves]float32
	seed   uint32
	taken  int // steps

	followers *followTwin // nil if all strands are simulated
}

func vec3(v [4]float32) mgl32.Vec3 { return mgl32.Vec3{v[0], v[1], v[2]} }

// atRest is the twin of points_rest.comp.glsl.
func (t *twin) atRest() {
	for i, r := range t.rest {
		p := rotated(t.turn, vec3(r)).Add(t.at.Vec3())
		t.points[i] = [4]float32{p[0], p[1], p[2], t.points[i][3]}
		t.speeds[i] = mgl32.Vec3{}
	}
}

func (t *twin) springShare(spring float32) float32 {
	k := spring * t.at[3] * t.at[3]
	return k / (1 + k)
}

func (t *twin) windGain(strand uint32) float32 {
	h := strand ^ t.seed
	h = (h ^ h>>16) * 0x7FEB352D
	h = (h ^ h>>15) * 0x846CA68B
	h ^= h >> 16
	return 1 + windSpread*(float32(h>>8)/8388608-1)
}

func (t *twin) windAt(place mgl32.Vec3) mgl32.Vec3 {
	air := t.wind.Vec3()
	for k := range waves {
		phase := t.waveAt[k].Vec3().Dot(place) + t.phases[k]
		air = air.Add(t.waveBy[k].Vec3().Mul(float32(math.Sin(float64(phase)))))
	}
	return air
}

// step is the twin of strands_step.comp.glsl.
func (t *twin) step() {
	for s := range len(t.first) - 1 {
		begin, end := t.first[s], t.first[s+1]
		m := t.applyForces(uint32(s), begin, end)
		m.solveTensions()
		t.walk(begin, m)
	}
}

// system is the system of equations for a strand's lengths. It holds places, the directions in
// which the head holds them, and the distances by which it pushed them out. It also holds the upper
// diagonal, the right sides, and values of the last row.
type system struct {
	places, held         []mgl32.Vec3
	pushed, upper, sides []float32
	pivot, side          float32
	normal               mgl32.Vec3
}

// onSurface projects a move of a point that the head holds onto the head's surface.
func onSurface(held, v mgl32.Vec3) mgl32.Vec3 { return v.Sub(held.Mul(held.Dot(v))) }

// row adds point i at distance l from the point before.
func (t *twin) row(m *system, i int, l float32) {
	gradient, distance := t.solidAt(m.places[i])
	if in := t.style[2] - distance; in > 0 {
		m.held[i], m.pushed[i] = direction(gradient), in/max(gradient.Len(), 0.25)
		m.places[i] = m.places[i].Add(m.held[i].Mul(m.pushed[i]))
	}
	d := m.places[i].Sub(m.places[i-1])
	n := direction(d)
	back := onSurface(m.held[i-1], n)
	if i == 1 {
		back = mgl32.Vec3{}
	}
	off := -m.normal.Dot(back)
	m.upper[i-1] = off / m.pivot
	before := off / m.pivot * off
	m.side = l - d.Len() - off*m.side
	m.pivot = max(n.Dot(back)+n.Dot(onSurface(m.held[i], n))-before, leastPivot)
	m.side /= m.pivot
	m.sides[i], m.normal = m.side, n
}

func bend(a, b *mgl32.Vec3, restLength, compliance float32, root bool) {
	d := b.Sub(*a)
	movable := float32(2)
	if root {
		movable = 1
	}
	by := direction(d).Mul((d.Len() - restLength) / (movable + compliance))
	*b = b.Sub(by)
	if !root {
		*a = a.Add(by)
	}
}

// move returns the system with its rows eliminated.
func (t *twin) applyForces(s, begin, end uint32) *system {
	n := int(end - begin)
	places := func() []mgl32.Vec3 { return make([]mgl32.Vec3, n) }
	numbers := func() []float32 { return make([]float32, n) }
	m := &system{places: places(), held: places(), pushed: numbers(), upper: numbers(), sides: numbers(), pivot: 1}
	root := t.rest[begin]
	old := vec3(t.points[begin])
	p := rotated(t.turn, vec3(root)).Add(t.at.Vec3())
	t.points[begin] = [4]float32{p[0], p[1], p[2], t.points[begin][3]}
	m.places[0] = p
	dt, along, gain := t.at[3], float32(0), t.windGain(s)
	firm := min(reference*reference/max(root[3]*root[3], tiny), firmest)
	var within mgl32.Vec3
	for i := 1; i < n; i++ {
		r := t.rest[int(begin)+i]
		x, v := vec3(t.points[int(begin)+i]), t.speeds[int(begin)+i]
		outer := v
		if i+1 < n {
			outer = t.speeds[int(begin)+i+1]
		}
		outer = v.Add(within.Add(outer).Mul(0.5).Sub(v).Mul(t.wind[3]))
		within, v = v, outer
		inward := 1 - float32(i)/float32(n-1)
		spring := t.style[0] * firm * (1 + rootHold*inward*inward*inward)
		along += r[3]
		v = v.Add(t.gravity.Vec3().Sub(t.carried.Vec3().Mul(min(1, spring/holds))).Mul(dt))
		air := t.windAt(x).Mul(gain * smoothstep(0, shelter, along)).Sub(v)
		tangent := direction(x.Sub(old))
		v = v.Add(air.Sub(tangent.Mul(tangent.Dot(air))).Mul(t.gravity[3]))
		v = v.Mul(t.carried[3] * min(1, fastest/max(v.Len(), tiny)))
		q := x.Add(v.Mul(dt))
		m.places[i] = q.Add(rotated(t.turn, vec3(r)).Add(t.at.Vec3()).Sub(q).Mul(t.springShare(spring)))
		compliance := r[3] * r[3] / max(t.style[1]*dt*dt, tiny)
		for back := 2; back <= 3 && back <= i; back++ {
			restLength := vec3(r).Sub(vec3(t.rest[int(begin)+i-back])).Len()
			bend(&m.places[i-back], &m.places[i], restLength, compliance, i == back)
		}
		old = x
	}
	for i := 1; i < n; i++ {
		t.row(m, i, t.rest[int(begin)+i][3])
	}
	return m
}

func (m *system) solveTensions() {
	here, tension := m.places[len(m.places)-1], float32(0)
	var outer mgl32.Vec3
	for i := len(m.places) - 1; i > 0; i-- {
		inner := m.places[i-1]
		n := direction(here.Sub(inner))
		tension = m.sides[i] - m.upper[i]*tension
		m.places[i] = here.Add(onSurface(m.held[i], n.Mul(tension).Sub(outer)))
		outer, here = n.Mul(tension), inner
	}
}

// walk makes lengths exact, keeps points out of the head and writes the points.
func (t *twin) walk(begin uint32, m *system) {
	p := m.places[0]
	for i := 1; i < len(m.places); i++ {
		at := int(begin) + i
		pushed, l := m.pushed[i], t.rest[at][3]
		q := t.outside(p, direction(m.places[i].Sub(p)), l, &pushed)
		v := q.Sub(vec3(t.points[at])).Mul(1 / t.at[3])
		t.speeds[at] = v.Mul(max(1-t.style[3]*pushed/max(v.Len()*t.at[3], tiny), 0))
		t.points[at] = [4]float32{q[0], q[1], q[2], t.points[at][3]}
		p = q
	}
}

// raised is the twin of raised in outside.glsl.
func raised(d, n mgl32.Vec3, sine float32) mgl32.Vec3 {
	if sine >= 1 {
		return direction(n)
	}
	flat := direction(d.Sub(n.Mul(n.Dot(d))))
	return direction(n.Mul(sine).Add(flat.Mul(float32(math.Sqrt(float64(1 - sine*sine))))))
}

// partsOf returns the number of parts of a segment whose ends stay out of the head.
func partsOf(length float32) float32 {
	return min(float32(math.Ceil(float64(length*partsMetre))), mostParts)
}

// outside is the twin of outside.glsl.
func (t *twin) outside(before, d mgl32.Vec3, l float32, pushed *float32) mgl32.Vec3 {
	if d == (mgl32.Vec3{}) {
		d = mgl32.Vec3{0, -1, 0}
	}
	parts := partsOf(l)
	for k := float32(1); k < parts; k++ {
		part := l * (k / parts)
		gradient, distance := t.solidAt(before.Add(d.Mul(part)))
		deep := t.style[2] - distance
		if deep <= slack {
			continue
		}
		steep := max(gradient.Len(), 0.25)
		n := gradient.Mul(1 / steep)
		d = raised(d, n, n.Dot(d)+deep/(steep*part))
		*pushed += deep / steep
	}
	q := before.Add(d.Mul(l))
	for k := 0; k <= pushes && l > tiny; k++ {
		gradient, distance := t.solidAt(q)
		if distance >= t.style[2]-slack || k == pushes && distance >= 0 {
			break
		}
		steep := max(gradient.Len(), 0.25)
		n := gradient.Mul(1 / steep)
		rise := n.Dot(d) + (t.style[2]-distance)/(steep*l)
		if k == pushes {
			if gradient, _ := t.solidAt(before); direction(gradient) != (mgl32.Vec3{}) {
				n, rise = direction(gradient), 1
			}
		}
		d = raised(d, n, rise)
		q = before.Add(d.Mul(l))
		*pushed += (t.style[2] - distance) / steep
	}
	return q
}

func (t *twin) solidAt(place mgl32.Vec3) (gradient mgl32.Vec3, distance float32) {
	at := rotated(mgl32.Vec4{-t.turn[0], -t.turn[1], -t.turn[2], t.turn[3]}, place.Sub(t.at.Vec3())).Sub(t.gridLow.Vec3()).Mul(t.gridLow[3])
	var cell [3]int
	var f mgl32.Vec3
	for a := range 3 {
		if t.gridSize[0] == 0 || !(at[a] >= 0 && at[a] < float32(t.gridSize[a]-1)) {
			return gradient, 1e9
		}
		cell[a] = int(at[a])
		f[a] = at[a] - float32(cell[a])
	}
	corner := func(x, y, z int) float32 {
		return t.solid[((cell[2]+z)*int(t.gridSize[1])+cell[1]+y)*int(t.gridSize[0])+cell[0]+x]
	}
	mix := func(a, b, t float32) float32 { return a + (b-a)*t }
	// between interpolates in the cell.
	between := func(fx, fy, fz float32) float32 {
		var plane [2]float32
		for z := range 2 {
			plane[z] = mix(mix(corner(0, 0, z), corner(1, 0, z), fx), mix(corner(0, 1, z), corner(1, 1, z), fx), fy)
		}
		return mix(plane[0], plane[1], fz)
	}
	for a := range 3 {
		low, high := f, f
		low[a], high[a] = 0, 1
		gradient[a] = (between(high[0], high[1], high[2]) - between(low[0], low[1], low[2])) * t.gridLow[3]
	}
	return rotated(t.turn, gradient), between(f[0], f[1], f[2])
}

// rotated is the twin of solid.glsl#turn.
func rotated(q mgl32.Vec4, v mgl32.Vec3) mgl32.Vec3 {
	a := q.Vec3()
	return v.Add(a.Cross(a.Cross(v).Add(v.Mul(q[3]))).Mul(2))
}

func direction(d mgl32.Vec3) mgl32.Vec3 {
	if l := d.Len(); l > tiny {
		return d.Mul(1 / l)
	}
	return mgl32.Vec3{}
}

func smoothstep(a, b, v float32) float32 {
	t := min(max((v-a)/(b-a), 0), 1)
	return t * t * (3 - 2*t)
}
