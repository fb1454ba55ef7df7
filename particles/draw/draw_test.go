// SPDX-License-Identifier: MIT

package draw

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/particles"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

type spark struct {
	Position [3]float32
	ID       uint32
	Velocity [3]float32
	Age      float32
}

type tint struct{ Color [4]float32 }

const (
	look   = "Sprite look(Particle p) { if (view[3][3] != 1.0 || projection[3][3] != 0.0) p.position.x += 9.0; return Sprite(p.position, 0.5, u.color * glow(p.age), vec3(0.0), 0.0); }"
	ribbon = "Ribbon ribbon(Particle p, float t) { return Ribbon(0.2, vec4(u.color.rgb, 1.0 - t), 1.0); }"
)

func options() particles.Options {
	return particles.Options{
		Capacity: 10, Record: spark{}, Uniforms: tint{[4]float32{1, 0.5, 0.25, 1}}, Slots: true,
		Init:     "void init(inout Particle p, Birth b) { p.position = b.position; p.velocity = vec3(10.0, 0.0, 0.0); }",
		Update:   "bool update(inout Particle p) { p.position += p.velocity * dt; return true; }",
		Emitters: []particles.Emitter{{}},
		Curves:   []particles.Curve{{Name: "glow", Keys: []particles.Key{{Value: [4]float32{1, 1, 1, 1}}}}},
		Sort:     particles.Sort{By: particles.ByDepth}, Trail: particles.Trail{Points: 8},
	}
}

// screen is a framebuffer of floats, with depth.
type screen struct{ framebuffer, color, depth uint32 }

const size = 64

func newScreen(t *testing.T) *screen {
	s := &screen{}
	gl.GenFramebuffers(1, &s.framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, s.framebuffer)
	for _, x := range []struct {
		name             *uint32
		format, attached uint32
	}{{&s.color, gl.RGBA32F, gl.COLOR_ATTACHMENT0}, {&s.depth, gl.DEPTH_COMPONENT32F, gl.DEPTH_ATTACHMENT}} {
		gl.GenTextures(1, x.name)
		gl.BindTexture(gl.TEXTURE_2D, *x.name)
		gl.TexStorage2D(gl.TEXTURE_2D, 1, x.format, size, size)
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
		gl.FramebufferTexture2D(gl.FRAMEBUFFER, x.attached, gl.TEXTURE_2D, *x.name, 0)
	}
	gl.BindTexture(gl.TEXTURE_2D, 0)
	gl.Viewport(0, 0, size, size)
	t.Cleanup(func() {
		gl.DeleteFramebuffers(1, &s.framebuffer)
		gl.DeleteTextures(1, &s.color)
		gl.DeleteTextures(1, &s.depth)
	})
	return s
}

// clear sets the depth everywhere.
func (s *screen) clear(depth float64) {
	gl.ClearDepth(depth)
	gl.Clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
}

func (s *screen) pixel(x, y int32) (c [4]float32) {
	gl.ReadPixels(x, y, 1, 1, gl.RGBA, gl.FLOAT, gl.Ptr(&c[0]))
	return c
}

// read reads the whole image.
func (s *screen) read(pixels []float32) {
	gl.ReadPixels(0, 0, size, size, gl.RGBA, gl.FLOAT, gl.Ptr(pixels))
}

func near(a, b [4]float32) bool {
	for i := range a {
		if d := a[i] - b[i]; d > 0.02 || d < -0.02 {
			return false
		}
	}
	return true
}

// A sprite, its ribbon, and what a depth buffer takes away of both.
func TestDraw(t *testing.T) {
	dev := gputest.Device(t)
	s, err := particles.New(dev, options())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	gputest.LeavesNothing(t, dev, "a renderer", func() {
		for _, o := range []Options{{Look: look}, {Ribbon: ribbon}, {Look: look, Ribbon: ribbon, Shade: "float shade(vec2 at) { return 1.0; }"}} {
			r, err := New(dev, s, o)
			if err != nil {
				t.Fatal(err)
			}
			r.Release()
			r.Release()
		}
	})
	r, err := New(dev, s, Options{Look: look, Ribbon: ribbon})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	camera := particles.Camera{View: mgl32.LookAtV(mgl32.Vec3{0, 0, 5}, mgl32.Vec3{}, mgl32.Vec3{0, 1, 0}), Projection: mgl32.Perspective(1, 1, 1, 9), Near: 1, Far: 9}
	s.SetCamera(camera)
	out := newScreen(t)
	out.clear(1)
	shot := func(target Target) {
		if err := r.Draw(camera, target); err != nil {
			t.Fatal(err)
		}
	}
	shot(Target{})
	if c := out.pixel(32, 32); c != [4]float32{} {
		t.Errorf("nothing lives, and %v is drawn", c)
	}
	if err := s.Emit(0, 1); err != nil {
		t.Fatal(err)
	}
	s.Emitter(0).At = [3]float32{-1, 0, 0}
	for range 5 { // from -1 by 1/5 a step: at 0 in the end
		if err := s.Step(0.02); err != nil {
			t.Fatal(err)
		}
	}
	out.clear(1)
	gl.DepthFunc(gl.LESS)
	gl.Enable(gl.CULL_FACE)
	gl.BlendFunc(gl.ONE, gl.ZERO)
	shot(Target{Exposure: 2})
	if c := out.pixel(32, 32); !near(c, [4]float32{1.94, 0.97, 0.485, 0.97}) {
		t.Errorf("the sprite's middle is %v", c)
	}
	if c := out.pixel(32, 34); c[3] < 0.5 || c[3] >= 1 {
		t.Errorf("beside its middle the sprite is %v", c)
	}
	// Its trail goes on to the left: from -0.8 to 0; at -0.6 the ribbon shows alone.
	if c := out.pixel(25, 32); c[3] != 0 || c[0] < 0.3 || c[0] > 1.9 {
		t.Errorf("the ribbon is %v", c)
	}
	for x, y := int32(15), int32(32); x < 64; x += 32 {
		if c := out.pixel(x, y); c != [4]float32{} {
			t.Errorf("outside of both there is %v at %d", c, x)
		}
	}
	if !gl.IsEnabled(gl.CULL_FACE) || gl.IsEnabled(gl.BLEND) || gl.IsEnabled(gl.DEPTH_TEST) {
		t.Error("Draw leaves another state than it found")
	}
	gl.Disable(gl.CULL_FACE)

	wall := func(z float32) float64 {
		p := mgl32.Mat4(camera.Projection).Mul4x1(mgl32.Vec4{0, 0, z - 5, 1})
		return float64(p[2]/p[3])*0.5 + 0.5
	}
	out.clear(wall(0.1)) // before the sprite
	shot(Target{})
	if c := out.pixel(32, 32); c != [4]float32{} {
		t.Errorf("behind a wall there is %v", c)
	}
	// A depth texture of its own, as the framebuffer's may not be read while it is tested.
	var other uint32
	gl.GenTextures(1, &other)
	defer gl.DeleteTextures(1, &other)
	gl.BindTexture(gl.TEXTURE_2D, other)
	depth := make([]float32, size*size)
	for i := range depth {
		depth[i] = float32(wall(-0.5))
	}
	// The default filter, which reads levels that are not there.
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.DEPTH_COMPONENT32F, size, size, 0, gl.DEPTH_COMPONENT, gl.FLOAT, gl.Ptr(depth))
	gl.BindTexture(gl.TEXTURE_2D, 0)
	out.clear(1)
	shot(Target{Depth: other, Soft: 1}) // half its distance before the wall: half is left
	if c := out.pixel(32, 32); c[3] < 0.46 || c[3] > 0.54 {
		t.Errorf("the soft sprite is %v", c)
	}
	if n := testing.AllocsPerRun(20, func() { shot(Target{Depth: other, Soft: 1}) }); n != 0 {
		t.Errorf("Draw allocates %v times", n)
	}
	for _, bad := range []Target{{Soft: -1}, {Soft: float32(math.NaN())}, {Exposure: -1}, {Exposure: float32(math.Inf(1))}} {
		if err := r.Draw(camera, bad); !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("Draw with %+v: %v", bad, err)
		}
	}
	if err := dev.Check(); err != nil {
		t.Error(err)
	}
	r.Release()
	if err := r.Draw(camera, Target{}); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("Draw after Release: %v", err)
	}
}

// What Draw cannot draw into, or read, is an error of the call, which draws nothing and leaves no
// error of OpenGL.
func TestBadTargetsAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	s, err := particles.New(dev, options())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	r, err := New(dev, s, Options{Look: look, Ribbon: ribbon})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	good := particles.Camera{View: mgl32.Ident4(), Projection: mgl32.Perspective(1, 1, 1, 9)}
	nan := good
	nan.View[3] = float32(math.NaN())
	out := newScreen(t)
	var empty uint32
	gl.GenFramebuffers(1, &empty)
	defer gl.DeleteFramebuffers(1, &empty)
	var textures [3]uint32 // a cube, one without storage, one that is deleted
	gl.GenTextures(3, &textures[0])
	gl.BindTexture(gl.TEXTURE_CUBE_MAP, textures[0])
	gl.BindTexture(gl.TEXTURE_CUBE_MAP, 0)
	gl.DeleteTextures(1, &textures[2])
	defer gl.DeleteTextures(2, &textures[0])
	for _, c := range []struct {
		framebuffer uint32
		camera      particles.Camera
		depth       uint32
		wantText    string
	}{
		{0, good, 0, "the current framebuffer is 0 of status 0x8219, want a context with a window"},
		{empty, good, 0, fmt.Sprintf("the current framebuffer is %d of status 0x8CD7, want a complete one (0x8CD5)", empty)},
		{out.framebuffer, particles.Camera{Projection: good.Projection}, 0, "the camera's View is [0 0"},
		{out.framebuffer, particles.Camera{View: good.View}, 0, "the camera's Projection is [0 0"},
		{out.framebuffer, nan, 0, "the camera's View is [1 0 0 NaN"},
		{out.framebuffer, good, out.depth, fmt.Sprintf("Target.Depth is %d, which is attached to the current framebuffer, want a copy of it", out.depth)},
		{out.framebuffer, good, textures[0], fmt.Sprintf("Target.Depth is %d, want the name of a GL_TEXTURE_2D, or 0", textures[0])},
		{out.framebuffer, good, textures[1], fmt.Sprintf("Target.Depth is %d, a texture without storage", textures[1])},
		{out.framebuffer, good, textures[2], fmt.Sprintf("Target.Depth is %d, want the name of a GL_TEXTURE_2D, or 0", textures[2])},
	} {
		gputest.Run(t, dev, "says="+c.wantText, func(t *testing.T) {
			gl.BindFramebuffer(gl.FRAMEBUFFER, c.framebuffer)
			if c.framebuffer == 0 && gl.CheckFramebufferStatus(gl.FRAMEBUFFER) == gl.FRAMEBUFFER_COMPLETE {
				return // a context with a window
			}
			if err := r.Draw(c.camera, Target{Depth: c.depth, Soft: 1}); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "draw: Draw: "+c.wantText) {
				t.Errorf("%v, expected %s", err, c.wantText)
			}
			if err := dev.Check(); err != nil {
				t.Error(err)
			}
			gputest.DropMessages(t, dev)
		})
	}
}

func TestBadDrawOptionsAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	o := options()
	s, err := particles.New(dev, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	o.Trail, o.VerticesPerItem = particles.Trail{}, 1
	points, err := particles.New(dev, o)
	if err != nil {
		t.Fatal(err)
	}
	defer points.Release()
	for _, c := range []struct {
		s        *particles.System
		o        Options
		is       error
		wantText string
	}{
		{s, Options{}, gpu.ErrArgument, "neither Look nor Ribbon"},
		{s, Options{Ribbon: "Ribbon ribbon(Particle p, float t) { return Ribbon(1.0, vec4(1.0), 0.0); }", Shade: "float shade(vec2 at) { return 1.0; }"}, gpu.ErrArgument, "Shade is given without a Look"},
		{points, Options{Ribbon: ribbon}, gpu.ErrArgument, "without a Trail"},
		{points, Options{Look: look}, gpu.ErrArgument, "count 1"},
		{s, Options{Look: "uniform float width;\n" + look}, gpu.ErrArgument, "Look declares the uniform width, which nothing sets, want a field of particles.Options.Uniforms"},
		{s, Options{Look: look, Shade: "uniform float hard;\nfloat shade(vec2 at) { return hard; }"}, gpu.ErrArgument, "Shade declares the uniform hard, which nothing sets, want a constant"},
		{s, Options{Look: look, DepthUnit: 1 << 20}, gpu.ErrUnsupported, "texture units"},
		{s, Options{Look: "\nSprite look(Particle p) { return p; }"}, gpu.ErrShader, "Look:2"},
		{s, Options{Look: "vec4 look(Particle p) { return vec4(1.0); }"}, gpu.ErrShader, "Look:1"},
		{s, Options{Look: look, Shade: "float shade(vec2 at) { return x; }"}, gpu.ErrShader, "Shade:1"},
		{s, Options{Look: look, Shade: "vec4 shade(vec2 at) { return vec4(1.0); }"}, gpu.ErrShader, "Shade:1"},
		{s, Options{Ribbon: "vec4 ribbon(Particle p, float t) { return vec4(1.0); }"}, gpu.ErrShader, "Ribbon:1"},
		{s, Options{Ribbon: "Ribbon ribbon(Particle p, float t) { return t; }"}, gpu.ErrShader, "Ribbon:1"},
	} {
		gputest.Run(t, dev, "says="+c.wantText, func(t *testing.T) {
			if r, err := New(dev, c.s, c.o); r != nil || !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.wantText) {
				t.Errorf("%v, expected %s", err, c.wantText)
			}
			gputest.DropMessages(t, dev)
		})
	}
}

// allSources are the shaders of a renderer with Look and Ribbon.
func allSources(t *testing.T, dev *gpu.Device) [][2]kernel.Shader {
	s, err := particles.New(dev, options()) // for its declarations
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	all, err := sources(s, Options{Look: look, Ribbon: ribbon})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A curve may have any name that New of a system accepts, whatever draw's vertex shaders contain.
func TestCurvesDoNotCollideWithDraw(t *testing.T) {
	dev := gputest.Device(t)
	all := allSources(t, dev)
	global := regexp.MustCompile(`(?m)^(?:layout\([^)]*\) |flat |out |uniform |readonly |buffer |struct |#define |[a-z]+[234]? )+(\w+)|\{ \w+ (\w+)\[\]`)
	names := map[string]bool{"tint": true, "order": true, "exposure": true, "corner": true, "look": true, "ribbon": true}
	for _, pair := range all {
		for _, m := range global.FindAllStringSubmatch(pair[0].Source.Text, -1) {
			names[m[1]+m[2]] = true
		}
	}
	delete(names, "glow") // of options, as a function and as a member
	refused := 0
	for name := range names {
		o := options()
		o.Curves = append(o.Curves, particles.Curve{Name: name, Keys: []particles.Key{{}}})
		s, err := particles.New(dev, o)
		if err != nil {
			if !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), strconv.Quote(name)) {
				t.Errorf("a system with the curve %s: %v", name, err)
			}
			refused++
			continue
		}
		r, err := New(dev, s, Options{Look: look, Ribbon: ribbon})
		if err != nil {
			t.Errorf("a renderer with the curve %s: %v", name, err)
		}
		r.Release()
		s.Release()
	}
	if refused < 20 || refused > len(names)-5 {
		t.Errorf("%d of %d names are refused: %v", refused, len(names), names)
	}
}

func TestShadersDraw(t *testing.T) {
	for _, pair := range allSources(t, gputest.Device(t)) {
		gputest.ValidateSource(t, pair[0].File, "vert", pair[0].Source)
		gputest.ValidateSource(t, pair[1].File, "frag", pair[1].Source)
	}
}

// New names itself in the error for a Device that is none.
func TestNilDeviceIsRefused(t *testing.T) {
	for _, d := range []*gpu.Device{nil, {}} {
		if r, err := New(d, nil, Options{}); r != nil || !errors.Is(err, gpu.ErrReleased) || !strings.HasPrefix(err.Error(), "draw: New: ") {
			t.Errorf("%v", err)
		}
	}
}
