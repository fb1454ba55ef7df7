// SPDX-License-Identifier: MIT

package cull

import (
	"slices"
	"testing"
)

// Strands of all lengths keep both ends, and no more than draftStep segments become one. Those of
// high rank are left out: all that a share of DraftShare draws are there.
func TestPlanDraftKeepsTheEnds(t *testing.T) {
	first, ranks := []uint32{0}, []uint32{}
	for s := range 200 {
		first = append(first, first[s]+2+uint32(s%41))
		ranks = append(ranks, uint32(s*97%700))
	}
	p := PlanDraft(first, ranks)
	end := DetailOf(DraftShare, nil)[0]
	k, segments := 0, make([]int, RankSteps)
	for s, rank := range ranks {
		if float32(rank)/RankSteps >= end {
			continue
		}
		of := p.Sources[p.First[k]:p.First[k+1]]
		if of[0] != first[s] || of[len(of)-1] != first[s+1]-1 {
			t.Fatalf("strand %d has points %d to %d, got %v", s, first[s], first[s+1]-1, of)
		}
		for i := range len(of) - 1 {
			if step := int(of[i+1]) - int(of[i]); step < 1 || step > draftStep {
				t.Fatalf("strand %d: got %v", s, of)
			}
		}
		if most := (int(first[s+1]-first[s])-1+draftStep-1)/draftStep + 1; len(of) != most {
			t.Fatalf("strand %d: got %d points, want %d", s, len(of), most)
		}
		segments[rank] += len(of) - 1
		k++
	}
	if k == 0 || k == len(ranks) || len(p.First) != k+1 || int(p.First[k]) != len(p.Sources) {
		t.Errorf("got %d strands of %d points, want %d", len(p.First)-1, len(p.Sources), k)
	}
	if !slices.Equal(p.RankSegments, segments) || p.Segments() != len(p.Sources)-k {
		t.Errorf("got %d segments in all, want %d", p.Segments(), len(p.Sources)-k)
	}
}
