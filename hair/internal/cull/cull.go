// SPDX-License-Identifier: MIT

// Package cull decides which segments a frame works on.
//
// Detail expands the strands that the level of detail keeps into scene.Expanded, for shadows. Front
// decides how wide each point is drawn by what the camera sees, and expands all strands for the
// stages that follow. Cull drops the segments that cannot show: those outside of the image, behind
// the head, or too small. It reads the head's depth and writes scene.Kept.
package cull

import (
	"fmt"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Cull drops segments. For what the head hides it keeps the farthest depth of each tile of the
// scene. A segment behind that in all tiles that it could touch would fail the depth test in every
// pixel.
type Cull struct {
	Farthest *gpu.Buffer[float32] // of each tile

	s       *scene.Scene
	keepAll bool
	compact *compact.Compactor
	tiles   *kernel.Kernel // nil without a head
	count   *kernel.Kernel // for CountCulled, made when first needed
	number  int            // of tiles
}

const (
	// DepthTile is the side of a tile in pixels: DEPTH_TILE in shaders/hair/depth_tile.glsl.
	DepthTile  = 8
	mostTiles  = 4 // that a segment may touch on a side to be looked up
	depthSlack = 4e-6
)

// The storage bindings of the predicates of strands and segments, beside the points at
// gpu.UserBinding.
const (
	firstBinding    = gpu.UserBinding + 1
	FarthestBinding = gpu.UserBinding + 1
)

// defined is the text of a predicate: a file, with constants.
func defined(c shaders.Constants, file string) string {
	text, err := c.Text()
	if err != nil {
		text = "#error " + err.Error() + "\n"
	}
	return text + "#include \"" + file + "\"\n"
}

// keepConstants are those of hair/segment_cull.glsl. Without a head nothing is hidden, and
// the test is compiled out: for four million segments an H200 took 85 us with the test and without
// a head, and 51 us without the test.
func keepConstants(head bool) shaders.Constants {
	return shaders.Constants{"BIND_POINTS": uint32(gpu.UserBinding), "BIND_FARTHEST": uint32(FarthestBinding), "HIDES": head,
		"MOST_TILES": mostTiles, "DEPTH_SLACK": float32(depthSlack)}
}

// compactOptions are the compaction's. The predicate reads the points at the first binding that is
// left to callers.
func compactOptions(c gpu.Caps, head, texels bool) compact.Options {
	o := compact.Options{
		Predicate:       scene.ReadsText(texels, "Points", "Farthest") + defined(keepConstants(head), "hair/keep.glsl#segment"),
		Record:          "uint",
		Name:            "the cull",
		Keyed:           true,
		Fetch:           "Ends",
		VerticesPerItem: 6,
	}
	if !c.Software {
		// A long predicate: more workgroups hide its latency. On an H200 cull and sort of 150,000
		// segments took 40 us by tiles of 2,048 segments and 52 by 8,192, of a million 72 and 83,
		// of four million 185 and 201.
		o.Tuning = gpu.Tuning{GroupSize: 512, ItemsPerThread: 4}
	}
	return o
}

func tilesSpec(samples int, traced, texels bool) kernel.Spec {
	return scene.Reads(scene.DepthSpec(kernel.Spec{File: "hair/tiles_depth.comp.glsl", Shape: scene.Flat, Buffers: []string{"Farthest", "Count"},
		Constants: shaders.Constants{"SAMPLES": samples}}, samples, traced), texels, "Depths")
}

func countSpec(head bool) kernel.Spec {
	return kernel.Spec{File: "hair/segments_count.comp.glsl", Shape: scene.Flat, Buffers: []string{"Segments", "CullCounts", "Count"}, Constants: keepConstants(head)}
}

// New compiles the cull and takes 8 bytes a segment. keepAll keeps every segment. Errors:
// gpu.ErrShader, gpu.ErrSelfTest, gpu.ErrOutOfMemory.
func New(s *scene.Scene, keepAll bool) (*Cull, error) {
	c := &Cull{s: s, keepAll: keepAll}
	if err := c.build(); err != nil {
		c.Release()
		return nil, err
	}
	return c, nil
}

func (c *Cull) build() (err error) {
	if c.compact, err = compact.New(c.s.Device, compactOptions(c.s.Device.Caps(), c.s.Head != nil, c.s.Texels)); err != nil {
		return err
	}
	if c.s.Head != nil {
		if c.tiles, err = kernel.New(c.s.Device, tilesSpec(c.s.Samples, c.s.Traces, c.s.Texels)); err != nil {
			return err
		}
	}
	for _, b := range []**gpu.Buffer[uint32]{&c.s.Kept.Segments, &c.s.Kept.Keys} {
		if *b, err = gpu.NewBuffer[uint32](c.s.Device, c.s.Hair.Segments); err != nil {
			return err
		}
	}
	c.publish()
	return nil
}

// publish writes the results of the latest compaction to the scene.
func (c *Cull) publish() {
	r := c.compact.Result()
	c.s.Kept.Count, c.s.Kept.Draw = r.Count, r.Draw
}

// Resize makes room for the tiles of an image.
func (c *Cull) Resize(width, height int) (err error) {
	c.Farthest.Release()
	c.number = ((width + DepthTile - 1) / DepthTile) * ((height + DepthTile - 1) / DepthTile)
	c.Farthest, err = gpu.NewBuffer[float32](c.s.Device, c.number)
	return err
}

// Run enqueues the cull. It writes the segments, their number and their keys.
func (c *Cull) Run() error {
	c.findDepths()
	c.bind()
	err := c.compact.CompactKeyed(c.s.Kept.Segments.View(), c.s.Kept.Keys.View(), c.s.Expanded.Segments.View(), c.s.Expanded.Counts[0])
	c.publish()
	return err
}

// findDepths enqueues the tiles' depths of the scene.
func (c *Cull) findDepths() {
	if c.tiles == nil || c.keepAll {
		return
	}
	c.s.ShowDepth(c.tiles, 2)
	c.tiles.SetBuffer(0, c.Farthest.View())
	if c.s.Traces {
		c.s.ReadWords(0, c.s.Traced.Depths)
	}
	c.tiles.SetCount(gpu.N(c.number))
	const each = scene.GroupSize / (DepthTile * DepthTile) // tiles a workgroup
	c.tiles.Dispatch((c.number + each - 1) / each)
	c.s.HideDepth()
	gl.BindFramebuffer(gl.FRAMEBUFFER, c.s.Canvas.Framebuffer)
	c.s.AfterDraw()
}

// bind binds what a result reads.
func (c *Cull) bind() {
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, gpu.UserBinding, c.s.Hair.Points.View().ID())
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, FarthestBinding, c.Farthest.View().ID())
	c.s.ReadVectors(0, c.s.Hair.Points.View())
	c.s.ReadFloats(1, c.Farthest.View())
}

// Counts has the number of segments that were kept, and dropped for each reason.
type Counts struct{ Kept, Outside, Hidden, Small int }

// CountCulled counts again what the latest frame's cull did, and waits for the numbers.
func (c *Cull) CountCulled() (v Counts, err error) {
	d := c.s.Device
	if c.count == nil {
		if c.count, err = kernel.New(d, countSpec(c.s.Head != nil)); err != nil {
			return v, err
		}
	}
	counts, err := gpu.NewBuffer[uint32](d, 4)
	if err != nil {
		return v, err
	}
	defer counts.Release()
	n := c.s.Expanded.Counts[0]
	c.bind()
	c.count.SetBuffer(0, c.s.Expanded.Segments.View())
	c.count.SetBuffer(1, counts.View())
	c.count.SetCount(n)
	c.count.Dispatch(scene.Groups(n.Max()))
	d.MemoryBarrier()
	words, err := counts.Download()
	if err != nil {
		return v, err
	}
	return Counts{int(words[0]), int(words[1]), int(words[2]), int(words[3])}, nil
}

// Check fails if a cull kept another number of segments than CountCulled counted.
func (v Counts) Check(kept int) error {
	if v.Kept != kept {
		return fmt.Errorf("hair: Inspect: the cull kept %d segments, want %d: %w", kept, v.Kept, gpu.ErrSelfTest)
	}
	return nil
}

// Release frees the kernels and buffers.
func (c *Cull) Release() {
	if c == nil {
		return
	}
	c.compact.Release()
	c.tiles.Release()
	c.count.Release()
	c.Farthest.Release()
	c.s.Kept.Segments.Release()
	c.s.Kept.Keys.Release()
}
