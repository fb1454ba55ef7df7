// SPDX-License-Identifier: MIT

package hair

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/cull"
)

// Values of StrandOptions.Detail.
const (
	LeastDetail = 0.02
	AutoDetail  = -1 // all strands where their mean width is 0.1 pixels or more, and less below
)

// autoWidth is the width in pixels that AutoDetail widens thinner hairs to: below it, neighbours
// replace each other without a visible change.
const autoWidth = 0.1

// Detail is the level of detail of the latest frame: see StrandOptions.Detail.
func (r *Renderer) Detail() float32 { return r.detail.Share }

// SetDetail changes the level of detail of the frames that follow: see StrandOptions.Detail. Shares
// out of range are cut to LeastDetail or 1; NaN is 1. The first frame or Reserve with a share below
// 1 compiles kernels and takes 16 bytes a point, 4 a segment, 12 a strand and 9 a pixel. Later
// changes cost nothing, but the first frame with few segments may compile a sort of so few.
func (r *Renderer) SetDetail(share float32) {
	if share != AutoDetail {
		share = cut(share, LeastDetail)
	}
	r.o.Strands.Detail = share
}

// cut returns a share of least to 1: NaN is 1.
func cut(share, least float32) float32 {
	if share < least {
		return least
	}
	if share < 1 {
		return share
	}
	return 1
}

// share is the level of detail of a frame from a camera.
func (r *Renderer) share(c Camera) float32 {
	if r.drafting {
		return min(r.wantedShare(c), DraftDetail)
	}
	return r.wantedShare(c)
}

func (r *Renderer) wantedShare(c Camera) float32 {
	if r.o.Strands.Detail != AutoDetail {
		return r.o.Strands.Detail
	}
	pixels := r.o.Debug.WidthPixels
	if pixels == 0 {
		f := r.scene.Frame
		away := c.Eye().Sub(f.Centre.Vec3()).Len()
		pixels = r.m.meanWidth * r.o.Strands.WidthScale * f.Eye[3] / max(away, 1e-6)
	}
	return min(max(pixels/autoWidth, LeastDetail), 1)
}

// thins says whether the frame leaves out hair by what the camera sees of it. Drafts, and hairs of
// one width in pixels, leave out strands by their ranks alone.
func (r *Renderer) thins() bool {
	return r.detail.Thins() && !r.drafting && r.o.Debug.WidthPixels == 0
}

// thin enqueues the widths at which a frame draws the hair, if it leaves some out. The first call
// compiles, and takes memory.
func (r *Renderer) thin() (err error) {
	r.scene.Seen = gpu.View{}
	if !r.thins() {
		return nil
	}
	if r.front == nil {
		if r.front, err = cull.NewFront(r.scene, &r.m.hair, r.detail); err != nil {
			return err
		}
	}
	if err := r.front.Resize(r.scene.Canvas.Width, r.scene.Canvas.Height); err != nil {
		return err
	}
	r.front.Run(r.detail.Share)
	return nil
}

// cullHair enqueues the cull of the hair that the frame draws.
func (r *Renderer) cullHair() error {
	if r.thins() {
		r.front.Show()
	}
	return r.cull.Run()
}
