// SPDX-License-Identifier: MIT

package cull

import (
	"fmt"
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// onSphere returns random places on a sphere.
func onSphere(n int) []mgl32.Vec3 {
	r := rand.New(rand.NewSource(3))
	places := make([]mgl32.Vec3, n)
	for i := range places {
		places[i] = mgl32.Vec3{float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64())}.Normalize()
	}
	return places
}

func TestRanksAreUniformAndFixed(t *testing.T) {
	const n = 50_000
	places := onSphere(n)
	ranks := Ranks(places)
	seen := make([]int, RankSteps)
	for _, r := range ranks {
		seen[r]++
	}
	for rank, k := range seen {
		if k < n/RankSteps || k > n/RankSteps+1 {
			t.Fatalf("%d strands have rank %d of %d", k, rank, RankSteps)
		}
	}
	if !slices.Equal(ranks, Ranks(places)) {
		t.Error("the same places have other ranks the second time")
	}
	if one := Ranks(places[:1]); len(one) != 1 || one[0] != 0 {
		t.Error("a single strand is not the first to be kept")
	}
	if same := Ranks(make([]mgl32.Vec3, 100)); same[0] == same[1] && same[1] == same[2] {
		t.Error("strands of one place have one rank")
	}
}

// A share of the strands is spread over the model: cells of the sphere hold nearly as many of it as
// of all. With random ranks the variance of the numbers is share (1 - share) n.
func TestRanksSpreadEachShare(t *testing.T) {
	const n = 50_000
	places := onSphere(n)
	ranks := Ranks(places)
	for _, share := range []float64{0.5, 0.25, 0.1} {
		t.Run(fmt.Sprint("share=", share), func(t *testing.T) {
			type cell [3]int
			all, kept := map[cell]float64{}, map[cell]float64{}
			for i, p := range places {
				c := cell{int(math.Floor(float64(p[0]) * 8)), int(math.Floor(float64(p[1]) * 8)), int(math.Floor(float64(p[2]) * 8))}
				all[c]++
				if float64(ranks[i]) < share*RankSteps {
					kept[c]++
				}
			}
			variance, random := 0.0, 0.0
			for c, k := range all {
				variance += math.Pow(kept[c]-share*k, 2)
				random += share * (1 - share) * k
			}
			if part := variance / random; part > 0.35 {
				t.Errorf("the variance is %.2f of that of random ranks, want at most 0.35", part)
			}
		})
	}
}

func TestRankBitsKeepTheWidth(t *testing.T) {
	for _, w := range []float32{1e-5, 7e-5, 0.001, 1, 0} {
		t.Run(fmt.Sprint("w=", w), func(t *testing.T) {
			for _, rank := range []uint32{0, 1, 2048, 4095} {
				got := Ranked(w, rank)
				if math.Float32bits(got)&(RankSteps-1) != rank {
					t.Errorf("%v with rank %d has rank %d", w, rank, math.Float32bits(got)&(RankSteps-1))
				}
				if off := math.Abs(float64(got - w)); off > 0.0005*float64(w)+1e-40 {
					t.Errorf("rank %d makes %v of %v", rank, got, w)
				}
			}
		})
	}
}

// What is drawn at a lower share is drawn at any higher one, no strand comes or goes at once, and
// the widths add up.
func TestDetailIsContinuousAndKeepsTotalWidth(t *testing.T) {
	ranks := make([]int, RankSteps)
	for _, r := range Ranks(onSphere(10_000)) {
		ranks[r]++
	}
	weight := func(d mgl32.Vec4, rank int) float64 {
		return float64(min(max((d[0]-float32(rank)/RankSteps)*d[1], 0), 1))
	}
	var before mgl32.Vec4
	for share := float32(0.02); share <= 1; share += 0.001 {
		d := DetailOf(share, ranks)
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
	if DetailOf(1, ranks) != FullDetail {
		t.Error("full detail is not")
	}
}

// The CPU computes the number of segments that a share keeps before the GPU counts them.
func TestSegmentsBelow(t *testing.T) {
	ranks := make([]int, RankSteps)
	ranks[0], ranks[100], ranks[RankSteps-1] = 5, 7, 11
	for end, want := range map[float32]int{0: 1, 1e-9: 5, 100.0 / RankSteps: 5, 100.5 / RankSteps: 12, 2: 23} {
		if got := segmentsBelow(end, ranks); got != want {
			t.Errorf("below %v: %d segments, want %d", end, got, want)
		}
	}
}
