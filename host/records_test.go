// SPDX-License-Identifier: MIT

package host

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"
)

// Types of items besides numbers: with a GLSL struct, of one word and of two without their
// alignment, and of no whole number of either.
type (
	body struct {
		At   [3]float32
		Team uint32
	}
	pixel   struct{ R, G, B, A uint8 }
	segment struct{ First, Last uint32 }
	shorts  [6]uint16
)

func testRecords[T any](t *testing.T) {
	t.Run(fmt.Sprintf("%T", *new(T)), func(t *testing.T) {
		both(t, func(t *testing.T) {
			r := rand.New(rand.NewSource(4))
			for _, n := range sizes {
				src, keep := make([]T, n), make([]bool, n)
				r.Read(bytesOf(src))
				for at := range src {
					keep[at] = r.Intn(3) > 0
					if at > 0 && r.Intn(2) == 0 {
						src[at] = src[at-1]
						if r.Intn(4) == 0 { // one bit of it differs
							raw := bytesOf(src[at : at+1])
							raw[r.Intn(len(raw))] ^= 1 << r.Intn(8)
						}
					}
				}
				checkCompactions(t, src, keep)
			}
		})
	})
}

func TestRecords(t *testing.T) {
	testRecords[body](t)
	testRecords[pixel](t)
	testRecords[segment](t)
	testRecords[shorts](t)
}

func TestCompactRecordsIf(t *testing.T) {
	both(t, func(t *testing.T) {
		r := rand.New(rand.NewSource(5))
		red := Predicate[body]{
			GLSL:   "struct Body { vec3 at; uint team; };\nbool keep(Body b) { return b.team == 2u && b.at.y > 0.5; }",
			Record: "Body", Name: "red",
			Go: func(b body) bool { return b.Team == 2 && b.At[1] > 0.5 },
		}
		long := Predicate[segment]{
			GLSL: "bool keep(uvec2 s) { return s.y - s.x > 3u; }", Record: "uvec2",
			Go: func(s segment) bool { return s.Last-s.First > 3 },
		}
		for _, n := range sizes {
			bodies, segments := make([]body, n), make([]segment, n)
			for i := range bodies {
				bodies[i] = body{[3]float32{r.Float32(), r.Float32(), r.Float32()}, uint32(r.Intn(4))}
				segments[i] = segment{uint32(i), uint32(i + r.Intn(8))}
			}
			var wantBodies []body
			for _, b := range bodies {
				if b.Team == 2 && b.At[1] > 0.5 {
					wantBodies = append(wantBodies, b)
				}
			}
			wantSegments := slices.DeleteFunc(slices.Clone(segments), func(s segment) bool { return s.Last-s.First <= 3 })
			equal(t, fmt.Sprint("bodies, n=", n), must[[]body](t)(CompactIf(bodies, red)), wantBodies)
			equal(t, fmt.Sprint("segments, n=", n), must[[]segment](t)(CompactIf(segments, long)), wantSegments)
		}
	})
}
