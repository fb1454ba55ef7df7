// SPDX-License-Identifier: MIT

package cull

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/kernel"
)

// DraftShare is the largest share of the strands that a draft draws.
const DraftShare = 0.1

// draftStep is the number of segments of a strand that become one.
const draftStep = 4

// Draft is the hair of a draft: the strands that a share of DraftShare draws, with one point in
// draftStep. It has buffers of its own, so that each stage works on it as on the whole hair.
type Draft struct {
	Hair scene.Hair

	from    *scene.Hair
	sources *gpu.Buffer[uint32] // the points of from
	copy    *kernel.Kernel
	copied  bool
	version int // of the points that were copied
}

// DraftPlan says which points of a model a draft has.
type DraftPlan struct {
	First        []uint32 // of its strands, and the end
	Sources      []uint32 // the model's point for each of its points
	RankSegments []int    // its segments of each rank
}

// Segments is the number of its segments.
func (p *DraftPlan) Segments() (n int) {
	for _, segments := range p.RankSegments {
		n += segments
	}
	return n
}

// PlanDraft chooses the points of a draft. first is the model's; ranks are those of its strands.
// Of each strand, of two points or more, it takes the first point, the last one, and points between
// them at even distances. At least one strand has rank 0. It is pure.
func PlanDraft(first, ranks []uint32) DraftPlan {
	p := DraftPlan{First: []uint32{0}, RankSegments: make([]int, RankSteps)}
	end := beginOf(DraftShare) * (1 + 2*fade)
	for s, rank := range ranks {
		if float32(rank)/RankSteps >= end {
			continue
		}
		segments := int(first[s+1]-first[s]) - 1
		kept := (segments + draftStep - 1) / draftStep
		for k := range kept {
			p.Sources = append(p.Sources, first[s]+uint32(k*segments/kept))
		}
		p.Sources = append(p.Sources, first[s+1]-1)
		p.First = append(p.First, uint32(len(p.Sources)))
		p.RankSegments[rank] += kept
	}
	return p
}

func draftSpec() kernel.Spec {
	return kernel.Spec{File: "hair/points_draft.comp.glsl", Shape: scene.Flat, Buffers: []string{"Sources", "Points", "Colors", "DraftPoints", "DraftColors", "Count"}}
}

// NewDraft takes 24 bytes for each point of a draft of the hair, and 4 a strand. Errors:
// gpu.ErrShader, gpu.ErrOutOfMemory.
func NewDraft(d *gpu.Device, hair *scene.Hair, plan *DraftPlan) (*Draft, error) {
	t := &Draft{from: hair, Hair: *hair}
	h := &t.Hair
	h.Strands, h.Segments, h.RankSegments = len(plan.First)-1, plan.Segments(), plan.RankSegments
	h.First, h.Points, h.Colors, h.Order = nil, nil, nil, nil
	if err := t.build(d, plan); err != nil {
		t.Release()
		return nil, err
	}
	return t, nil
}

func (t *Draft) build(d *gpu.Device, plan *DraftPlan) (err error) {
	if t.copy, err = kernel.New(d, draftSpec()); err != nil {
		return err
	}
	if t.sources, err = gpu.NewBufferFrom(d, plan.Sources); err != nil {
		return err
	}
	if t.Hair.First, err = gpu.NewBufferFrom(d, plan.First); err != nil {
		return err
	}
	if t.Hair.Points, err = gpu.NewBuffer[[4]float32](d, len(plan.Sources)); err != nil {
		return err
	}
	t.Hair.Colors, err = gpu.NewBuffer[uint32](d, len(plan.Sources))
	return err
}

// Update follows the whole hair: it enqueues a copy of the points if they may have moved.
func (t *Draft) Update(d *gpu.Device) {
	t.Hair.Extent, t.Hair.Moving, t.Hair.Version = t.from.Extent, t.from.Moving, t.from.Version
	if t.copied && t.version == t.from.Version && !t.from.Moving {
		return
	}
	// The next draft copies once more after the hair has come to rest.
	t.copied, t.version = !t.from.Moving, t.from.Version
	n, k := t.sources.Len(), t.copy
	for i, v := range [...]gpu.View{t.sources.View(), t.from.Points.View(), t.from.Colors.View(), t.Hair.Points.View(), t.Hair.Colors.View()} {
		k.SetBuffer(i, v)
	}
	k.SetCount(gpu.N(n))
	k.Dispatch(scene.Groups(n))
	d.MemoryBarrier()
}

// Release frees the kernel and the buffers.
func (t *Draft) Release() {
	if t == nil {
		return
	}
	t.copy.Release()
	t.sources.Release()
	t.Hair.First.Release()
	t.Hair.Points.Release()
	t.Hair.Colors.Release()
}
