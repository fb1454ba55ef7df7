// SPDX-License-Identifier: MIT

package hair

import (
	"errors"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// A texture as the target gets the image that a framebuffer gets, up to rounding: the framebuffer's
// is rounded to 16 bits first.
func TestTextureTargetMatchesFramebuffer(t *testing.T) {
	dev := gputest.Device(t)
	const width, height = 61, 43
	r, want := render(t, dev, tuft(100), Options{Transparency: TransparencyOptions{Method: Tiles}}, front, width, height)
	framebuffer, texture := newTextureTarget(t, gl.RGBA8, width, height)
	err := r.Frame(front(r), Target{Texture: texture, Width: width, Height: height + 1}, nil)
	if !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("a texture of another size: %v", err)
	}
	for name, c := range map[string]struct {
		target, format uint32
		width          int32
	}{
		"another format": {gl.TEXTURE_2D, gl.RGBA16, width}, "another width": {gl.TEXTURE_2D, gl.RGBA8, width + 1}, "a cube": {gl.TEXTURE_CUBE_MAP, gl.RGBA8, height},
	} {
		var other uint32
		gl.GenTextures(1, &other)
		gl.BindTexture(c.target, other)
		gl.TexStorage2D(c.target, 1, c.format, c.width, height)
		gl.BindTexture(c.target, 0)
		if err := r.Frame(front(r), Target{Texture: other}, nil); !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("%s: %v", name, err)
		}
		gl.DeleteTextures(1, &other)
		if err := r.Frame(front(r), Target{Texture: other}, nil); !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("%s, deleted: %v", name, err)
		}
	}
	gputest.DropMessages(t, dev) // of the cube, which cannot be bound
	if err := r.Frame(front(r), Target{Texture: texture}, nil); err != nil {
		t.Fatal(err)
	}
	got, others := readTarget(framebuffer, width, height), 0
	for i := range got {
		switch d := int(got[i]) - int(want[i]); {
		case d < -1 || d > 1:
			t.Fatalf("byte %d is %d, want %d", i, got[i], want[i])
		case d != 0:
			others++
		}
	}
	if others > len(got)/100 {
		t.Errorf("%d of %d bytes differ by a step", others, len(got))
	}
}
