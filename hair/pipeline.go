// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/cull"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Target is the destination of a frame: a framebuffer object of the caller's, from its lower left
// corner. Rows begin at the bottom, as in OpenGL. Renderer.Image makes an image without a target.
type Target struct {
	// Framebuffer is 0 for the window, which a context without one lacks. Frame checks that it is
	// complete in the first frame that goes to another framebuffer than the frame before.
	Framebuffer   uint32
	Width, Height int // pixels, to which the image is scaled; both 0 means the image's own size

	// Texture takes the place of Framebuffer if it is not 0: a 2-D texture of the image's size and
	// of format RGBA8, of which level 0 is written. A kernel writes it, while a framebuffer needs a
	// draw. An H200 has few units that draw: the draw takes 0.15 ms at 1920x1080. Size and format
	// are checked in the first frame that goes to another texture than the frame before.
	Texture uint32
}

func (t Target) size(width, height int) (int, int) {
	if t.Width > 0 {
		return t.Width, t.Height
	}
	return width, height
}

// checkTarget refuses a target that an image of that size cannot be written to.
func (r *Renderer) checkTarget(t Target, width, height int) error {
	if t.Width < 0 || t.Height < 0 || (t.Width == 0) != (t.Height == 0) {
		return fmt.Errorf("hair: Frame: the target has %dx%d pixels, want both above 0, or both 0 for the image's size: %w", t.Width, t.Height, gpu.ErrArgument)
	}
	if t.Width > r.largest[0] || t.Height > r.largest[1] {
		return fmt.Errorf("hair: Frame: the target has %dx%d pixels, want up to %dx%d on this driver: %w", t.Width, t.Height, r.largest[0], r.largest[1], gpu.ErrTooLarge)
	}
	if t.Texture == 0 {
		to := int64(t.Framebuffer) + 1
		if r.checkedFramebuffer == to {
			return nil
		}
		if err := validateFramebuffer(t.Framebuffer); err != nil {
			if lost := r.d.Lost(); lost != nil {
				return fmt.Errorf("hair: Frame: %w", lost) // no framebuffer is complete then
			}
			return err
		}
		r.checkedFramebuffer = to
		return nil
	}
	if w, h := t.size(width, height); w != width || h != height {
		return fmt.Errorf("hair: Frame: the target is a texture of %dx%d, want %dx%d as the image: %w", w, h, width, height, gpu.ErrArgument)
	}
	to := [3]int{int(t.Texture), width, height}
	if r.checked == to {
		return nil
	}
	if err := validateTexture(t.Texture, width, height); err != nil {
		return err
	}
	r.checked = to
	return nil
}

// validateFramebuffer refuses a framebuffer that nothing can be drawn into.
func validateFramebuffer(name uint32) error {
	if name != 0 && !gl.IsFramebuffer(name) {
		return fmt.Errorf("hair: Frame: the target is framebuffer %d, want a framebuffer of this context: %w", name, gpu.ErrArgument)
	}
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, name)
	status := gl.CheckFramebufferStatus(gl.DRAW_FRAMEBUFFER)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, 0)
	switch {
	case status == gl.FRAMEBUFFER_COMPLETE:
		return nil
	case name == 0:
		return fmt.Errorf("hair: Frame: the target is framebuffer 0 of status 0x%X, want a context with a window, or a framebuffer object: %w", status, gpu.ErrArgument)
	}
	return fmt.Errorf("hair: Frame: the target is framebuffer %d of status 0x%X, want a complete one (0x%X): %w", name, status, gl.FRAMEBUFFER_COMPLETE, gpu.ErrArgument)
}

// validateTexture refuses a texture that a kernel cannot write an image of that size to.
func validateTexture(name uint32, width, height int) error {
	if !gl.IsTexture(name) {
		return fmt.Errorf("hair: Frame: the target is texture %d, want a texture of this context: %w", name, gpu.ErrArgument)
	}
	var bound, w, h, format int32
	gl.BindTexture(gl.TEXTURE_2D, name)
	if gl.GetIntegerv(gl.TEXTURE_BINDING_2D, &bound); bound != int32(name) {
		gl.GetError()
		return fmt.Errorf("hair: Frame: the target is texture %d, want a 2-D texture: %w", name, gpu.ErrArgument)
	}
	gl.GetTexLevelParameteriv(gl.TEXTURE_2D, 0, gl.TEXTURE_WIDTH, &w)
	gl.GetTexLevelParameteriv(gl.TEXTURE_2D, 0, gl.TEXTURE_HEIGHT, &h)
	gl.GetTexLevelParameteriv(gl.TEXTURE_2D, 0, gl.TEXTURE_INTERNAL_FORMAT, &format)
	gl.BindTexture(gl.TEXTURE_2D, 0)
	if int(w) != width || int(h) != height || format != gl.RGBA8 {
		return fmt.Errorf("hair: Frame: the target is a texture of %dx%d and format 0x%X, want %dx%d as the image and RGBA8 (0x%X): %w",
			w, h, format, width, height, gl.RGBA8, gpu.ErrArgument)
	}
	return nil
}

// Stages is the largest number of stages of a frame, for a gpu.Timer.
func Stages() int { return 16 }

// plan lists the stages of a frame. Each only enqueues; counts pass between them on the GPU.
// Package hair/internal/scene says what each reads and writes.
func (r *Renderer) plan() []scene.Stage {
	all := []scene.Stage{
		{Name: "expand", Run: r.expand}, // strands -> segments of those that cast shadows, and the widths at which hair is drawn
	}
	all = append(all, r.shadowStages()...) // segments -> light that reaches each point
	all = append(all,
		scene.Stage{Name: "scene", Run: r.makeHead},    // the head, with depth
		scene.Stage{Name: "cull", Run: r.cullHair},     // segments -> those that may show, their number, and their view depths as integers
		scene.Stage{Name: "key", Run: r.keySegments},   // those of their strands instead, for PerStrand alone
		scene.Stage{Name: "sort", Run: r.sortSegments}, // far to near, likewise
	)
	if r.light.Points() != nil {
		all = append(all, scene.Stage{Name: "shade", Run: r.light.Shade}) // points of those segments -> the light that they send to the eye
	}
	if r.o.Transparency.Core {
		all = append(all, scene.Stage{Name: "core", Run: r.drawCore}) // hair that hides what is behind it, with depth
	}
	all = append(all, r.oit.Stages()...)                                                             // the hair over it
	return append(all, scene.Stage{Name: "tone", Run: func() error { return r.mapTones(r.target) }}) // light -> what a screen shows
}

// Frame enqueues one frame into the target. It marks each stage in the timer, which may be nil;
// Begin of the timer comes before. Errors: gpu.ErrArgument before Resize, for a camera that sees
// nothing, and for a target that takes no image (see Target); gpu.ErrTooLarge for a target above
// the driver's limit; gpu.ErrReleased if the renderer or
// its model was released; ErrStopped, gpu.ErrWrongThread; those of NewRenderer for a frame that
// compiles: the first, and the first with another setting.
func (r *Renderer) Frame(c Camera, target Target, timer *gpu.Timer) error {
	if err := r.enter("Frame"); err != nil {
		return err
	}
	defer r.d.Internal().Leave()
	if err := r.needView("Frame", c); err != nil {
		return err
	}
	width, height := r.scene.Canvas.Width, r.scene.Canvas.Height
	if err := r.checkTarget(target, width, height); err != nil {
		return err
	}
	r.choose(r.drafts)
	if err := r.begin(c, width, height); err != nil {
		return fmt.Errorf("hair: Frame: %w", err)
	}
	r.framed, r.target = false, target
	for _, s := range r.stages {
		err := r.scene.GoOn()
		if err == nil {
			err = s.Run()
		}
		if err != nil {
			return fmt.Errorf("hair: %s: %w", s.Name, err)
		}
		timer.Mark(s.Name)
	}
	r.framed = true
	return nil
}

// Order enqueues only the stages of a frame that decide which segments are drawn and in which
// order: the cull, the keys and the sort. It uses the segments and the head of the latest Frame.
// Errors: as for Frame; gpu.ErrArgument before the first Frame.
func (r *Renderer) Order(c Camera) error {
	if err := r.enter("Order"); err != nil {
		return err
	}
	defer r.d.Internal().Leave()
	if err := r.needFrame("Order"); err != nil {
		return err
	}
	if err := c.check("Order"); err != nil {
		return err
	}
	if err := r.begin(c, r.scene.Canvas.Width, r.scene.Canvas.Height); err != nil {
		return fmt.Errorf("hair: Order: %w", err)
	}
	for _, run := range []func() error{r.thin, r.cullHair, r.scene.GoOn, r.keySegments, r.sortSegments} {
		if err := run(); err != nil {
			return fmt.Errorf("hair: Order: %w", err)
		}
	}
	return nil
}

// needFrame fails if there was no frame, or its image is gone.
func (r *Renderer) needFrame(operation string) error {
	if !r.framed || r.scene.Canvas.Framebuffer == 0 {
		return fmt.Errorf("hair: %s: called before Frame: %w", operation, gpu.ErrArgument)
	}
	return nil
}

// needView fails before Resize, or if the camera sees nothing.
func (r *Renderer) needView(operation string, c Camera) error {
	if r.scene.Canvas.Framebuffer == 0 {
		return fmt.Errorf("hair: %s: called before Resize: %w", operation, gpu.ErrArgument)
	}
	return c.check(operation)
}

// begin writes the uniforms of a frame.
func (r *Renderer) begin(c Camera, width, height int) error {
	room, f := r.m.room(), r.scene.Frame
	fillFrame(f, c, width, height, room.low, room.high, r.reach, r.m.opacity, r.o)
	if err := r.detail.SetShare(r.share(c)); err != nil {
		return err
	}
	if r.thins() {
		f.Detail[3] = cull.FullDetail[3] // any strand may show
	}
	setLights(f, c, r.m.hull, r.reach, r.o, r.shadowSize)
	if r.shadows != nil {
		r.shadows.Size = r.shadowSize
	}
	r.scene.Begin()
	return nil
}

// makeHead makes the head and its depth, by kernels if nothing is drawn over them.
func (r *Renderer) makeHead() error {
	r.laid = false
	return r.head.Run()
}

// drawHead draws the head into the canvas.
func (r *Renderer) drawHead() error {
	r.laid = false
	return r.head.Draw()
}
