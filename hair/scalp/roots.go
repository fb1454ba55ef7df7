// SPDX-License-Identifier: MIT

package scalp

import (
	"math"
	"slices"

	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl64"
)

// roots are the roots of a set, in metres.
type roots struct {
	at      []vec   // those that count
	size    float64 // half the diagonal of their box, or a part of the hair's if the roots are closer
	spacing float64 // the distance of neighbours
	cell    float64 // of the hash of places
	hair    []vec   // some points of the hairs
	places  []place
	hash    map[[3]int32]int32 // the place in a cell
}

// place is the mean of the roots in a cell.
type place struct {
	at, toward, normal vec // toward: sum of the first directions
	count              int
	planar             bool // the normal is that of a plane through the places around
	sure               bool // and its side is certain
}

const (
	mostRoots  = 1 << 15 // that are measured for the distance of neighbours
	mostHair   = 1 << 13 // points of hairs
	measured   = 100     // roots whose neighbours are searched
	neighbours = 6
	outlying   = 3        // times as far from the middle as nine of ten roots
	smallest   = 1.0 / 20 // of the hair's box, for the size of roots at one place
)

// gather collects the roots, leaves out those far from all others, and averages them by cells.
func gather(s *strands.Set) *roots {
	r := &roots{at: make([]vec, 0, s.Strands())}
	unit := float64(s.Unit)
	for i := range s.Strands() {
		p := s.Points[s.First[i]]
		r.at = append(r.at, widen(p).Mul(unit))
	}
	kept := r.kept()
	low, high := boxOf(r.at, kept)
	hairLow, hairHigh := s.Bounds()
	hair := float64(hairHigh.Sub(hairLow).Len()) * unit / 2
	r.size = max(high.Sub(low).Len()/2, smallest*hair)
	if !(r.size > 0) {
		return r
	}
	r.measure(kept)
	r.cell = min(max(1.5*r.spacing, r.size/48), r.size/8)
	r.hash = map[[3]int32]int32{}
	to := 0
	for i := range r.at {
		if kept == nil || kept[i] {
			r.add(r.at[i], r.first(s, i))
			r.at[to] = r.at[i]
			to++
		}
	}
	r.at = r.at[:to]
	step := (len(s.Points)+mostHair-1)/mostHair | 1 // odd, as hairs often have 2^k points
	for i := 0; i < len(s.Points); i += step {
		r.hair = append(r.hair, widen(s.Points[i]).Mul(unit))
	}
	for i := range r.places {
		p := &r.places[i]
		p.at = p.at.Mul(1 / float64(p.count))
	}
	r.normals()
	return r
}

// kept reports which roots count; nil means all.
func (r *roots) kept() []bool {
	n := len(r.at)
	if n < 10 {
		return nil
	}
	var middle vec
	one := make([]float64, n)
	for a := range 3 {
		for i, p := range r.at {
			one[i] = p[a]
		}
		slices.Sort(one)
		middle[a] = one[n/2]
	}
	for i, p := range r.at {
		one[i] = p.Sub(middle).Len()
	}
	sorted := slices.Clone(one)
	slices.Sort(sorted)
	limit := outlying * sorted[n*9/10]
	if !(limit > 0) || sorted[n-1] <= limit {
		return nil
	}
	kept := make([]bool, n)
	for i, d := range one {
		kept[i] = d <= limit
	}
	return kept
}

func boxOf(points []vec, kept []bool) (low, high vec) {
	first := true
	for i, p := range points {
		if kept != nil && !kept[i] {
			continue
		}
		if first {
			low, high, first = p, p, false
		}
		for a, v := range p {
			low[a], high[a] = min(low[a], v), max(high[a], v)
		}
	}
	return low, high
}

// measure finds the distance of neighbours: that of a square grid with as many roots around a root.
func (r *roots) measure(kept []bool) {
	var some []vec
	step := (len(r.at) + mostRoots - 1) / mostRoots
	for i := 0; i < len(r.at); i += step {
		if kept == nil || kept[i] {
			some = append(some, r.at[i])
		}
	}
	k := min(neighbours, len(some)-1)
	if k < 1 {
		r.spacing = r.size
		return
	}
	var far []float64
	for i := 0; i < len(some); i += (len(some) + measured - 1) / measured {
		var nearest [neighbours]float64
		for j := range nearest {
			nearest[j] = math.Inf(1)
		}
		for j, p := range some {
			if j == i {
				continue
			}
			d := p.Sub(some[i])
			l := d.Dot(d)
			for m := k - 1; m >= 0 && l < nearest[m]; m-- {
				if m+1 < k {
					nearest[m+1] = nearest[m]
				}
				nearest[m] = l
			}
		}
		far = append(far, math.Sqrt(nearest[k-1]))
	}
	slices.Sort(far)
	r.spacing = far[len(far)/2] * math.Sqrt(math.Pi/float64(k)) / math.Sqrt(float64(step))
	r.spacing = min(r.spacing, r.size)
}

// first is the direction of a hair at its root, zero for none. Hairs often begin along the skin, so
// it is the direction to the first point that is a fiftieth of the size away.
func (r *roots) first(s *strands.Set, i int) vec {
	points := s.Points[s.First[i]:s.First[i+1]]
	root := points[0]
	far := float32(r.size / 50 / float64(s.Unit))
	for _, p := range points[1:] {
		if d := p.Sub(root); d.Len() >= far {
			return direction(widen(d))
		}
	}
	d := points[len(points)-1].Sub(root)
	return direction(widen(d))
}

func (r *roots) key(p vec) [3]int32 {
	var key [3]int32
	for a, v := range p {
		key[a] = int32(min(max(math.Floor(v/r.cell), math.MinInt32+2), math.MaxInt32-2))
	}
	return key
}

func (r *roots) add(at, toward vec) {
	key := r.key(at)
	i, ok := r.hash[key]
	if !ok {
		i = int32(len(r.places))
		r.hash[key] = i
		r.places = append(r.places, place{})
	}
	p := &r.places[i]
	p.at, p.toward, p.count = p.at.Add(at), p.toward.Add(toward), p.count+1
}

// around calls do for the places in the cells around a point, its own too.
func (r *roots) around(p vec, do func(i int32)) {
	key := r.key(p)
	for z := int32(-1); z <= 1; z++ {
		for y := int32(-1); y <= 1; y++ {
			for x := int32(-1); x <= 1; x++ {
				if i, ok := r.hash[[3]int32{key[0] + x, key[1] + y, key[2] + z}]; ok {
					do(i)
				}
			}
		}
	}
}

// flat is how much less the places around a place spread across a plane than along it, where they
// have a plane. certain is how clearly the hairs around must point to one side of it, 0 to 1. votes
// is how often a place takes the sides of its neighbours into account.
const (
	flat    = 0.3
	certain = 0.08
	votes   = 10
)

// normals finds the normal at each place: of the plane through the places around it, on the side
// that the hairs around point to. Without a plane it is the direction of the hairs.
func (r *roots) normals() {
	var all vec
	near := make([][]int32, len(r.places)) // the places around, itself too
	for i := range r.places {
		all = all.Add(direction(r.places[i].toward))
		r.around(r.places[i].at, func(j int32) { near[i] = append(near[i], j) })
	}
	for i := range r.places {
		p := &r.places[i]
		var toward vec
		if p.normal, toward, p.planar = r.plane(near[i]); !p.planar {
			if p.normal = direction(toward); p.normal == (vec{}) {
				p.normal = direction(all)
			}
		}
	}
	side, next := make([]float64, len(r.places)), make([]float64, len(r.places))
	for i := range r.places {
		p := &r.places[i]
		side[i] = p.normal.Dot(p.toward) / float64(p.count)
	}
	own := slices.Clone(side)
	for range votes {
		for i := range r.places {
			p := &r.places[i]
			sum, weight := own[i], 1.0
			for _, j := range near[i] {
				if q := &r.places[j]; q.planar && int(j) != i {
					same := p.normal.Dot(q.normal)
					sum, weight = sum+same*side[j], weight+math.Abs(same)
				}
			}
			next[i] = sum / weight
		}
		side, next = next, side
	}
	for i := range r.places {
		if p := &r.places[i]; p.planar {
			if side[i] < 0 {
				p.normal = p.normal.Mul(-1)
			}
			p.sure = math.Abs(side[i]) >= certain
		}
	}
}

// sideBy orients the normals of places near the solid: outwards.
func (r *roots) sideBy(f solid) {
	const near, along = 0.1, 0.3
	for i := range r.places {
		p := &r.places[i]
		d, outwards := f.beside(p.at)
		if !p.planar || d > near*r.size || d < -near*r.size {
			continue
		}
		side := p.normal.Dot(outwards)
		if side < 0 {
			p.normal = p.normal.Mul(-1)
		}
		p.sure = p.sure || side > along || side < -along
	}
}

// plane returns the normal of the plane through places, on any side, and the sum of the first
// directions. ok is false if they do not lie on a plane.
func (r *roots) plane(near []int32) (normal, toward vec, ok bool) {
	var middle vec
	weight := 0.0
	share := func(j int32) float64 { return float64(min(r.places[j].count, 8)) }
	for _, j := range near {
		q, w := &r.places[j], share(j)
		middle, toward, weight = middle.Add(q.at.Mul(w)), toward.Add(q.toward), weight+w
	}
	if len(near) < 4 {
		return vec{}, toward, false
	}
	middle = middle.Mul(1 / weight)
	var spread mgl64.Mat3
	for _, j := range near {
		d := r.places[j].at.Sub(middle)
		w := share(j) / weight
		for a := range 3 {
			for b := range 3 {
				spread[a*3+b] += w * d[a] * d[b]
			}
		}
	}
	axes, values := eigen(spread)
	return axes[0], toward, values[0] <= flat*values[1]
}

// eigen returns the eigenvectors and eigenvalues of a symmetric matrix, smallest first, by Jacobi's
// rotations.
func eigen(m mgl64.Mat3) (axes [3]vec, values [3]float64) {
	v := mgl64.Ident3()
	for range 12 {
		for _, pq := range [3][2]int{{0, 1}, {0, 2}, {1, 2}} {
			p, q := pq[0], pq[1]
			off := m.At(p, q)
			if off == 0 {
				continue
			}
			t := (m.At(q, q) - m.At(p, p)) / (2 * off)
			t = math.Copysign(1, t) / (math.Abs(t) + math.Sqrt(t*t+1))
			c := 1 / math.Sqrt(t*t+1)
			turn := mgl64.Ident3()
			turn.Set(p, p, c)
			turn.Set(q, q, c)
			turn.Set(p, q, t*c)
			turn.Set(q, p, -t*c)
			m = turn.Transpose().Mul3(m).Mul3(turn)
			v = v.Mul3(turn)
		}
	}
	order := []int{0, 1, 2}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case m.At(a, a) < m.At(b, b):
			return -1
		case m.At(a, a) > m.At(b, b):
			return 1
		}
		return 0
	})
	for i, k := range order {
		axes[i], values[i] = v.Col(k), m.At(k, k)
	}
	return axes, values
}
