// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/cull"
	"github.com/combgl/comb/hair/internal/shadow"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// sparse is short hairs on a sheet that hardly cover each other, of several lengths, thinner
// towards their tips.
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

// The cover of all hair is its area on the screen, however far the camera is and whatever share of
// the strands is drawn.
func TestCoverageIsStableOverDistanceAndDetail(t *testing.T) {
	dev := gputest.Device(t)
	const n, width = 8_000, 0.001
	set := sparse(n, width)
	m, err := NewModel(dev, set)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Release)
	multisampled := []float32{0.1}
	if gputest.Nightly() {
		multisampled = []float32{1, 0.1}
	}
	for _, c := range []struct {
		samples int
		within  float64 // of the projected area
		detail  []float32
	}{{1, 0.01, gputest.InNightly([]float32{1, 0.3, 0.1, AutoDetail}, []float32{1, 0.1, AutoDetail})}, {4, 0.02, multisampled}} {
		gputest.Run(t, dev, fmt.Sprint("samples=", c.samples), func(t *testing.T) {
			r, err := NewRenderer(dev, m, Options{Image: ImageOptions{Samples: c.samples}, Light: LightOptions{ShadowSize: 64}})
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
							want := areaOf(set, camera, r.scene.Frame.Eye[3])
							// Pieces far shorter than a pixel are fragments by chance, and a share
							// has strands of other lengths.
							within := c.within + 2/math.Sqrt(want/float64(width*r.scene.Frame.Eye[3]/camera.Distance*r.scene.Frame.Detail[2]))
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

// Hairs of one width in pixels are thinned by rank alone. The segments of kept strands are expanded
// in the file's order, as many as the CPU counts, and all that a frame does is done to them alone.
func TestDetailExpandsKeptStrandsOnly(t *testing.T) {
	dev := gputest.Device(t)
	set := tuft(700)
	for _, share := range []float32{1, 0.5, 0.1, LeastDetail} {
		gputest.Run(t, dev, fmt.Sprint("share=", share), func(t *testing.T) {
			r, _ := render(t, dev, set, Options{Strands: StrandOptions{Detail: share}, Debug: DebugOptions{KeepAll: true, WidthPixels: 1}, Transparency: TransparencyOptions{Order: Unsorted}}, front, 64, 64)
			end := cull.DetailOf(share, r.m.hair.Ranks)[0]
			var want []uint32
			for i, rank := range cull.Ranks(rootsOf(set)) {
				if float32(rank)/cull.RankSteps >= end {
					continue
				}
				want = append(want, cull.Expand([]uint32{set.First[i], set.First[i+1]})...)
			}
			drawn, err := r.Inspect()
			if err != nil {
				t.Fatal(err)
			}
			segments, err := r.scene.Kept.Segments.Download()
			if err != nil {
				t.Fatal(err)
			}
			if drawn.Segments != len(want) || drawn.Expanded != len(want) {
				t.Fatalf("at %v %d segments are expanded and %d drawn, of %d", share, drawn.Expanded, drawn.Segments, len(want))
			}
			gputest.Equal(t, "segments", segments[:len(want)], want)
			if r.detail.Thins() {
				counts, _ := r.detail.Counts.Download()
				draw, _ := r.detail.Draw.Download()
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

// Every shadow method counts as much hair at a tenth of the strands as at all.
func TestShadowsAreStableOverDetail(t *testing.T) {
	dev := gputest.Device(t)
	set := sparse(gputest.InNightly(20_000, 8000), 0.0012)
	mean := func(t *testing.T, method Shadow, share float32) float64 {
		r, _ := render(t, dev, set, Options{Light: LightOptions{Shadow: method, ShadowSize: 64}, Strands: StrandOptions{Detail: share}, Image: ImageOptions{Samples: 1}}, front, 16, 16)
		lit, err := r.shadows.Lit.Download()
		if err != nil {
			t.Fatal(err)
		}
		sum, n := 0.0, 0
		for i, rank := range cull.Ranks(rootsOf(set)) {
			if rank >= cull.RankSteps/20 {
				continue // kept by both
			}
			for p := set.First[i]; p < set.First[i+1]; p++ {
				sum += float64(lit[shadow.LitWords*p]&0xFFFF) / 65535
				n++
			}
		}
		return sum / float64(n)
	}
	for _, method := range []Shadow{VolumeShadow, SliceShadow, DeepShadow, OccupancyShadow, ExactShadow} {
		gputest.Run(t, dev, method.String(), func(t *testing.T) {
			all, few := mean(t, method, 1), mean(t, method, 0.1)
			t.Logf("%v: %.4f of the light at full detail, %.4f at a tenth", method, all, few)
			if all > 0.95 || math.Abs(all-few) > 0.05 {
				t.Errorf("%v: %.4f of the light gets there at full detail, %.4f at a tenth", method, all, few)
			}
		})
	}
}

// The GPU counts as many segments as the CPU expects of a share.
func TestGPUKeepsTheSegmentsThatSegmentsBelowCounts(t *testing.T) {
	dev := gputest.Device(t)
	r, _ := render(t, dev, tuft(300), Options{Strands: StrandOptions{Detail: 0.3}, Image: ImageOptions{Samples: 1}}, front, 16, 16)
	counted, err := r.detail.Counts.Download()
	if err != nil || int(counted[0]) != r.detail.Most || r.detail.Most >= r.m.hair.Segments {
		t.Errorf("%d segments expected, %d counted of %d, %v", r.detail.Most, counted[0], r.m.hair.Segments, err)
	}
}
