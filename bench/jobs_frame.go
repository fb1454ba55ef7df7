// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// A frame of hair. The camera turns from frame to frame and the lights are fixed to the world.
const (
	moving = "moving" // the shadow is found anew for each frame, as for hair that moves
	still  = "still"  // hair and lights stay as they are, so the shadow of the first frame is kept
)

// wholeFrame is the variant of the row of all stages together. The rows of its stages follow
// under their names.
const wholeFrame = "frame"

var frameVariant = variant{name: wholeFrame, about: "with what comb takes by itself in each stage; its stages have rows of their own"}

// The camera goes through some views, each turned so far from the one before, and begins again.
const viewAngle = 0.02 // radians

// views is their number. Images below leastImage are for tests and software.
func views(height int) int {
	if height < leastImage {
		return 2
	}
	return 8
}

func (m maker) frameJob() *job {
	j, s := m.frameOf(m.height, shadowSize(m.height))
	j.row.Memory = frameMemory(m.n, m.height, m.heads)
	if j.err == nil {
		j.err = s.resize(m.d, wide(m.height), m.height)
	}
	for i := 0; i < views(m.height) && j.err == nil; i++ {
		j.err = s.renderer.Reserve(s.view(i))
	}
	if errors.Is(j.err, gpu.ErrOutOfMemory) {
		j.err = fmt.Errorf("it takes about %s of video memory: %v: %w", gibibytes(j.row.Memory), j.err, errNoRow)
	}
	return j
}

// quickHeightSoftware is the height of the image of -quick in software. It shows no bust, whose
// mesh takes longer than the hair.
const quickHeightSoftware = 90

// leastImage is the lowest image that has light maps of the usual size.
const leastImage = 360

// shadowSize is the size of the light maps; 0 is the usual one.
func shadowSize(height int) int {
	if height < leastImage {
		return height
	}
	return 0
}

// frameOf is a frame whose first call makes the image, as in a program that starts.
func (m maker) frameOf(height, shadow int) (*job, *hairScene) {
	j, s := m.newHairJob(wholeFrame, hairKind{segments: m.n, heads: max(1, m.heads), bust: height != quickHeightSoftware, shadow: shadow})
	if j.err != nil {
		return j, s
	}
	j.row.N = s.segments
	j.row.Note = imageName(height, m.heads)
	calls := 0
	j.mark = func(timer *gpu.Timer) error {
		if err := s.resize(m.d, wide(height), height); err != nil {
			return err
		}
		if m.dist == moving {
			s.renderer.RedoShadow()
		}
		calls++
		return s.renderer.Frame(s.view(calls), hair.Target{Texture: s.color}, timer)
	}
	j.run = func() error { return j.mark(nil) }
	j.stages = hair.Stages()
	j.check = s.check
	return j, s
}

// wide is the width of an image of 16:9.
func wide(height int) int { return height * 16 / 9 }

// imageName is the note of a row: the image, and the heads where there are several.
func imageName(height, heads int) string {
	name := fmt.Sprintf("%dx%d", wide(height), height)
	if heads > 1 {
		name += fmt.Sprintf(", %d heads", heads)
	}
	if height == quickHeightSoftware {
		name += ", no bust"
	}
	return name
}

// view is the camera of a call.
func (s *hairScene) view(call int) hair.Camera {
	c := s.camera
	c.Azimuth += viewAngle * float32(call%views(s.height))
	return c
}

// frameMemory is about how many bytes of video memory a row takes. A segment takes 244: 44 for
// its point (place, colour, light that reaches it, light that it sends) and 200 for lists of
// segments and tiles and for records. Several heads, which have a level of detail, take 20 more. A
// pixel takes 120, and the light maps 128 MiB.
func frameMemory(segments, height, heads int) int64 {
	segment := int64(244)
	if heads > 1 {
		segment += 20
	}
	return segment*int64(segments) + 120*int64(wide(height)*height) + 128<<20
}

// fits refuses a scene that the device has no memory for.
func (m maker) fits(bytes int64) error {
	const pointBytes = 16
	if most := int64(m.d.Caps().MaxStorageBytes); pointBytes*int64(m.n) > most {
		return fmt.Errorf("its points take %s, a buffer of this driver has at most %s: %w", gibibytes(pointBytes*int64(m.n)), gibibytes(most), errNoRow)
	}
	if !m.d.Caps().Has("GL_NVX_gpu_memory_info") {
		return nil
	}
	const available = 0x9049 // GPU_MEMORY_INFO_CURRENT_AVAILABLE_VIDMEM_NVX, in KiB
	var free int32
	gl.GetIntegerv(available, &free)
	if free := int64(free) << 10; free > 0 && bytes > free {
		return fmt.Errorf("it takes about %s, %s of video memory are free: %w", gibibytes(bytes), gibibytes(free), errNoRow)
	}
	return nil
}

func gibibytes(n int64) string { return fmt.Sprintf("%.2f GiB", float64(n)/(1<<30)) }

// check says whether the latest frame is right as far as can be said without another renderer:
// the counts agree, the segments are in order, all found room, and there is hair in the image.
func (s *hairScene) check() error {
	if err := s.inOrder(); err != nil {
		return err
	}
	pixels := make([]byte, 4*s.width*s.height)
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, s.framebuffer)
	gl.ReadPixels(0, 0, int32(s.width), int32(s.height), gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(pixels))
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, 0)
	if share := edges(pixels); share < leastEdges {
		return fmt.Errorf("hair: %.2f %% of the image's pixels differ from their neighbours, want %.0f %% and more: there is no hair", 100*share, 100*leastEdges)
	}
	return nil
}

// leastEdges is the share of pixels that an image with hair has beside clearly different ones.
// A backdrop alone has none.
const leastEdges = 0.01

// edges is the share of pixels whose green differs by more than 8 of 255 from that of the pixel
// before.
func edges(pixels []byte) float64 {
	n := 0
	for i := 5; i < len(pixels); i += 4 {
		if d := int(pixels[i]) - int(pixels[i-4]); d > 8 || d < -8 {
			n++
		}
	}
	return float64(n) / float64(max(1, len(pixels)/4))
}

// inOrder says whether the counts of the latest frame agree and its segments are in order.
func (s *hairScene) inOrder() error {
	d, err := s.renderer.Inspect()
	if err != nil {
		return err
	}
	switch {
	case d.Segments == 0 || d.Segments > d.Expanded || d.Expanded > s.segments:
		return fmt.Errorf("hair: of %d segments %d were expanded and %d drawn, want some", s.segments, d.Expanded, d.Segments)
	case d.Outside+d.Hidden+d.Small+d.Segments != d.Expanded:
		return fmt.Errorf("hair: %+v: the parts are not as many as were expanded", d)
	case d.Inversions != 0 || d.Leftover != 0:
		return fmt.Errorf("hair: of %d segments %d are out of order and %d fragments found no room, want none", d.Segments, d.Inversions, d.Leftover)
	}
	return nil
}

// sideBySide makes copies of a set and a head, in rows of six side by side.
func sideBySide(set *strands.Set, head *groom.Head, heads int) (*strands.Set, *groom.Head) {
	const across = 6
	low, high := set.Bounds()
	for _, v := range head.Vertices {
		for a := range 3 {
			low[a], high[a] = min(low[a], v[a]/set.Unit), max(high[a], v[a]/set.Unit)
		}
	}
	all, busts := *set, &groom.Head{}
	all.First, all.Points, all.Thickness, all.Opacity, all.Color = []uint32{0}, nil, nil, nil, nil
	for i := range heads {
		by := mgl32.Vec3{float32(i%across) * 1.05 * (high[0] - low[0]), float32(i/across) * 1.05 * (high[1] - low[1])}
		points, vertices := uint32(len(all.Points)), uint32(len(busts.Vertices))
		for _, f := range set.First[1:] {
			all.First = append(all.First, points+f)
		}
		for _, p := range set.Points {
			all.Points = append(all.Points, p.Add(by))
		}
		all.Thickness = append(all.Thickness, set.Thickness...)
		all.Opacity = append(all.Opacity, set.Opacity...)
		all.Color = append(all.Color, set.Color...)
		for _, v := range head.Vertices {
			busts.Vertices = append(busts.Vertices, v.Add(by.Mul(set.Unit)))
		}
		busts.Normals = append(busts.Normals, head.Normals...)
		busts.Scalp = append(busts.Scalp, head.Scalp...)
		busts.Open = append(busts.Open, head.Open...)
		for _, v := range head.Indices {
			busts.Indices = append(busts.Indices, vertices+v)
		}
	}
	return &all, busts
}
