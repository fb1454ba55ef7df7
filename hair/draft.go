// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/hair/internal/cull"
	"github.com/combgl/comb/hair/internal/head"
	"github.com/combgl/comb/hair/internal/scene"
)

// DraftDetail is the largest share of the strands that a draft draws.
const DraftDetail = cull.DraftShare

// draft is the model and the head of drafts.
type draft struct {
	hair *cull.Draft
	head *scene.Head // nil without one
}

// SetDraft makes the frames that follow drafts, or whole again. A draft is for the preview of a
// small image in software, while something moves. It draws at most DraftDetail of the strands. They
// have every fourth of their points, and both ends. The head has fewer triangles. Light is computed
// for these points alone, and anew after a change from one to the other. The first call takes about
// a byte a point of the model, and memory for a head. Errors: gpu.ErrShader, gpu.ErrTooLarge,
// gpu.ErrOutOfMemory, gpu.ErrWrongThread, gpu.ErrReleased.
func (r *Renderer) SetDraft(on bool) error {
	if err := r.enter("SetDraft"); err != nil {
		return err
	}
	defer r.d.Internal().Leave()
	if on && r.draft == nil {
		d, err := r.newDraft()
		if err != nil {
			return fmt.Errorf("hair: SetDraft: %w", err)
		}
		r.draft = d
	}
	r.drafts = on
	return nil
}

func (r *Renderer) newDraft() (_ *draft, err error) {
	d := &draft{}
	if d.hair, err = cull.NewDraft(r.d, &r.m.hair, &r.m.draft); err != nil {
		return nil, err
	}
	if r.whole != nil {
		if d.head, err = scene.NewHead(r.d, head.Coarse(r.o.Head, head.CoarseCells)); err != nil {
			d.release()
			return nil, err
		}
	}
	return d, nil
}

// choose makes the scene that of a draft, or of the whole model.
func (r *Renderer) choose(drafts bool) {
	s := r.scene
	if r.drafting = drafts; drafts {
		s.Hair, s.Head = &r.draft.hair.Hair, r.draft.head
	} else {
		s.Hair, s.Head = &r.m.hair, r.whole
	}
}

// expand enqueues the segments of the strands that cast shadows, and which hair the frame draws.
func (r *Renderer) expand() error {
	if r.drafting {
		r.draft.hair.Update(r.d)
	}
	if err := r.detail.Run(); err != nil {
		return err
	}
	return r.thin()
}

func (d *draft) release() {
	if d != nil {
		d.hair.Release()
		d.head.Release()
	}
}
