// SPDX-License-Identifier: MIT

package kernel_test

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

func TestTextureBind(t *testing.T) {
	for _, preserve := range []bool{false, true} {
		t.Run(fmt.Sprint("preserve=", preserve), func(t *testing.T) {
			dev := gputest.DeviceWith(t, gpu.Options{PreserveState: preserve})
			u, err := kernel.NewTextureUnit(dev)
			if err != nil {
				t.Fatal(err)
			}
			texels := func(n int) []float32 { return make([]float32, 4*n) }
			mipmaps := gputest.Texture(t, dev, 9, 5, texels(45), texels(8), texels(2), texels(1))
			gap := gputest.Texture(t, dev, 9, 5, texels(45), texels(8))                            // two levels of four
			cut := gputest.Texture(t, dev, 9, 5, texels(45), texels(8), texels(2))                 // its last level is set to the third
			behind := gputest.Texture(t, dev, 18, 10, texels(180), texels(45), texels(8))          // begins at the second
			reversed := gputest.Texture(t, dev, 9, 5, texels(45), texels(8), texels(2), texels(1)) // its last level before its base
			fixed := gputest.TextureOf(t, dev, gputest.Fixed, 9, 5, texels(45), texels(8))         // immutable storage
			gputest.TextureLevels(t, fixed, 5, 9)                                                  // GL clamps both to the last level
			gputest.TextureLevels(t, cut, 0, 2)
			gputest.TextureLevels(t, behind, 1, 2)
			gputest.TextureLevels(t, reversed, 2, 1)
			mine := gputest.Texture(t, dev, 1, 1, texels(1))
			array := gputest.TextureOf(t, dev, gputest.Array2D, 4, 4)
			deleted := gputest.Texture(t, dev, 3, 3, texels(9))
			for _, c := range []struct {
				what          string
				texture       uint32
				level         int
				width, height int
				want          error
				wantText      string
			}{
				{"a level", mipmaps, 0, 9, 5, nil, ""},
				{"another", mipmaps, 1, 4, 2, nil, ""},
				{"the last", mipmaps, 3, 1, 1, nil, ""},
				{"behind the last", mipmaps, 4, 0, 0, gpu.ErrTexture, "no storage"},
				{"the first of a chain with a gap", gap, 0, 9, 5, nil, ""},
				{"the second of a chain with a gap", gap, 1, 0, 0, gpu.ErrTexture, "chain"},
				{"the last of a chain that says so", cut, 2, 2, 1, nil, ""},
				{"before the base", behind, 0, 0, 0, gpu.ErrTexture, "levels 1 to 2"},
				{"the base", behind, 1, 9, 5, nil, ""},
				{"above the base", behind, 2, 4, 2, nil, ""},
				{"no level of its own", reversed, 1, 0, 0, gpu.ErrTexture, "levels 2 to 1"},
				{"the base of fixed storage", fixed, 1, 4, 2, nil, ""},
				{"before it", fixed, 0, 0, 0, gpu.ErrTexture, "levels 1 to 1"},
				{"behind it", fixed, 2, 0, 0, gpu.ErrTexture, "no storage"},
				{"no name", 0, 0, 0, 0, gpu.ErrTexture, "not a texture"},
				{"an unknown name", 4321, 0, 0, 0, gpu.ErrTexture, "not a texture"},
				{"a deleted one", deleted, 0, 0, 0, gpu.ErrTexture, "not a texture"},
				{"an array", array, 0, 0, 0, gpu.ErrTexture, "GL_TEXTURE_2D"},
				{"one without levels", gputest.TextureOf(t, dev, gputest.Empty, 4, 4), 0, 0, 0, gpu.ErrTexture, "no storage"},
				{"a negative level", mipmaps, -1, 0, 0, gpu.ErrTexture, "out of range"},
				{"a level that no texture has", mipmaps, 40, 0, 0, gpu.ErrTexture, "out of range"},
				{"bytes", gputest.TextureOf(t, dev, gputest.RGBA8, 4, 4), 0, 4, 4, nil, ""},
				{"signed bytes", gputest.TextureOf(t, dev, gputest.RGBA8Snorm, 4, 4), 0, 4, 4, nil, ""},
				{"one channel", gputest.TextureOf(t, dev, gputest.R32F, 4, 4), 0, 4, 4, nil, ""},
				{"integers", gputest.TextureOf(t, dev, gputest.RGBA8UI, 4, 4), 0, 0, 0, gpu.ErrTexture, "integers"},
				{"signed integers", gputest.TextureOf(t, dev, gputest.R32I, 4, 4), 0, 0, 0, gpu.ErrTexture, "integers"},
				{"depth", gputest.TextureOf(t, dev, gputest.Depth24, 4, 4), 0, 0, 0, gpu.ErrTexture, "depth"},
			} {
				gputest.Run(t, dev, c.what, func(t *testing.T) {
					if c.texture == deleted {
						gputest.DeleteTexture(deleted) // here, since GL gives a free name to the next texture
					}
					gputest.BindTextures(mine)
					before := gputest.BoundTextures()
					p, err := u.Bind("a test", c.texture, c.level)
					switch {
					case !errors.Is(err, c.want) || err != nil && !strings.Contains(err.Error(), c.wantText):
						t.Errorf("%s: %v, want %v that says %q", c.what, err, c.want, c.wantText)
					case err == nil && (p.Width != c.width || p.Height != c.height):
						t.Errorf("%s has %dx%d texels, want %dx%d", c.what, p.Width, p.Height, c.width, c.height)
					}
					if err != nil && c.texture != 0 && !preserve && !strings.Contains(err.Error(), "not a texture") {
						before["last texture"] = 0
					}
					if err == nil {
						bound := gputest.BoundTextures()
						if bound["last texture"] != int(c.texture) || bound["active"] != before["active"] || bound["first texture"] != int(mine) {
							t.Errorf("%s, bound: %v", c.what, bound)
						}
						u.Unbind()
						if !preserve {
							before["last texture"], before["last sampler"] = 0, 0
						}
					}
					if after := gputest.BoundTextures(); !maps.Equal(before, after) {
						t.Errorf("%s, PreserveState %v: %v became %v", c.what, preserve, before, after)
					}
					// GL raises an error for the array, and its flag is cleared.
					gputest.DropMessages(t, dev)
					if err := dev.Check(); err != nil {
						t.Errorf("%s: %v", c.what, err)
					}
				})
			}
			u.Release()
			u.Release()
		})
	}
}

func TestTextureUnitRefuses(t *testing.T) {
	dev := gputest.Device(t)
	var none *kernel.TextureUnit
	none.Release()
	var released *gpu.Device
	if _, err := kernel.NewTextureUnit(released); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("of no device: %v", err)
	}
	errs := make(chan error)
	go func() {
		_, err := kernel.NewTextureUnit(dev)
		errs <- err
	}()
	if err := <-errs; !errors.Is(err, gpu.ErrWrongThread) {
		t.Errorf("on another thread: %v", err)
	}
}
