// SPDX-License-Identifier: MIT

package motion

import "github.com/go-gl/mathgl/mgl32"

// followTwin is the CPU twin of strands_follow.comp.glsl.
type followTwin struct {
	links
	rest   [][4]float32 // of all strands
	points [][4]float32 // of all strands
}

// follow moves all strands as the guides, whose twin is t, moved.
func (f *followTwin) follow(t *twin) {
	for _, at := range f.strands {
		if at[2] == at[3] {
			for i := at[0]; i < at[1]; i++ {
				f.put(i, vec3(t.points[at[2]+i-at[0]]))
			}
			continue
		}
		f.followOne(t, at)
	}
}

func (f *followTwin) put(i uint32, p mgl32.Vec3) {
	f.points[i] = [4]float32{p[0], p[1], p[2], f.points[i][3]}
}

func (f *followTwin) followOne(t *twin, at [4]uint32) {
	begin, end, guide, last := at[0], at[1], at[2], at[3]-1
	p := rotated(t.turn, vec3(f.rest[begin])).Add(t.at.Vec3())
	f.put(begin, p)
	stretched := t.rest[guide][3] / max(f.rest[begin][3], tiny)
	k, passed, reached := guide, float32(0), float32(0)
	for i := begin + 1; i < end; i++ {
		l := f.rest[i][3]
		reached += l
		want := reached * stretched
		for k+1 < last && passed+t.rest[k+1][3] < want {
			passed += t.rest[k+1][3]
			k++
		}
		part := min(max((want-passed)/max(t.rest[k+1][3], tiny), 0), 1)
		mix := func(a, b mgl32.Vec3) mgl32.Vec3 { return a.Mul(1 - part).Add(b.Mul(part)) }
		off := rotated(t.turn, vec3(f.rest[i]).Sub(mix(vec3(t.rest[k]), vec3(t.rest[k+1]))))
		turned := func(v mgl32.Vec3) mgl32.Vec3 {
			return mix(rotated(t.turnAt(k, guide, last), v), rotated(t.turnAt(k+1, guide, last), v))
		}
		place := mix(vec3(t.points[k]), vec3(t.points[k+1])).Add(turned(off))
		along := turned(rotated(t.turn, vec3(f.rest[i]).Sub(vec3(f.rest[i-1]))))
		pushed := float32(0)
		p = t.outside(p, direction(along.Add(place.Sub(p).Sub(along).Mul(catchUp))), l, &pushed)
		f.put(i, p)
	}
}

// turnAt is the rotation of a strand at point k, of the points first to last.
func (t *twin) turnAt(k, first, last uint32) mgl32.Vec4 {
	var was, is mgl32.Vec3
	for _, from := range [2]uint32{k - 1, k} { // the segments beside the point
		if from+1 > first && from < last {
			was = was.Add(direction(vec3(t.rest[from+1]).Sub(vec3(t.rest[from]))))
			is = is.Add(direction(vec3(t.points[from+1]).Sub(vec3(t.points[from]))))
		}
	}
	return turnOf(rotated(t.turn, direction(was)), direction(is))
}

// turnOf is the rotation of least angle that takes one direction to another.
func turnOf(from, to mgl32.Vec3) mgl32.Vec4 {
	q := from.Cross(to).Vec4(1 + from.Dot(to))
	if l := q.Len(); l > opposite {
		return q.Mul(1 / l)
	}
	return mgl32.Vec4{0, 0, 0, 1}
}
