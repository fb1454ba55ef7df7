// SPDX-License-Identifier: MIT

package ladder

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/reduce"
)

// newTexture returns a texture of bytes, and its texels as a shader reads them.
func newTexture(t *testing.T, dev *gpu.Device, width, height int) (texture uint32, texels []float32) {
	r := rand.New(rand.NewSource(int64(width)))
	texels = make([]float32, 4*width*height)
	for i := range texels {
		texels[i] = float32(r.Intn(256)) / 255
	}
	return gputest.TextureOf(t, dev, gputest.RGBA8, width, height, texels), texels
}

// luminances are the means of the tiles, in float64.
func luminances(texels []float32, width, height, tile int) (means []float64) {
	for top := 0; top < height; top += tile {
		for left := 0; left < width; left += tile {
			sum, count := 0.0, 0.0
			for y := top; y < min(top+tile, height); y++ {
				for x := left; x < min(left+tile, width); x++ {
					for c, w := range reduce.Rec709[:3] {
						sum += float64(w) * float64(texels[4*(y*width+x)+c])
					}
					count++
				}
			}
			means = append(means, sum/count)
		}
	}
	return means
}

// small says that a rung's invocations are more than a tile has work for.
func small(rung string, tile int) bool {
	return tile == 16 && (rung == "prefetch-2-256" || rung == "prefetch-4-256")
}

// tiled makes a rung ready; nil where it was rightly refused.
func tiled(t *testing.T, dev *gpu.Device, rung string, width, height, tile int) *Tiler {
	t.Helper()
	tiler, err := NewTiles(dev, rung, width, height, tile)
	s := dev.Caps().Subgroup
	if small(rung, tile) || rung == "subgroup" && !s.KHR && !s.Ballot {
		if !errors.Is(err, ErrRung) {
			t.Fatalf("%s, tiles of %d: %v, want %v", rung, tile, err, ErrRung)
		}
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return tiler
}

// An ordinary run takes each rung with one size of tiles, in turn, and no large image. Rungs
// that are too large for tiles of 16 take all.
func TestTileRungsMatchCPU(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir(), NoSelfTest: true})
	worst := map[string]float64{}
	for _, size := range [][2]int{{1, 1}, {64, 64}, {67, 43}, {200, 129}, {1920, 1080}} {
		if size[0] == 1920 && !gputest.Nightly() {
			continue
		}
		gputest.Run(t, dev, fmt.Sprintf("size=%dx%d", size[0], size[1]), func(t *testing.T) {
			width, height := size[0], size[1]
			texture, texels := newTexture(t, dev, width, height)
			for k, tile := range []int{64, 32, 16} {
				gputest.Run(t, dev, fmt.Sprint("tile=", tile), func(t *testing.T) {
					want := luminances(texels, width, height, tile)
					for i, rung := range Tiles() {
						if !gputest.Share(i+k, 3) && !small(rung.Name, 16) {
							continue
						}
						gputest.Run(t, dev, rung.Name, func(t *testing.T) {
							tiler := tiled(t, dev, rung.Name, width, height, tile)
							if tiler == nil {
								return
							}
							columns, rows := tiler.Size()
							got := make([]float32, columns*rows)
							if tiler.Result().Size() != 4*len(got) || len(want) != len(got) {
								t.Fatalf("%s: %d bytes for %d tiles", rung.Name, tiler.Result().Size(), len(want))
							}
							if err := tiler.Run(texture); err != nil {
								t.Fatal(err)
							}
							if err := gpu.Download(dev, tiler.Result(), got); err != nil {
								t.Fatal(err)
							}
							for i := range want {
								off := math.Abs(float64(got[i]) - want[i])
								worst[rung.Name] = max(worst[rung.Name], off)
								if !(off <= tiler.Bound()) {
									t.Fatalf("%s, %dx%d in tiles of %d: tile %d is %v, want %v within %g", rung.Name, width, height, tile, i, got[i], want[i], tiler.Bound())
								}
							}
							if tiler.Bound() > 0.1/4096 {
								t.Errorf("%s: %g is allowed, which a texel left out might stay within", rung.Name, tiler.Bound())
							}
							tiler.Release()
						})
					}
				})
			}
			gputest.DeleteTexture(texture)
		})
	}
	for name, off := range worst {
		t.Logf("%s: off by %.1f roundings at worst", name, off/rounding)
	}
}

func TestTilesRefuse(t *testing.T) {
	dev := gputest.Device(t)
	for _, c := range []struct {
		rung                string
		width, height, tile int
		want                error
		says                string
	}{
		{"prefetch-4-256", 99, 99, 16, ErrRung, "256 invocations that fetch 4 texels each are more than the 256 of a tile"},
		{"sequential", 99, 99, 8, gpu.ErrArgument, "tiles of 8x8 texels"},
		{"sequential", 99, 0, 16, gpu.ErrArgument, "99x0"},
		{"ours", 1 << 20, 9, 16, gpu.ErrArgument, "1048576x9"},
		{"bucket", 99, 99, 16, gpu.ErrArgument, "no such rung"},
	} {
		gputest.Run(t, dev, fmt.Sprintf("%s,size=%dx%d,tile=%d", c.rung, c.width, c.height, c.tile), func(t *testing.T) {
			gputest.LeavesNothing(t, dev, c.rung, func() {
				if _, err := NewTiles(dev, c.rung, c.width, c.height, c.tile); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
					t.Errorf("%s: %v, want %v that says %q", c.rung, err, c.want, c.says)
				}
			})
		})
	}
}

func TestTilesOfBadTextures(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{PreserveState: true})
	right, _ := newTexture(t, dev, 40, 30)
	other, _ := newTexture(t, dev, 41, 30)
	integers := gputest.TextureOf(t, dev, gputest.RGBA8UI, 40, 30)
	gputest.BindTextures(other)
	gputest.Each(t, dev, "", namesOf(Tiles()), func(t *testing.T, rung string) {
		tiler := tiled(t, dev, rung, 40, 30, 32)
		if tiler == nil {
			return
		}
		before := gputest.BoundTextures()
		for _, c := range []struct {
			texture uint32
			want    error
		}{{0, gpu.ErrTexture}, {other, gpu.ErrTexture}, {right, nil}, {other, gpu.ErrTexture}, {integers, gpu.ErrTexture}, {right, nil}} {
			if err := tiler.Run(c.texture); !errors.Is(err, c.want) {
				t.Errorf("%s: texture %d: %v, want %v", rung, c.texture, err, c.want)
			}
		}
		if allocs := testing.AllocsPerRun(5, func() { _ = tiler.Run(right) }); allocs > 0 {
			t.Errorf("%s allocates %v times", rung, allocs)
		}
		if after := gputest.BoundTextures(); !maps.Equal(before, after) {
			t.Errorf("%s: %v, before %v", rung, after, before)
		}
		tiler.Release()
		tiler.Release()
		if err := tiler.Run(right); !errors.Is(err, gpu.ErrReleased) {
			t.Errorf("%s: after Release: %v", rung, err)
		}
		gputest.LeavesNothing(t, dev, rung, func() { tiled(t, dev, rung, 40, 30, 32).Release() })
	})
}
