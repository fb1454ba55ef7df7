// SPDX-License-Identifier: MIT

package hair

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/scatter"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// wantError fails unless an error is of a kind and has a text.
func wantError(t *testing.T, err, kind error, text string) {
	t.Helper()
	if !errors.Is(err, kind) || !strings.Contains(fmt.Sprint(err), text) {
		t.Errorf("got error %q, want %q: %v", fmt.Sprint(err), text, kind)
	}
}

// A camera that sees nothing is refused, with the field and its range.
func TestCamerasThatSeeNothingAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	r, _ := render(t, dev, tuft(5), Options{Light: LightOptions{Shadow: NoShadow}}, front, 32, 24)
	framebuffer := newTarget(t, 32, 24)
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	good := front(r)
	for _, c := range []struct {
		set  func(c *Camera)
		text string
	}{
		{func(c *Camera) { *c = Camera{} }, "Camera.Distance is 0, want a finite number above 0"},
		{func(c *Camera) { *c = Fit(mgl32.Vec3{-1, -1, -1}, mgl32.Vec3{1, 1, 1}, 0) }, "Camera.Distance is +Inf"},
		{func(c *Camera) { c.Distance = -1 }, "Camera.Distance is -1"},
		{func(c *Camera) { c.Distance = nan }, "Camera.Distance is NaN"},
		{func(c *Camera) { c.Target[1] = nan }, "Camera.Target is ["},
		{func(c *Camera) { c.Azimuth = nan }, "Camera.Azimuth is NaN"},
		{func(c *Camera) { c.Elevation = inf }, "Camera.Elevation is +Inf"},
		{func(c *Camera) { c.FieldOfView = nan }, "Camera.FieldOfView is NaN"},
		{func(c *Camera) { c.FieldOfView = 0 }, "Camera.FieldOfView is 0"},
		{func(c *Camera) { c.FieldOfView = 30 }, "Camera.FieldOfView is 30, want above 0 and below pi (radians)"},
	} {
		camera := good
		c.set(&camera)
		wantError(t, r.Frame(camera, Target{Framebuffer: framebuffer}, nil), gpu.ErrArgument, "hair: Frame: "+c.text)
		wantError(t, r.Order(camera), gpu.ErrArgument, "hair: Order: "+c.text)
		wantError(t, r.Reserve(camera), gpu.ErrArgument, "hair: Reserve: "+c.text)
		_, err := r.Image(camera)
		wantError(t, err, gpu.ErrArgument, "hair: Image: "+c.text)
		_, err = r.ShadowErrors(camera, nil, 1)
		wantError(t, err, gpu.ErrArgument, "hair: ShadowErrors: "+c.text)
	}
}

// A target that nothing can be drawn into is refused, and OpenGL has no error of it.
func TestTargetsWithoutAnImageAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	r, _ := render(t, dev, tuft(5), Options{Light: LightOptions{Shadow: NoShadow}}, front, 32, 24)
	var empty uint32
	gl.GenFramebuffers(1, &empty)
	defer gl.DeleteFramebuffers(1, &empty)
	gl.BindFramebuffer(gl.FRAMEBUFFER, empty)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	window := gl.CheckFramebufferStatus(gl.FRAMEBUFFER) == gl.FRAMEBUFFER_COMPLETE
	for _, c := range []struct {
		framebuffer uint32
		text        string
	}{{0, "the target is framebuffer 0 of status 0x8219, want a context with a window"}, {777, "the target is framebuffer 777, want a framebuffer of this context"}, {empty, "of status 0x8CD7, want a complete one"}} {
		if c.framebuffer == 0 && window {
			continue
		}
		for range 2 {
			wantError(t, r.Frame(front(r), Target{Framebuffer: c.framebuffer}, nil), gpu.ErrArgument, c.text)
		}
	}
	to := newTarget(t, 32, 24)
	for _, size := range [][2]int{{32, 0}, {0, 24}, {-1, 24}, {-1, -1}} {
		wantError(t, r.Frame(front(r), Target{Framebuffer: to, Width: size[0], Height: size[1]}, nil), gpu.ErrArgument, fmt.Sprintf("the target has %dx%d pixels", size[0], size[1]))
	}
	wantError(t, r.Frame(front(r), Target{Framebuffer: to, Width: 1 << 30, Height: 24}, nil), gpu.ErrTooLarge, "the target has 1073741824x24 pixels, want up to ")
	if err := r.Frame(front(r), Target{Framebuffer: to}, nil); err != nil {
		t.Error(err)
	}
	if err := dev.Check(); err != nil {
		t.Error(err)
	}
}

// Numbers that are none leave a share whole, and are refused elsewhere. What was set stays.
func TestSettersRefuseWhatCannotBe(t *testing.T) {
	dev := gputest.Device(t)
	r, want := render(t, dev, tuft(30), Options{Light: LightOptions{Shadow: NoShadow}}, front, 32, 24)
	nan := float32(math.NaN())
	dark := DefaultEnvironment()
	dark[3][1] = nan
	wantError(t, r.SetExposure(nan), gpu.ErrArgument, "hair: SetExposure: got NaN, want above 0 and up to 1e+06")
	wantError(t, r.SetExposure(-1), gpu.ErrArgument, "got -1")
	wantError(t, r.SetExposure(0), gpu.ErrArgument, "got 0")
	wantError(t, r.SetToneMap(99), gpu.ErrArgument, "hair: SetToneMap: got tone map 99, want 0 to 2")
	wantError(t, r.SetOrder(99), gpu.ErrArgument, "hair: SetOrder: got order 99, want 0 to 2")
	wantError(t, r.SetOrder(-1), gpu.ErrArgument, "got order -1")
	wantError(t, r.SetLights(nil, &dark), ErrLight, "hair: SetLights: e[3] is [")
	r.SetDetail(nan)
	r.SetExposureFollow(nan)
	if r.follow != 1 {
		t.Errorf("the exposure follows by %v, want 1", r.follow)
	}
	framebuffer := newTarget(t, 32, 24)
	if err := r.Frame(front(r), Target{Framebuffer: framebuffer}, nil); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "the image", readTarget(framebuffer, 32, 24), want)
	_, err := NewRenderer(dev, r.m, Options{Light: LightOptions{Environment: &dark}})
	wantError(t, err, ErrLight, "hair: NewRenderer: Options.Light.Environment[3] is [")
}

// A dye that no light can meet is refused before anything compiles.
func TestDyesThatCannotBeAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	o := Options{Light: LightOptions{Shadow: NoShadow}}
	target := newTarget(t, 32, 24)
	r, want := render(t, dev, tuft(30), o, front, 32, 24)
	for _, bad := range []float64{math.NaN(), math.Inf(1), -0.1, 2e6} {
		dye := scatter.RGB{0.5, bad, 0.5}
		wantError(t, r.SetFibre(scatter.Defaults(), &dye), gpu.ErrArgument, "hair: SetFibre: dye is [0.5 ")
		o.Shading.Dye = &dye
		_, err := NewRenderer(dev, r.m, o)
		wantError(t, err, gpu.ErrArgument, "hair: NewRenderer: Options.Shading.Dye is [0.5 ")
	}
	o.Shading.Dye, o.Shading.Fibre = nil, scatter.Hair{Roughness: math.NaN()}
	_, err := NewRenderer(dev, r.m, o)
	wantError(t, err, gpu.ErrArgument, "hair: NewRenderer: Options.Shading.Fibre: scatter: got a roughness of NaN")
	black := scatter.Defaults().Absorption(scatter.Seen(0, 0, 0))
	if err := r.SetFibre(scatter.Defaults(), &black); err != nil {
		t.Error(err)
	}
	if err := r.SetFibre(scatter.Defaults(), nil); err != nil {
		t.Error(err)
	}
	gputest.Equal(t, "the image", frameOf(t, r, front(r), target, 32, 24), want)
}

// A renderer keeps its own lights: the caller may change theirs, which nobody checks again.
func TestLightsAreCopied(t *testing.T) {
	dev := gputest.Device(t)
	target := newTarget(t, 32, 24)
	lights, around := DefaultLights(), DefaultEnvironment()
	nan := float32(math.NaN())
	spoil := func() {
		lights[0].Strength, lights[1].Direction, around[0] = nan, mgl32.Vec3{}, mgl32.Vec3{nan, nan, nan}
	}
	r, want := render(t, dev, tuft(30), Options{Light: LightOptions{Shadow: NoShadow, Lights: lights, Environment: &around}}, front, 32, 24)
	spoil()
	gputest.Equal(t, "the image with the options' lights", frameOf(t, r, front(r), target, 32, 24), want)
	lights, around = DefaultLights(), DefaultEnvironment()
	if n := testing.AllocsPerRun(10, func() {
		if err := r.SetLights(lights, &around); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("SetLights: %v allocations", n)
	}
	spoil()
	gputest.Equal(t, "the image with the lights that were set", frameOf(t, r, front(r), target, 32, 24), want)
}

// ShadowErrors refuses what it cannot compare before it computes the exact shadow.
func TestShadowErrorsRefuseWhatCannotBe(t *testing.T) {
	dev := gputest.Device(t)
	r, _ := render(t, dev, tuft(5), Options{Light: LightOptions{Shadow: NoShadow}}, front, 32, 24)
	r.SetStop(func() bool { t.Error("a shadow was computed"); return true })
	for text, call := range map[string]func() error{
		"got shadow 99, want 0 to 7":                          func() error { _, err := r.ShadowErrors(front(r), []Shadow{NoShadow, 99}, 1); return err },
		"got shadow -1, want 0 to 7":                          func() error { _, err := r.ShadowErrors(front(r), []Shadow{-1}, 1); return err },
		"got 2 lights and 0 points":                           func() error { _, err := r.ShadowErrors(front(r), nil, 0); return err },
		"got 2 lights and 16777217 points, want 1 or more of": func() error { _, err := r.ShadowErrors(front(r), nil, MaxErrorPoints+1); return err },
	} {
		wantError(t, call(), gpu.ErrArgument, "hair: ShadowErrors: "+text)
	}
}

func TestNamesOfUnknownMethodsAreNumbers(t *testing.T) {
	for _, v := range []int{-1, 99} {
		got := fmt.Sprint(Shadow(v), Shading(v), Transparency(v), Order(v), ToneMap(v))
		want := fmt.Sprintf("shadow(%[1]d) shading(%[1]d) transparency(%[1]d) order(%[1]d) tonemap(%[1]d)", v)
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// A head whose arrays do not fit each other is refused.
func TestHeadsWithBadArraysAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	m, err := NewModel(dev, tuft(3))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Release()
	nan := float32(math.NaN())
	for text, set := range map[string]func(h *groom.Head){
		"Options.Head has no vertices":                                  func(h *groom.Head) { *h = groom.Head{} },
		"Options.Head has 0 normals, want 1200 as vertices":             func(h *groom.Head) { h.Normals = nil },
		"Options.Head.Scalp has 2 values, want 1200 as vertices":        func(h *groom.Head) { h.Scalp = h.Scalp[:2] },
		"Options.Head.Open has 1 values, want 1200 as vertices, or nil": func(h *groom.Head) { h.Open = []float32{1} },
		"Options.Head has 4 indices, want a multiple of 3":              func(h *groom.Head) { h.Indices = h.Indices[:4] },
		"Options.Head.Indices[1] is 1200, want below the 1200 vertices": func(h *groom.Head) { h.Indices[1] = 1200 },
		"Options.Head.Vertices[7] is [NaN":                              func(h *groom.Head) { h.Vertices[7][0] = nan },
		"Options.Head.Normals[7] is [NaN":                               func(h *groom.Head) { h.Normals[7][0] = nan },
		"Options.Head.Scalp[7] is NaN":                                  func(h *groom.Head) { h.Scalp[7] = nan },
		"Options.Head.Open[7] is NaN":                                   func(h *groom.Head) { h.Open = slices.Repeat([]float32{nan}, len(h.Vertices))[:]; clear(h.Open[:7]) },
	} {
		h := ball(0.1)
		set(h)
		_, err := NewRenderer(dev, m, Options{Head: h})
		wantError(t, err, gpu.ErrArgument, "hair: NewRenderer: "+text)
	}
}

// Hair that nobody can see is refused, unless the options make it opaque or wide.
func TestModelsThatNobodySeesAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	clear, narrow := tuft(3), tuft(3)
	clear.DefaultOpacity, narrow.DefaultThickness = 0, 0
	for _, c := range []struct {
		set  *strands.Set
		o    Options
		text string
	}{
		{clear, Options{Strands: StrandOptions{Opacity: 0.5}}, "opacity 0, want more or Options.Strands.Opacity"},
		{narrow, Options{Debug: DebugOptions{WidthPixels: 1}}, "width 0, want more or Options.Debug.WidthPixels"},
	} {
		m, err := NewModel(dev, c.set)
		if err != nil {
			t.Fatal(err)
		}
		defer m.Release()
		_, err = NewRenderer(dev, m, Options{})
		wantError(t, err, gpu.ErrArgument, "hair: NewRenderer: all points of the model have "+c.text)
		c.o.Light.Shadow = NoShadow
		r, err := NewRenderer(dev, m, c.o)
		if err != nil {
			t.Fatal(err)
		}
		r.Release()
	}
}

// Calls after a release, before Resize or without a Device name the operation and what is missing.
func TestCallsOutOfOrderAreNamed(t *testing.T) {
	dev := gputest.Device(t)
	_, err := NewModel(nil, tuft(3))
	wantError(t, err, gpu.ErrReleased, "hair: NewModel: gpu: the Device is nil")
	m, err := NewModel(dev, tuft(3))
	if err != nil {
		t.Fatal(err)
	}
	_, err = NewRenderer(nil, m, Options{})
	wantError(t, err, gpu.ErrReleased, "hair: NewRenderer: gpu: the Device is nil")
	o := Options{Light: LightOptions{Shadow: NoShadow}, Transparency: TransparencyOptions{Method: Tiles}}
	r, err := NewRenderer(dev, m, o)
	if err != nil {
		t.Fatal(err)
	}
	camera, target := front(r), Target{Framebuffer: newTarget(t, 32, 24)}
	wantError(t, r.Frame(camera, target, nil), gpu.ErrArgument, "hair: Frame: called before Resize: invalid argument")
	if err := r.Resize(32, 24); err != nil {
		t.Fatal(err)
	}
	wantError(t, r.Order(camera), gpu.ErrArgument, "hair: Order: called before Frame: invalid argument")
	if err := r.Frame(camera, target, nil); err != nil {
		t.Fatal(err)
	}
	calls := map[string]func() error{
		"Frame": func() error { return r.Frame(camera, target, nil) }, "Order": func() error { return r.Order(camera) },
		"Reserve": func() error { return r.Reserve(camera) }, "Resize": func() error { return r.Resize(8, 8) },
		"Inspect": func() error { _, err := r.Inspect(); return err }, "Linear": func() error { _, err := r.Linear(); return err },
		"Image":     func() error { _, err := r.Image(camera); return err },
		"SetShadow": func() error { return r.SetShadow(VolumeShadow) }, "SetDraft": func() error { return r.SetDraft(true) },
		"SetOrder": func() error { return r.SetOrder(Unsorted) }, "SetKeyBits": func() error { return r.SetKeyBits(8) },
		"SetShadowSize": func() error { return r.SetShadowSize(64) }, "SetLights": func() error { return r.SetLights(nil, nil) },
		"SetExposure": func() error { return r.SetExposure(1) }, "SetToneMap": func() error { return r.SetToneMap(AgX) },
	}
	m.Release()
	_, err = NewRenderer(dev, m, o)
	wantError(t, err, gpu.ErrReleased, "hair: NewRenderer: the Model: released")
	for _, m := range []*Model{m, nil} {
		_, err = m.Moving(0.1)
		wantError(t, err, gpu.ErrReleased, "hair: Moving: the Model: released")
	}
	for name, call := range calls {
		wantError(t, call(), gpu.ErrReleased, "hair: "+name+": the Model: released")
	}
	r.Release()
	r.Release() // does nothing
	for name, call := range calls {
		wantError(t, call(), gpu.ErrReleased, "hair: "+name+": the Renderer: released")
	}
	r = nil
	for name, call := range calls {
		wantError(t, call(), gpu.ErrReleased, "hair: "+name+": the Renderer is nil")
	}
	if err := dev.Check(); err != nil {
		t.Error(err)
	}
}

// Image has the pixels of a frame, the top row first.
func TestImageMatchesFrame(t *testing.T) {
	dev := gputest.Device(t)
	const width, height = 61, 43
	r, rows := render(t, dev, tuft(100), Options{Transparency: TransparencyOptions{Method: Tiles}}, front, width, height)
	img, err := r.Image(front(r))
	if err != nil {
		t.Fatal(err)
	}
	if b := img.Bounds(); b.Dx() != width || b.Dy() != height {
		t.Fatalf("got %v, want %dx%d", b, width, height)
	}
	for y := range height {
		for k, v := range img.Pix[y*img.Stride:][:4*width] {
			want := rows[4*width*(height-1-y)+k]
			if d := int(v) - int(want); d < -1 || d > 1 { // a framebuffer's image is rounded to 16 bits first
				t.Fatalf("byte %d of row %d is %d, want %d", k, y, v, want)
			}
		}
	}
}

// Reads of pixels do not depend on the host's state, and leave it as it is.
func TestReadsIgnoreTheHostsPixelState(t *testing.T) {
	dev := gputest.Device(t)
	r := newRenderer(t, dev, tuft(9), Options{Light: LightOptions{Shadow: NoShadow}}, 24, 16)
	read := func() (pixels []byte, light []float32) {
		img, err := r.Image(front(r))
		if err != nil {
			t.Fatal(err)
		}
		l, err := r.Linear()
		if err != nil {
			t.Fatal(err)
		}
		return img.Pix, l.Pixels
	}
	pixels, light := read()
	buffer := gputest.Words(t, dev, make([]uint32, 4096))
	gl.PixelStorei(gl.PACK_ROW_LENGTH, 64)
	gl.PixelStorei(gl.PACK_SKIP_ROWS, 3)
	gl.BindBuffer(gl.PIXEL_PACK_BUFFER, buffer.View().ID())
	defer func() {
		gl.PixelStorei(gl.PACK_ROW_LENGTH, 0)
		gl.PixelStorei(gl.PACK_SKIP_ROWS, 0)
		gl.BindBuffer(gl.PIXEL_PACK_BUFFER, 0)
	}()
	again, lightAgain := read()
	if !slices.Equal(pixels, again) || !slices.Equal(light, lightAgain) {
		t.Error("with the host's pixel state the image is another one")
	}
	var row, bound int32
	gl.GetIntegerv(gl.PACK_ROW_LENGTH, &row)
	gl.GetIntegerv(gl.PIXEL_PACK_BUFFER_BINDING, &bound)
	if row != 64 || uint32(bound) != buffer.View().ID() {
		t.Errorf("a row has %d pixels and the buffer is %d, want 64 and %d", row, bound, buffer.View().ID())
	}
}
