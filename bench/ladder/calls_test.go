// SPDX-License-Identifier: MIT

package ladder

import (
	"errors"
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/go-gl/gl/v4.3-core/gl"
)

func TestRungNamesAreUnique(t *testing.T) {
	for _, list := range [][]Rung{Rungs(), Tiles()} {
		names := map[string]bool{}
		for _, r := range list {
			if names[r.Name] || r.Name == "" || r.About == "" || len(r.Name) > 19 || len(r.About) > 78 || strings.Contains(r.About, "\n") {
				t.Errorf("%q: %q", r.Name, r.About)
			}
			names[r.Name] = true
		}
	}
	if s := fmt.Sprint(operators, elements, Operator(4), Element(-1)); s != "[sum mean min max] [f32 vec4] operator(4) element(-1)" {
		t.Error(s)
	}
}

// A refusal names the rung and the reason.
func TestRefusals(t *testing.T) {
	dev := gputest.Device(t)
	for _, c := range []struct {
		rung string
		op   Operator
		el   Element
		n    int
		want error
		says string
	}{
		{"mipmap-points", Min, F32, 10, ErrRung, "mipmap-points: mipmaps average"},
		{"mipmap-instanced", Max, Vec4, 10, ErrRung, "no max"},
		{"atomic-device", Sum, F32, 10, ErrRung, "atomic-device: GLSL 4.30 has no atomics that add floats"},
		{"atomic-shared", Mean, Vec4, 10, ErrRung, "add floats"},
		{"pyramid-gather-r", Sum, Vec4, 10, ErrRung, "one channel"},
		{"serial", Sum, F32, 1<<20 + 1, gpu.ErrTooLarge, "serial: 1048577 items of f32, at most"},
		{"bucket", Sum, F32, 10, gpu.ErrArgument, "bucket: there is no such rung"},
		{"ours", Operator(4), F32, 10, gpu.ErrArgument, "operator(4)"},
		{"ours", Sum, Element(2), 10, gpu.ErrArgument, "element(2)"},
		{"ours", Sum, F32, 0, gpu.ErrCount, "0 items, from 1"},
		{"ours", Sum, F32, -5, gpu.ErrCount, "-5 items"},
		{"unrolled", Sum, Vec4, dev.Caps().MaxStorageBytes/16 + 1, gpu.ErrTooLarge, fmt.Sprint(dev.Caps().MaxStorageBytes / 16)},
	} {
		gputest.Run(t, dev, fmt.Sprintf("%s,%v,%v,n=%d", c.rung, c.op, c.el, c.n), func(t *testing.T) {
			gputest.LeavesNothing(t, dev, c.rung, func() {
				if _, err := New(dev, c.rung, c.op, c.el, c.n); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
					t.Errorf("%s, %v of %d %v: %v, want %v that says %q", c.rung, c.op, c.n, c.el, err, c.want, c.says)
				}
			})
		})
	}
	if dev.Caps().Software {
		if _, err := New(dev, "serial", Sum, F32, 1<<15+1); !errors.Is(err, gpu.ErrTooLarge) || !strings.Contains(err.Error(), "at most 32768: this driver cuts long loops short") {
			t.Error(err)
		}
	}
	// Squares that no driver has.
	r := &Reducer{d: dev, rung: "pyramid", n: 1 << 40}
	c := canvas{r: r}
	if c.square(1<<40, 1); !errors.Is(r.err, gpu.ErrTooLarge) || !strings.Contains(r.err.Error(), "texels a side") {
		t.Error(r.err)
	}
}

// Sides of squares, and how items are dealt out, without a driver.
func TestPlans(t *testing.T) {
	for n, want := range map[int]dealing{4096: {64, 64, 64, 1}, 1: {1, 1, 1, 1}, 2: {1, 2, 2, 1}, 5000: {71, 71, 71, 1}} {
		if l := square(n, false); l != want {
			t.Errorf("%d items: %+v, want %+v", n, l, want)
		}
		if l := square(n, true); l.across != 1 || l.along != want.shares || l.shares*l.each < n {
			t.Errorf("%d items, strided: %+v", n, l)
		}
	}
	for n, want := range map[int]int{1: 64, 4096: 64, 4097: 128, 1 << 20: 1024, 1 << 30: 1024} {
		if g := aloneGroup(gpu.Caps{MaxGroupInvocations: 2048}, n); g != want {
			t.Errorf("%d items: a workgroup of %d, want %d", n, g, want)
		}
	}
}

func TestBadCalls(t *testing.T) {
	dev := gputest.Device(t)
	const n = 300
	gputest.Each(t, dev, "", namesOf(Rungs()), func(t *testing.T, rung string) {
		r := made(t, dev, rung, Max, Vec4, n)
		if r == nil {
			return
		}
		src := gputest.Fresh(t, dev, 4*n+4)
		short, _ := src.View().Slice(0, 16*n-4)
		odd := gputest.WordsAt(t, dev, make([]uint32, 4*n), 69)
		for what, c := range map[string]struct {
			v    gpu.View
			want error
		}{
			"no view": {gpu.View{}, gpu.ErrView}, "too few items": {short, gpu.ErrView},
		} {
			gputest.Run(t, dev, what, func(t *testing.T) {
				if err := r.Run(c.v); !errors.Is(err, c.want) {
					t.Errorf("%s: %s: %v, want %v", rung, what, err, c.want)
				}
			})
		}
		// Words may begin anywhere; rungs that read vec4 say so.
		if err := r.Run(odd.View()); err != nil && !errors.Is(err, gpu.ErrView) {
			t.Errorf("%s: items from an odd word: %v", rung, err)
		}
		r.Release()
		r.Release()
		if err := r.Run(src.View()); !errors.Is(err, gpu.ErrReleased) {
			t.Errorf("%s: after Release: %v", rung, err)
		}
		src.Free()
		odd.Free()
	})
}

// litter sets all of GL's state that could spoil a drawing, and returns what state there is.
func litter(dev *gpu.Device, t *testing.T) {
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	var vao uint32
	gl.GenVertexArrays(1, &vao)
	gl.BindVertexArray(vao)
	gputest.BindTextures(gputest.Texture(t, dev, 1, 1, []float32{1, 2, 3, 4}))
	for _, name := range switches {
		gl.Enable(name)
	}
	gl.Enable(gl.BLEND)
	gl.Enable(gl.SCISSOR_TEST)
	gl.Scissor(0, 0, 0, 0)
	gl.Viewport(3, 4, 5, 6)
	gl.CullFace(gl.FRONT_AND_BACK)
	gl.DepthFunc(gl.NEVER)
	gl.StencilFunc(gl.NEVER, 0, 0)
	gl.LogicOp(gl.CLEAR)
	gl.PolygonMode(gl.FRONT_AND_BACK, gl.POINT)
	gl.PointSize(7)
	gl.ColorMask(false, true, false, true)
	gl.BlendEquationSeparate(gl.FUNC_SUBTRACT, gl.MIN)
	gl.BlendFuncSeparate(gl.DST_COLOR, gl.ZERO, gl.DST_ALPHA, gl.SRC_ALPHA)
	gl.ClearColor(5, 6, 7, 8)
}

func stateNow() map[string]string {
	state := map[string]string{}
	for name, v := range gputest.BoundTextures() {
		state[name] = fmt.Sprint(v)
	}
	for _, name := range slices.Concat(switches[:], []uint32{gl.BLEND, gl.SCISSOR_TEST}) {
		state[fmt.Sprintf("enabled 0x%X", name)] = fmt.Sprint(gl.IsEnabled(name))
	}
	for name, n := range map[uint32]int{
		gl.DRAW_FRAMEBUFFER_BINDING: 1, gl.READ_FRAMEBUFFER_BINDING: 1, gl.VERTEX_ARRAY_BINDING: 1, gl.VIEWPORT: 4,
		gl.SCISSOR_BOX: 4, gl.POLYGON_MODE: 1, gl.POINT_SIZE: 1, gl.COLOR_WRITEMASK: 4, gl.BLEND_EQUATION_RGB: 1,
		gl.BLEND_EQUATION_ALPHA: 1, gl.BLEND_SRC_RGB: 1, gl.BLEND_DST_RGB: 1, gl.BLEND_SRC_ALPHA: 1, gl.BLEND_DST_ALPHA: 1,
		gl.COLOR_CLEAR_VALUE: 4, gl.COPY_READ_BUFFER_BINDING: 1, gl.COPY_WRITE_BUFFER_BINDING: 1, gl.CULL_FACE_MODE: 1,
	} {
		var v [4]float32
		gl.GetFloatv(name, &v[0])
		state[fmt.Sprintf("0x%X", name)] = fmt.Sprint(v[:n])
	}
	return state
}

// A program's state neither spoils a rung nor is changed by it.
func TestStateIsRestored(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{PreserveState: true})
	const n = 1000
	litter(dev, t)
	gputest.Each(t, dev, "", []Operator{Mean, Max}, func(t *testing.T, op Operator) {
		gputest.Each(t, dev, "", elements, func(t *testing.T, el Element) {
			items := whole(rand.New(rand.NewSource(3)), op, n*el.Bytes()/4)
			src := source(t, dev, el, items)
			gputest.Each(t, dev, "", shareOf(namesOf(Rungs()), int(op)/2+int(el)), func(t *testing.T, rung string) {
				before := stateNow()
				r := made(t, dev, rung, op, el, n)
				if r == nil {
					return
				}
				matches(t, dev, r, src.View(), items)
				r.Release()
				if after := stateNow(); !maps.Equal(before, after) {
					for name, v := range before {
						if after[name] != v {
							t.Errorf("%s: %s was %s, is %s", rung, name, v, after[name])
						}
					}
				}
			})
			src.Free()
		})
	})
}

// An ordinary run takes sums of f32 and minima of vec4.
func TestRungsLeakNothing(t *testing.T) {
	dev := gputest.Device(t)
	gputest.Each(t, dev, "", elements, func(t *testing.T, el Element) {
		src := source(t, dev, el, make([]float32, 5000*el.Bytes()/4))
		gputest.Each(t, dev, "", shareOf(namesOf(Rungs()), int(el)), func(t *testing.T, rung string) {
			for k, op := range []Operator{Sum, Min} {
				if !gputest.Share(k+int(el), 2) {
					continue
				}
				gputest.Run(t, dev, op.String(), func(t *testing.T) {
					gputest.LeavesNothing(t, dev, rung, func() {
						if r := made(t, dev, rung, op, el, 5000); r != nil {
							if err := r.Run(src.View()); err != nil {
								t.Error(err)
							}
							r.Release()
						}
					})
				})
			}
		})
		src.Free()
	})
}

// A run takes no memory of Go's. What it takes of GL's would be left behind.
func TestRunsAllocateNothing(t *testing.T) {
	dev := gputest.Device(t)
	src := source(t, dev, F32, make([]float32, 1000))
	gputest.Each(t, dev, "", namesOf(Rungs()), func(t *testing.T, rung string) {
		op := Sum
		if can(dev, rung, op, F32, 1000) != nil {
			op = Min
		}
		r := made(t, dev, rung, op, F32, 1000)
		if r == nil {
			return
		}
		v := src.View()
		if allocs := testing.AllocsPerRun(5, func() {
			if err := r.Run(v); err != nil {
				t.Fatal(err)
			}
		}); allocs > 0 {
			t.Errorf("%s allocates %v times", rung, allocs)
		}
		r.Release()
	})
}
