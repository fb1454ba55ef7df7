// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

func TestRanksAreSpreadAndStay(t *testing.T) {
	const n = 50_000
	ranks := ranksOf(n)
	seen := make([]int, rankSteps)
	for _, r := range ranks {
		seen[r]++
	}
	for rank, k := range seen {
		if k < n/rankSteps || k > n/rankSteps+1 {
			t.Fatalf("%d strands have rank %d of %d", k, rank, rankSteps)
		}
	}
	// Any hundred neighbours hold about as many low ranks as all do.
	for from := 0; from+1000 <= n; from += 1000 {
		low := 0
		for _, r := range ranks[from : from+1000] {
			if r < rankSteps/10 {
				low++
			}
		}
		if low < 60 || low > 145 {
			t.Errorf("of strands %d on, %d of 1000 are in the first tenth", from, low)
		}
	}
	if len(ranksOf(1)) != 1 || ranksOf(1)[0] != 0 {
		t.Error("a single strand is not the first to be kept")
	}
}

func TestRankLiesBelowTheWidth(t *testing.T) {
	for _, w := range []float32{1e-5, 7e-5, 0.001, 1, 0} {
		t.Run(fmt.Sprint("w=", w), func(t *testing.T) {
			for _, rank := range []uint32{0, 1, 2048, 4095} {
				got := ranked(w, rank)
				if math.Float32bits(got)&(rankSteps-1) != rank {
					t.Errorf("%v with rank %d has rank %d", w, rank, math.Float32bits(got)&(rankSteps-1))
				}
				if off := math.Abs(float64(got - w)); off > 0.0005*float64(w)+1e-40 {
					t.Errorf("rank %d makes %v of %v", rank, got, w)
				}
			}
		})
	}
}

// What is drawn at a lower share is drawn at any higher one, no strand comes or goes at once, and the widths add up.
func TestDetailIsSteadyAndKeepsTheWidth(t *testing.T) {
	ranks := make([]int, rankSteps)
	for _, r := range ranksOf(10_000) {
		ranks[r]++
	}
	weight := func(d mgl32.Vec4, rank int) float64 {
		return float64(min(max((d[0]-float32(rank)/rankSteps)*d[1], 0), 1))
	}
	var before mgl32.Vec4
	for share := float32(LeastDetail); share <= 1; share += 0.001 {
		d := detailOf(share, ranks)
		sum := 0.0
		for rank, n := range ranks {
			w := weight(d, rank)
			sum += w * float64(d[2]) * float64(n)
			if before != (mgl32.Vec4{}) {
				if w < weight(before, rank)-1e-6 {
					t.Fatalf("rank %d is drawn less at %v than before", rank, share)
				}
				if step := w - weight(before, rank); step > 0.35 {
					t.Fatalf("rank %d comes by %v at %v", rank, step, share)
				}
			}
		}
		if math.Abs(sum/10_000-1) > 1e-3 {
			t.Fatalf("at %v the widths add up to %v", share, sum/10_000)
		}
		before = d
	}
	if detailOf(1, ranks) != fullDetail {
		t.Error("full detail is not")
	}
}

// sparse is short hairs on a sheet that hardly cover each other, of several lengths, thinner towards their tips.
func sparse(n int, width float32) *strands.Set {
	const step = 0.05
	random := rand.New(rand.NewSource(3))
	s := &strands.Set{First: []uint32{0}, Unit: 1, DefaultOpacity: 1, DefaultColor: mgl32.Vec3{1, 1, 1}}
	for range n {
		p := mgl32.Vec3{random.Float32() - 0.5, random.Float32() - 0.5, 0.2 * random.Float32()}
		sin, cos := math.Sincos(2 * math.Pi * random.Float64())
		points := 3 + random.Intn(6)
		for k := range points {
			s.Points = append(s.Points, p.Add(mgl32.Vec3{float32(cos), float32(sin), 0}.Mul(step*float32(k))))
			s.Thickness = append(s.Thickness, width*(1-0.7*float32(k)/float32(points-1)))
		}
		s.First = append(s.First, uint32(len(s.Points)))
	}
	return s
}

// The cover of all hair is its area on the screen, however far the camera is and whatever share of the strands is drawn.
func TestCoverageKeepsWithDistanceAndDetail(t *testing.T) {
	dev := gputest.Device(t)
	const n, width = 8_000, 0.001
	set := sparse(n, width)
	m, err := NewModel(dev, set)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Release)
	for _, c := range []struct {
		samples int
		within  float64 // of the projected area
		detail  []float32
	}{{1, 0.01, []float32{1, 0.3, 0.1, AutoDetail}}, {4, 0.02, []float32{1, 0.1}}} {
		gputest.Run(t, dev, fmt.Sprint("samples=", c.samples), func(t *testing.T) {
			r, err := NewRenderer(dev, m, Options{Samples: c.samples, ShadowSize: 64})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(r.Release)
			if err := r.Resize(256, 256); err != nil {
				t.Fatal(err)
			}
			target := Target{Framebuffer: newTarget(t, 256, 256)}
			for _, detail := range c.detail {
				gputest.Run(t, dev, fmt.Sprint("detail=", detail), func(t *testing.T) {
					r.SetDetail(detail)
					for away := float32(1); away <= 64; away *= 4 {
						gputest.Run(t, dev, fmt.Sprint("away=", away), func(t *testing.T) {
							camera := Camera{Target: mgl32.Vec3{0, 0, 0.1}, FieldOfView: fieldOfView, Distance: 3 * away}
							if err := r.Frame(camera, target, nil); err != nil {
								t.Fatal(err)
							}
							got, err := r.Coverage()
							if err != nil {
								t.Fatal(err)
							}
							want := areaOf(set, camera, r.frame.eye[3])
							// Pieces far shorter than a pixel are fragments by chance, and a share has strands of other lengths.
							within := c.within + 2/math.Sqrt(want/float64(width*r.frame.eye[3]/camera.Distance*r.frame.detail[2]))
							if r.Detail() < 1 {
								within += 1.5 / math.Sqrt(n*float64(r.Detail()))
							}
							t.Logf("%d samples, detail %v, %vx: %.3f of %.3f pixels (%.4f within %.3f)", c.samples, r.Detail(), away, got, want, got/want, within)
							if math.Abs(got/want-1) > within {
								t.Errorf("%d samples, detail %v, %vx away: %.3f pixels are covered of %.3f", c.samples, detail, away, got, want)
							}
						})
					}
				})
			}
		})
	}
}

// areaOf is the area of all hairs on the screen, in pixels, for hairs that lie across the view.
func areaOf(s *strands.Set, c Camera, focal float32) float64 {
	sum := 0.0
	for i := range s.Strands() {
		for p := s.First[i]; p+1 < s.First[i+1]; p++ {
			pixels := focal / (c.Distance - (s.Points[p][2] - c.Target[2]))
			length := s.Points[p+1].Sub(s.Points[p]).Len() * pixels
			sum += float64(length * (s.Thickness[p] + s.Thickness[p+1]) / 2 * pixels)
		}
	}
	return sum
}

// The segments of kept strands are expanded in the file's order, as many as the CPU counts, and all that a frame does
// is done to them alone.
func TestDetailExpandsWhatItKeeps(t *testing.T) {
	dev := gputest.Device(t)
	set := tuft(700)
	for _, share := range []float32{1, 0.5, 0.1, LeastDetail} {
		gputest.Run(t, dev, fmt.Sprint("share=", share), func(t *testing.T) {
			r, _ := render(t, dev, set, Options{Detail: share, KeepAll: true, Order: Unsorted}, front, 64, 64)
			end := detailOf(share, r.m.ranks)[0]
			var want []uint32
			for i, rank := range ranksOf(set.Strands()) {
				if float32(rank)/rankSteps >= end {
					continue
				}
				want = append(want, expand([]uint32{set.First[i], set.First[i+1]})...)
			}
			drawn, err := r.Inspect()
			if err != nil {
				t.Fatal(err)
			}
			segments, err := r.kept.Download()
			if err != nil {
				t.Fatal(err)
			}
			if drawn.Segments != len(want) || drawn.Expanded != len(want) {
				t.Fatalf("at %v %d segments are expanded and %d drawn, of %d", share, drawn.Expanded, drawn.Segments, len(want))
			}
			gputest.Equal(t, "segments", segments[:len(want)], want)
			if r.thin.thins() {
				counts, _ := r.thin.counts.Download()
				draw, _ := r.thin.draw.Download()
				for k, c := range counts {
					if int(c) != (k+1)*len(want) {
						t.Errorf("at %v the count of %d pieces is %d", share, k+1, c)
					}
				}
				gputest.Equal(t, "draw", draw, []uint32{uint32(6 * len(want)), 1, 0, 0})
			}
		})
	}
}

// Every way of shadow sees as much hair at a tenth of the strands as at all.
func TestShadowsKeepWithDetail(t *testing.T) {
	dev := gputest.Device(t)
	set := sparse(20_000, 0.0012)
	mean := func(t *testing.T, way Shadow, share float32) float64 {
		r, _ := render(t, dev, set, Options{Shadow: way, Detail: share, ShadowSize: 64, Samples: 1}, front, 16, 16)
		lit, err := r.lighting.lit.Download()
		if err != nil {
			t.Fatal(err)
		}
		sum, n := 0.0, 0
		for i, rank := range ranksOf(set.Strands()) {
			if rank >= rankSteps/20 {
				continue // kept by both
			}
			for p := set.First[i]; p < set.First[i+1]; p++ {
				sum += float64(lit[litWords*p]&0xFFFF) / 65535
				n++
			}
		}
		return sum / float64(n)
	}
	for _, way := range []Shadow{VolumeShadow, SliceShadow, DeepShadow, OccupancyShadow, ExactShadow} {
		gputest.Run(t, dev, way.String(), func(t *testing.T) {
			all, few := mean(t, way, 1), mean(t, way, 0.1)
			t.Logf("%v: %.4f of the light at full detail, %.4f at a tenth", way, all, few)
			if all > 0.95 || math.Abs(all-few) > 0.05 {
				t.Errorf("%v: %.4f of the light gets there at full detail, %.4f at a tenth", way, all, few)
			}
		})
	}
}

// The number of segments that a share keeps is known before the GPU counts them.
func TestSegmentsBelow(t *testing.T) {
	ranks := make([]int, rankSteps)
	ranks[0], ranks[100], ranks[rankSteps-1] = 5, 7, 11
	for end, want := range map[float32]int{0: 1, 1e-9: 5, 100.0 / rankSteps: 5, 100.5 / rankSteps: 12, 2: 23} {
		if got := segmentsBelow(end, ranks); got != want {
			t.Errorf("below %v: %d segments, want %d", end, got, want)
		}
	}
	dev := gputest.Device(t)
	r, _ := render(t, dev, tuft(300), Options{Detail: 0.3, Samples: 1}, front, 16, 16)
	counted, err := r.thin.counts.Download()
	if err != nil || int(counted[0]) != r.thin.most || r.thin.most >= r.m.segments {
		t.Errorf("%d segments expected, %d counted of %d, %v", r.thin.most, counted[0], r.m.segments, err)
	}
}
