// SPDX-License-Identifier: MIT

package reduce

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

func TestImageRefusesCustom(t *testing.T) {
	dev := gputest.Device(t)
	change := func(f func(*ImageCustom)) *ImageCustom {
		c := brightest
		f(&c)
		return &c
	}
	for what, c := range map[string]struct {
		c        *ImageCustom
		want     error
		wantText string
	}{
		"nothing":          {&ImageCustom{}, gpu.ErrArgument, "GLSL"},
		"another item":     {change(func(c *ImageCustom) { c.Bytes = 32 }), gpu.ErrArgument, "16"},
		"another result":   {change(func(c *ImageCustom) { c.ResultBytes = 32 }), gpu.ErrArgument, "16"},
		"a result of 0":    {change(func(c *ImageCustom) { c.ResultBytes = 0 }), gpu.ErrArgument, "Result"},
		"no such function": {change(func(c *ImageCustom) { c.GLSL = "\n\nfloat f() { return nothing; }" + c.GLSL }), gpu.ErrShader, "brightest:3"},
	} {
		gputest.Run(t, dev, what, func(t *testing.T) {
			_, err := NewImage(dev, ImageOptions{Custom: c.c})
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.wantText) {
				t.Errorf("%s: %v, want %v that says %q", what, err, c.want, c.wantText)
			}
			gputest.DropMessages(t, dev)
		})
	}
	im := newImage(t, dev, ImageOptions{Custom: &brightest})
	defer im.Release()
	texture := gputest.Texture(t, dev, 3, 3, make([]float32, 36))
	odd := gputest.WordsAt(t, dev, make([]uint32, 4), 5)
	if err := im.Reduce(odd.View(), texture, 0); dev.Caps().StorageAlignment > 4 && !errors.Is(err, gpu.ErrView) {
		t.Errorf("records at an odd word: %v", err)
	}
}

func TestImageRefuses(t *testing.T) {
	dev := gputest.Device(t)
	nan := math.NaN()
	for i, o := range []ImageOptions{
		{Op: ArgMin}, {Op: ArgMax, Weighted: true}, {Op: 9}, {Op: -1, Weighted: true},
		{TileWidth: -1}, {TileHeight: -16},
		{Weights: [4]float32{float32(nan)}}, {Weighted: true, Weights: [4]float32{1, 0, 0, float32(math.Inf(1))}},
		{Histogram: ImageHistogram{Upper: 1}}, {Histogram: ImageHistogram{Bins: -1, Upper: 1}},
		{Histogram: ImageHistogram{Bins: maxImageBins + 1, Upper: 1}}, {Histogram: ImageHistogram{Bins: 3}},
		{Histogram: ImageHistogram{Bins: 3, Lower: 1}}, {Histogram: ImageHistogram{Bins: 3, Upper: nan}},
		{Histogram: ImageHistogram{Bins: 3, Lower: math.Inf(-1), Upper: 2}}, {Histogram: ImageHistogram{Bins: 3, Upper: 1e300}},
		{Histogram: ImageHistogram{Bins: 1, Upper: math.MaxFloat32}}, {Histogram: ImageHistogram{Bins: 1000, Upper: 0x1p-100}},
		{Tuning: gpu.Tuning{Lanes: 99}},
		{Op: Statistics}, {Op: Statistics, Weighted: true}, {Statistics: true, Op: Max}, {Statistics: true, Weighted: true},
		{Weights: [4]float32{1}}, {Custom: &brightest, Op: Max}, {Custom: &brightest, Weighted: true}, {Custom: &brightest, Statistics: true},
	} {
		gputest.Run(t, dev, fmt.Sprint("options=", i), func(t *testing.T) {
			if im, err := NewImage(dev, o); !errors.Is(err, gpu.ErrArgument) || im != nil {
				t.Errorf("%+v: %v", o, err)
			}
			if _, err := ImageScratchBytes(dev.Caps(), o, 10, 10); !errors.Is(err, gpu.ErrArgument) {
				t.Errorf("scratch of %+v: %v", o, err)
			}
		})
	}
	for _, size := range [][2]int{{0, 10}, {10, 0}, {1 << 32, 1 << 32}, {1, 1 << 31}} {
		if _, err := ImageScratchBytes(dev.Caps(), ImageOptions{}, size[0], size[1]); !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("scratch for %v texels: %v", size, err)
		}
	}

	plain := newImage(t, dev, ImageOptions{Op: Mean, TileWidth: 5, TileHeight: 5})
	counting := newImage(t, dev, ImageOptions{Op: Mean, TileWidth: 5, TileHeight: 5, Histogram: ImageHistogram{Bins: 9, Upper: 1}})
	texture := gputest.Texture(t, dev, 10, 7, make([]float32, 280)) // 2x2 results
	dst, bins := gputest.Fresh(t, dev, 16), gputest.Fresh(t, dev, 9)
	before := [][]uint32{slices.Clone(dst.Get()), slices.Clone(bins.Get())}
	part := func(v gpu.View, from, to int) gpu.View {
		p, err := v.Slice(4*from, 4*to)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	d, b := dst.View(), bins.View()
	for _, c := range []struct {
		what string
		err  error
		want error
	}{
		{"a word too few", plain.Reduce(part(d, 0, 15), texture, 0), gpu.ErrView},
		{"no dst", plain.Reduce(gpu.View{}, texture, 0), gpu.ErrView},
		{"no texture", plain.Reduce(d, 0, 0), gpu.ErrTexture},
		{"an unknown texture", plain.Reduce(d, 12345, 0), gpu.ErrTexture},
		{"no such level", plain.Reduce(d, texture, 1), gpu.ErrTexture},
		{"a negative level", plain.Reduce(d, texture, -1), gpu.ErrTexture},
		{"far too high a level", plain.Reduce(d, texture, 1<<40), gpu.ErrTexture},
		{"integers", plain.Reduce(d, gputest.TextureOf(t, dev, gputest.RGBA8UI, 10, 7), 0), gpu.ErrTexture},
		{"signed integers", plain.Reduce(d, gputest.TextureOf(t, dev, gputest.R32I, 10, 7), 0), gpu.ErrTexture},
		{"depth", plain.Reduce(d, gputest.TextureOf(t, dev, gputest.Depth24, 10, 7), 0), gpu.ErrTexture},
		{"Reduce of a counting one", counting.Reduce(d, texture, 0), gpu.ErrArgument},
		{"ReduceHistogram of another", plain.ReduceHistogram(d, b, texture, 0), gpu.ErrArgument},
		{"a bin too few", counting.ReduceHistogram(d, part(b, 0, 8), texture, 0), gpu.ErrView},
		{"no histogram", counting.ReduceHistogram(d, gpu.View{}, texture, 0), gpu.ErrView},
		{"histogram in dst", counting.ReduceHistogram(d, part(d, 3, 12), texture, 0), gpu.ErrOverlap},
	} {
		gputest.Run(t, dev, c.what, func(t *testing.T) {
			if !errors.Is(c.err, c.want) {
				t.Errorf("%s: %v, want %v", c.what, c.err, c.want)
			}
		})
	}
	gputest.Equal(t, "dst after refusals", dst.Get(), before[0])
	gputest.Equal(t, "histogram after refusals", bins.Get(), before[1])
	for _, im := range []*Image{plain, counting} {
		im.Release()
		im.Release()
	}
	if err := plain.Reduce(d, texture, 0); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
	if err := counting.ReduceHistogram(d, b, texture, 0); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
}

func TestImageAllocatesNothing(t *testing.T) {
	for _, preserve := range []bool{false, true} {
		t.Run(fmt.Sprint("preserve=", preserve), func(t *testing.T) {
			dev := gputest.DeviceWith(t, gpu.Options{PreserveState: preserve})
			texture := gputest.Texture(t, dev, 100, 90, make([]float32, 4*9000))
			dst, bins := gputest.Fresh(t, dev, 4).View(), gputest.Fresh(t, dev, 10).View()
			im := newImage(t, dev, ImageOptions{Op: Max, Histogram: ImageHistogram{Bins: 10, Upper: 1}})
			run := func() {
				if err := im.ReduceHistogram(dst, bins, texture, 0); err != nil {
					t.Fatal(err)
				}
			}
			run() // warm-up: scratch
			if allocs := testing.AllocsPerRun(10, run); allocs != 0 {
				t.Errorf("%v allocations a call", allocs)
			}
			im.Release()
		})
	}
}

// A program's own textures and samplers come back, or the last unit is left empty as the doc says.
func TestImageState(t *testing.T) {
	for _, preserve := range []bool{true, false} {
		t.Run(fmt.Sprint("preserve=", preserve), func(t *testing.T) {
			dev := gputest.DeviceWith(t, gpu.Options{PreserveState: preserve})
			texture := gputest.Texture(t, dev, 100, 90, make([]float32, 4*9000))
			mine := gputest.Texture(t, dev, 1, 1, make([]float32, 4))
			integers := gputest.TextureOf(t, dev, gputest.R32I, 4, 4)
			dst, bins := gputest.Fresh(t, dev, 4).View(), gputest.Fresh(t, dev, 10).View()
			im := newImage(t, dev, ImageOptions{Op: Max, Histogram: ImageHistogram{Bins: 10, Upper: 1}})
			for _, id := range []uint32{texture, integers} {
				gputest.BindTextures(mine)
				before := gputest.BoundTextures()
				if err := im.ReduceHistogram(dst, bins, id, 0); (err != nil) != (id == integers) {
					t.Fatal(err)
				}
				after := gputest.BoundTextures()
				if !preserve {
					for name := range after {
						if strings.HasPrefix(name, "storage") {
							before[name] = after[name]
						}
					}
					before["last texture"], before["program"] = 0, 0
					if id == texture {
						before["last sampler"] = 0
					}
				}
				if !maps.Equal(before, after) {
					t.Errorf("PreserveState %v, texture %d: %v became %v", preserve, id, before, after)
				}
			}
			im.Release()
		})
	}
}

func TestShadersImage(t *testing.T) {
	var all []kernel.Spec
	bins := ImageHistogram{Bins: 300, Upper: 1, Log2: true}
	for i, shape := range gputest.Shapes() {
		for j, o := range []ImageOptions{
			{Op: Mean}, {Op: Min, Weighted: true, TileWidth: 8, TileHeight: 8, Histogram: bins}, {Statistics: true},
			{Custom: &brightest, TileWidth: 1, TileHeight: 1, Histogram: bins},
		} {
			if (i+j)%2 != 0 {
				continue // half of them with each lane count: what they differ in has little to do with it
			}
			caps := gpu.Caps{MaxGroupInvocations: 1024, Multiprocessors: 4}
			caps.Subgroup = gpu.Subgroup{KHR: true, Ballot: true, Size: shape.LaneCount}
			o.Lanes = shape.Lanes
			s, p, err := o.pick("NewImage", caps)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, imageSpecs(s, p, o)[:2]...) // tiles and combine
		}
	}
	gputest.Validate(t, all)
}
