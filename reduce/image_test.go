// SPDX-License-Identifier: MIT

package reduce

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// halves are weights with which whole numbers stay exact.
var halves = [4]float32{1, -0.5, 0.25, 0}

// tileSizes: a team of one invocation, of some, of all; more than a workgroup's work; the whole
// image, by 0 and by more than there is.
var tileSizes = [][2]int{{1, 1}, {2, 2}, {3, 5}, {16, 16}, {64, 17}, {0, 0}, {5000, 3000}}

// imageTunings are the tunings of an ordinary run: images are reduced by one algorithm.
func imageTunings(dev *gpu.Device) []gpu.Tuning {
	return slices.DeleteFunc(gputest.Tunings(dev), func(tune gpu.Tuning) bool {
		return tune.Algorithm == gpu.SinglePass && !gputest.Nightly()
	})
}

// TestImageEveryTileSizeAndLanePath counts and finds everything in one pass. An ordinary run takes
// each lane tier for whole images, and one for each other size of tiles, in turn.
func TestImageEveryTileSizeAndLanePath(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(1))
	var images []testImage
	var textures []uint32
	for _, size := range [][2]int{{1, 1}, {5, 3}, {64, 64}, {257, 129}, {3, 1000}} {
		p := integerImage(r, size[0], size[1])
		images = append(images, p)
		textures = append(textures, gputest.Texture(t, dev, p.width, p.height, p.texels))
	}
	tunings := imageTunings(dev)
	for i, tile := range tileSizes {
		gputest.Run(t, dev, fmt.Sprintf("tile=%dx%d", tile[0], tile[1]), func(t *testing.T) {
			for j, tune := range tunings {
				if whole := tile[0]*tile[1] == 0 && tune.Workers == 3; !whole && !gputest.Share(i+j, len(tunings)) {
					continue
				}
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					im := newImage(t, dev, ImageOptions{
						Statistics: true, Weights: halves, TileWidth: tile[0], TileHeight: tile[1],
						Histogram: ImageHistogram{Bins: 40, Lower: -5.3, Upper: 6.1}, Tuning: tune,
					})
					for k, p := range images {
						gputest.Run(t, dev, fmt.Sprintf("size=%dx%d", p.width, p.height), func(t *testing.T) {
							imageTry(t, dev, im, textures[k], 0, p)
						})
					}
					im.Release()
				})
			}
		})
	}
}

// An ordinary run takes each operator with one size of tiles.
func TestImageEveryOperator(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(2))
	whole, wild := integerImage(r, 131, 77), specialImage(r, 131, 77)
	ofWhole, ofWild := gputest.Texture(t, dev, 131, 77, whole.texels), gputest.Texture(t, dev, 131, 77, wild.texels)
	tunings := imageTunings(dev)
	tries := 0
	var all []ImageOptions
	for k, o := range []ImageOptions{
		{Op: Sum}, {Op: Mean}, {Op: Min}, {Op: Max},
		{Op: Sum, Weighted: true}, {Op: Mean, Weighted: true}, {Op: Min, Weighted: true}, {Op: Max, Weighted: true},
	} {
		for i, tile := range [][2]int{{3, 3}, {16, 16}, {0, 0}} {
			if !gputest.Share(i+k, 3) {
				continue
			}
			o.TileWidth, o.TileHeight, o.Tuning = tile[0], tile[1], tunings[tries%len(tunings)]
			if o.Weighted {
				o.Weights = halves
			}
			tries++
			all = append(all, o)
		}
	}
	for _, o := range all {
		name := fmt.Sprintf("%v,weighted=%v/tile=%dx%d/%s", o.Op, o.Weighted, o.TileWidth, o.TileHeight, gputest.Name(o.Tuning))
		gputest.Run(t, dev, name, func(t *testing.T) {
			im := newImage(t, dev, o)
			imageTry(t, dev, im, ofWhole, 0, whole)
			if o.Op == Min || o.Op == Max {
				imageTry(t, dev, im, ofWild, 0, wild)
			}
			im.Release()
		})
	}
}

// A frame: the mean of each tile as luminance, a histogram beside it; then all of it at once.
func TestImageFrame(t *testing.T) {
	dev := gputest.Device(t)
	p := integerImage(rand.New(rand.NewSource(3)), 1920, 1080)
	texture := gputest.Texture(t, dev, p.width, p.height, p.texels)
	for _, tile := range [][2]int{{16, 16}, {64, 64}, {0, 0}} {
		gputest.Run(t, dev, fmt.Sprintf("tile=%dx%d", tile[0], tile[1]), func(t *testing.T) {
			p := integerImage(rand.New(rand.NewSource(3)), 1920, 1080)
			im := newImage(t, dev, ImageOptions{
				Op: Mean, Weighted: true, Weights: halves, TileWidth: tile[0], TileHeight: tile[1],
				Histogram: ImageHistogram{Bins: 1024, Lower: -12, Upper: 12},
			})
			imageTry(t, dev, im, texture, 0, p)
			im.Release()
		})
	}
	for _, c := range []struct{ tile, columns, rows int }{{16, 120, 68}, {64, 30, 17}, {0, 1, 1}, {1, 1920, 1080}, {1 << 40, 1, 1}} {
		columns, rows := ImageOptions{TileWidth: c.tile, TileHeight: c.tile}.Size(1920, 1080)
		if columns != c.columns || rows != c.rows {
			t.Errorf("tiles of %d: %d x %d", c.tile, columns, rows)
		}
	}
}

// What NaN does, and infinities: they are passed over by least, largest and the bins, and make a
// mean NaN.
func TestImageNaN(t *testing.T) {
	dev := gputest.Device(t)
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	p := testImage{4, 1, []float32{ // of weight 0: green, blue and alpha
		-3, nan, nan, nan,
		nan, 0, 0, 0,
		0.25, inf, -inf, inf,
		inf, 0, 0, 0,
	}}
	texture := gputest.Texture(t, dev, 4, 1, p.texels)
	im := newImage(t, dev, ImageOptions{
		Statistics: true, Weights: [4]float32{1}, TileWidth: 1, TileHeight: 1, Histogram: ImageHistogram{Bins: 2, Upper: 2},
	})
	defer im.Release()
	imageTry(t, dev, im, texture, 0, p)
	for i, want := range [][]float32{{-3, -3, -3, 1}, {nan, inf, -inf, 1}, {0.25, 0.25, 0.25, 1}, {inf, inf, inf, 1}} {
		words, _ := imageOracle(im.o, p)
		for c, w := range want {
			if got := math.Float32frombits(words[4*i+c]); got != w && (got == got || w == w) {
				t.Errorf("the loop itself: texel %d has %v, want %v", i, got, w)
			}
		}
	}
	wild := specialImage(rand.New(rand.NewSource(4)), 65, 63)
	statistics := newImage(t, dev, ImageOptions{Statistics: true, Histogram: ImageHistogram{Bins: 77, Lower: -1, Upper: 1.5}})
	defer statistics.Release()
	imageTry(t, dev, statistics, gputest.Texture(t, dev, 65, 63, wild.texels), 0, wild)
}

// Bins of logarithms: each texel in the middle of a bin, since drivers round logarithms in their
// ways.
func TestImageHistogramOfLogarithms(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(5))
	h := ImageHistogram{Bins: 64, Lower: -10, Upper: 6, Log2: true}
	p := testImage{100, 37, make([]float32, 4*3700)}
	for i := range 3700 {
		v := float32(math.Exp2(float64(r.Intn(80)-8)/4 - 10 + 0.125))
		if s := r.Intn(100); s < 6 {
			v = [...]float32{0, -1, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()), float32(math.Copysign(0, -1))}[s]
		}
		p.texels[4*i+1] = v
	}
	texture := gputest.Texture(t, dev, p.width, p.height, p.texels)
	im := newImage(t, dev, ImageOptions{Op: Max, Weights: [4]float32{1: 1}, TileWidth: 8, TileHeight: 8, Histogram: h})
	defer im.Release()
	imageTry(t, dev, im, texture, 0, p)
}

// Levels of a mipmap, a base level of the texture's own, and formats.
func TestImageLevelsAndFormats(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(6))
	var levels [][]float32
	var images []testImage
	for l := range 6 {
		p := integerImage(r, max(1, 40>>l), max(1, 23>>l))
		images, levels = append(images, p), append(levels, p.texels)
	}
	texture := gputest.Texture(t, dev, 40, 23, levels...)
	im := newImage(t, dev, ImageOptions{Op: Max, TileWidth: 7, TileHeight: 7})
	defer im.Release()
	fixed := gputest.TextureOf(t, dev, gputest.Fixed, 40, 23, levels[:3]...)
	for _, base := range []int{0, 2, 9} {
		gputest.Run(t, dev, fmt.Sprint("base=", base), func(t *testing.T) {
			gputest.TextureLevels(t, texture, min(base, 2), 1000)
			gputest.TextureLevels(t, fixed, base, 1000)
			for l := min(base, 2); l < 6; l++ {
				imageTry(t, dev, im, texture, l, images[l])
				if l < 3 { // of fixed storage, a base behind the last level is the last level
					imageTry(t, dev, im, fixed, l, images[l])
				}
			}
		})
	}

	// One channel: the others read as 0, 0 and 1.
	p := testImage{40, 23, make([]float32, 4*40*23)}
	red := make([]float32, 40*23)
	for i := range red {
		red[i] = float32(r.NormFloat64())
		copy(p.texels[4*i:], []float32{red[i], 0, 0, 1})
	}
	imageTry(t, dev, im, gputest.TextureOf(t, dev, gputest.R32F, 40, 23, red), 0, p)

	// Normalised numbers: each texel by itself, as the format rounds it.
	for i := range p.texels {
		p.texels[i] = float32(r.Intn(256)) / 255
	}
	if gputest.ExpectedSubgroup() == 16 {
		return // Mesa 26 with 16-wide lanes crashes when a kernel fetches a texel of bytes
	}
	// Drivers divide by 255, or multiply by what is nearest to a 255th.
	mean := newImage(t, dev, ImageOptions{Op: Mean, TileWidth: 1, TileHeight: 1})
	defer mean.Release()
	imageTry(t, dev, mean, gputest.TextureOf(t, dev, gputest.RGBA8, 40, 23, p.texels), 0, p)
	for i := range p.texels {
		p.texels[i] = float32(r.Intn(255)-127) / 127
	}
	imageTry(t, dev, mean, gputest.TextureOf(t, dev, gputest.RGBA8Snorm, 40, 23, p.texels), 0, p)
}

// brightest finds the place of each tile's largest red.
var brightest = ImageCustom{
	Operator: gpu.Operator{
		GLSL: `struct Spot { float red; ivec2 at; };
Spot map(vec4 texel, ivec2 at) { return Spot(texel.r, at); }
Spot combine(Spot a, Spot b)
{
	bool first = a.red > b.red || (a.red == b.red && (a.at.y < b.at.y || (a.at.y == b.at.y && a.at.x < b.at.x)));
	return first ? a : b;
}
uvec4 finish(Spot s, uint texels) { return uvec4(s.at, floatBitsToUint(s.red), texels); }`,
		Item: "Spot", Bytes: 16, Identity: "Spot(-1e30, ivec2(0x7FFFFFFF))", Name: "brightest",
	},
	Result: "uvec4", ResultBytes: 16,
}

func TestImageCustom(t *testing.T) {
	dev := gputest.Device(t)
	p := integerImage(rand.New(rand.NewSource(7)), 257, 129)
	texture := gputest.Texture(t, dev, p.width, p.height, p.texels)
	for i, tune := range imageTunings(dev) {
		if !gputest.Share(i, 3) {
			continue
		}
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for _, tile := range [][2]int{{4 + 100*(i%2), 4}, {0, 0}} {
				gputest.Run(t, dev, fmt.Sprintf("tile=%dx%d", tile[0], tile[1]), func(t *testing.T) {
					p := integerImage(rand.New(rand.NewSource(7)), 257, 129)
					o := ImageOptions{Custom: &brightest, TileWidth: tile[0], TileHeight: tile[1], Tuning: tune}
					if i%2 == 0 {
						o.Histogram = ImageHistogram{Bins: 5, Lower: -3, Upper: 3}
					}
					im := newImage(t, dev, o)
					columns, rows := im.Size(p.width, p.height)
					w, h := o.tile(p.width, p.height)
					var want []uint32
					for k := range columns * rows {
						x0, y0 := k%columns*w, k/columns*h
						best, bx, by, n := float32(-1e30), 0, 0, 0
						for y := y0; y < min(y0+h, p.height); y++ {
							for x := x0; x < min(x0+w, p.width); x++ {
								n++
								if v := p.texels[4*(y*p.width+x)]; v > best {
									best, bx, by = v, x, y
								}
							}
						}
						want = append(want, uint32(bx), uint32(by), math.Float32bits(best), uint32(n))
					}
					// Records of 16 bytes begin where a binding can reach them.
					dst, histogram := gputest.WordsAt(t, dev, make([]uint32, len(want)), 64), gputest.Fresh(t, dev, 5)
					var err error
					if o.Histogram.Bins > 0 {
						err = im.ReduceHistogram(dst.View(), histogram.View(), texture, 0)
						_, counts := imageOracle(o, p)
						gputest.Equal(t, "counts", histogram.Get(), counts)
					} else {
						err = im.Reduce(dst.View(), texture, 0)
					}
					if err != nil {
						t.Fatal(err)
					}
					gputest.Equal(t, fmt.Sprint("spots of ", tile, " by ", gputest.Name(tune)), dst.Get(), want)
					im.Release()
				})
			}
		})
	}
	// An operator that looks at no texel: the sampler is not there.
	count := ImageCustom{Operator: gpu.Operator{
		GLSL: "uint map(vec4 texel, ivec2 at) { return 1u; } uint combine(uint a, uint b) { return a + b; }",
		Item: "uint", Bytes: 4, Identity: "0u",
	}}
	im := newImage(t, dev, ImageOptions{Custom: &count})
	defer im.Release()
	dst := gputest.Fresh(t, dev, 1)
	if err := im.Reduce(dst.View(), texture, 0); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "count", dst.Get(), []uint32{257 * 129})
}

// Scratch is the caller's: whatever lies in it; and results are the same bits on every run.
func TestImageInCallerScratch(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(8))
	o := ImageOptions{Op: Mean, TileWidth: 150, TileHeight: 100, Tuning: gpu.Tuning{Workers: 20}}
	im := newImage(t, dev, o)
	defer im.Release()
	p := integerImage(r, 257, 129)
	random := slices.Clone(p.texels)
	for i := range random {
		random[i] = r.Float32()
	}
	texture, other := gputest.Texture(t, dev, 257, 129, p.texels), gputest.Texture(t, dev, 257, 129, random)
	bytes, err := ImageScratchBytes(dev.Caps(), o, 257, 129)
	if err != nil || bytes == 0 {
		t.Fatal(bytes, err)
	}
	scratch := gputest.Words(t, dev, make([]uint32, bytes/4))
	im.UseScratch(scratch.View())
	dst := gputest.Fresh(t, dev, 16)
	if err := im.Reduce(dst.View(), other, 0); err != nil {
		t.Fatal(err)
	}
	first := dst.Get()
	for _, poison := range []uint32{0, 0xCDCDCDCD, 0xFFFFFFFF} {
		gputest.Run(t, dev, fmt.Sprint("poison=", poison), func(t *testing.T) {
			scratch.Fill(poison)
			imageTry(t, dev, im, texture, 0, p)
			scratch.Fill(poison)
			dst := gputest.Fresh(t, dev, 16)
			if err := im.Reduce(dst.View(), other, 0); err != nil {
				t.Fatal(err)
			}
			gputest.Equal(t, "again", dst.Get(), first)
			scratch.Get()
		})
	}
	if err := im.Reduce(scratch.View(), texture, 0); !errors.Is(err, gpu.ErrOverlap) {
		t.Errorf("scratch as dst: %v", err)
	}
	small, err := scratch.View().Slice(0, bytes-512)
	if err != nil {
		t.Fatal(err)
	}
	im.UseScratch(small)
	if err := im.Reduce(gputest.Fresh(t, dev, 16).View(), texture, 0); !errors.Is(err, gpu.ErrView) {
		t.Errorf("too little scratch: %v", err)
	}
	im.UseScratch(gpu.View{})
	imageTry(t, dev, im, texture, 0, p)
}

// The layout, without a device: every texel is some strip's, and no invocation's loops are long.
func TestImageLayout(t *testing.T) {
	r := rand.New(rand.NewSource(9))
	for range 20_000 {
		side := func(most int) int { return 1 + r.Intn(1+r.Intn(most)) }
		o := ImageOptions{TileWidth: r.Intn(side(40_000)), TileHeight: r.Intn(side(40_000)), Statistics: r.Intn(2) == 0}
		o.Workers = r.Intn(40)
		if r.Intn(2) == 0 {
			o.Histogram = ImageHistogram{Bins: 10, Upper: 1}
		}
		caps := gpu.Caps{MaxGroupInvocations: 1024, Multiprocessors: 1 + r.Intn(150)}
		caps.Subgroup = gpu.Subgroup{KHR: true, Size: 4 << r.Intn(4)}
		s, p, err := o.pick("NewImage", caps)
		if err != nil {
			t.Fatal(err)
		}
		width, height := side(32768), side(32768)
		l := o.layout(s, p, width, height)
		w, h := o.tile(width, height)
		sets := (l.tiles*l.strips*p.team + s.GroupSize - 1) / s.GroupSize
		turns := (sets + l.workers - 1) / l.workers
		texels := turns * ((l.stripTexels + p.team - 1) / p.team)
		if columns, rows := o.Size(width, height); columns != l.columns || rows != l.rows {
			t.Fatalf("%dx%d by %+v: %+v, Size says %d x %d", width, height, o, l, columns, rows)
		}
		if l.strips*l.stripTexels < w*h || (l.strips-1)*l.stripTexels >= w*h || texels+20*turns > 2*maxTexels || l.workers > sets {
			t.Fatalf("%dx%d by %+v (team %d of %d): %+v: %d texels in %d turns", width, height, o, p.team, s.GroupSize, l, texels, turns)
		}
		if l.strips > 1 && l.tiles > s.Workers && l.stripTexels <= maxTexels*s.GroupSize/2 {
			t.Fatalf("%dx%d by %+v: %+v: cut for no reason", width, height, o, l)
		}
	}
}
