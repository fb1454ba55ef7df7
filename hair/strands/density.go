// SPDX-License-Identifier: MIT

package strands

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// Limits of AutoFollow.
const (
	denseRoots  = 1.5e-3  // metres between roots; hair is dense from there on
	autoCount   = 32      // hairs around each guide, at most
	autoStrands = 32_768  // of the result, at most
	autoPoints  = 1 << 20 // likewise
)

// guided reports whether the strands of a set are guides: hairs stand for the hairs around them.
// Those of .tfx files are, and those of files that give no width.
func (s *Set) guided() bool { return s.Origin.Format == TFX || s.Origin.widthUnset }

// counted returns f with the number of hairs that AutoFollow means for a set.
func (s *Set) counted(f Follow, l Limits) Follow {
	if f.Count != AutoFollow {
		return f
	}
	f.Count = 0
	if !s.guided() || s.Strands() == 0 || s.Origin.Guides > 0 {
		return f
	}
	want := s.Origin.Followers
	if want == 0 {
		gap := s.rootGap() * float64(s.Unit) / denseRoots
		want = int(min(gap*gap, autoCount+1)) - 1
	}
	strands, points := min(l.Strands, autoStrands), min(l.Points, autoPoints)
	f.Count = max(min(want, autoCount, strands/s.Strands()-1, points/len(s.Points)-1), 0)
	return f
}

// rootGap is the distance between neighbouring roots: the side of a square with one root, by the
// median of the distances to the sixth neighbour.
func (s *Set) rootGap() float64 {
	const most, measured, nearest = 1 << 14, 128, 6
	var roots []mgl32.Vec3
	step := (s.Strands() + most - 1) / most
	for i := 0; i < s.Strands(); i += step {
		roots = append(roots, s.Points[s.First[i]])
	}
	k := min(nearest, len(roots)-1)
	if k < 1 {
		return 0
	}
	var far []float64
	for i := 0; i < len(roots); i += (len(roots) + measured - 1) / measured {
		near := nearestTo(roots, i, k)
		far = append(far, float64(roots[near[k-1]].Sub(roots[i]).Len()))
	}
	slices.Sort(far)
	return far[len(far)/2] * math.Sqrt(math.Pi/float64(k)/float64(step))
}

// nearestTo returns the k points that are nearest to point i, without i, from near to far.
func nearestTo(points []mgl32.Vec3, i, k int) []int {
	near := make([]int, 0, k+1)
	lengths := make([]float32, 0, k+1)
	for j, p := range points {
		d := p.Sub(points[i])
		l := d.Dot(d)
		if j == i || len(near) == k && l >= lengths[k-1] {
			continue
		}
		at := len(near)
		for at > 0 && lengths[at-1] > l {
			at--
		}
		near, lengths = slices.Insert(near, at, j), slices.Insert(lengths, at, l)
		near, lengths = near[:min(len(near), k)], lengths[:min(len(lengths), k)]
	}
	return near
}

// between returns where a hair stands around guide i: from its root up to half the way to each of
// two neighbours. So hairs fill the gaps, and their roots stay on the surface of the guides' roots.
func (s *Set) between(i int, near []int, random uint64) mgl32.Vec3 {
	if len(near) == 0 {
		return mgl32.Vec3{}
	}
	root := s.Points[s.First[i]]
	part := func(bits uint64) float32 { return float32(bits&0xFFFFF) / (2 << 20) }
	first := int(random >> 40 % uint64(len(near)))
	second := (first + 1 + int(random>>52)%max(len(near)-1, 1)) % len(near)
	a, b := s.Points[s.First[near[first]]].Sub(root), s.Points[s.First[near[second]]].Sub(root)
	return a.Mul(part(random)).Add(b.Mul(part(random >> 20)))
}

// rootsNear returns up to six of the nearest roots for each strand, those within three gaps. It
// takes some 100 bytes a strand.
func (s *Set) rootsNear(gap float64) [][]int {
	const most, reach = 6, 3
	out := make([][]int, s.Strands())
	if !(gap > 0) {
		return out
	}
	cell := reach * gap
	key := func(p mgl32.Vec3) (key [3]int64) {
		for a, v := range p {
			key[a] = int64(min(max(math.Floor(float64(v)/cell), -1<<40), 1<<40))
		}
		return key
	}
	cells := map[[3]int64][]int{}
	for i := range s.Strands() {
		k := key(s.Points[s.First[i]])
		cells[k] = append(cells[k], i)
	}
	var found []int
	var points []mgl32.Vec3
	for i := range out {
		root := s.Points[s.First[i]]
		k := key(root)
		found, points = append(found[:0], i), append(points[:0], root)
		for z := int64(-1); z <= 1; z++ {
			for y := int64(-1); y <= 1; y++ {
				for x := int64(-1); x <= 1; x++ {
					for _, j := range cells[[3]int64{k[0] + x, k[1] + y, k[2] + z}] {
						if p := s.Points[s.First[j]]; j != i && float64(p.Sub(root).Len()) <= cell {
							found, points = append(found, j), append(points, p)
						}
					}
				}
			}
		}
		for _, n := range nearestTo(points, 0, min(most, len(points)-1)) {
			out[i] = append(out[i], found[n])
		}
	}
	return out
}
