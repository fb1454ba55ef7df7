// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// occlusion finds what the head hides: the farthest depth of each tile of the scene. A segment that lies behind that in
// all tiles it could touch would fail the depth test in every pixel.
type occlusion struct {
	r        *Renderer
	tiles    *gpu.Kernel // nil without a head
	count    *gpu.Kernel // for judge, made when first needed
	farthest *gpu.Buffer[float32]
	number   int // of tiles
}

const (
	depthTile  = 8 // pixels: DEPTH_TILE in shaders/hair/depth_tile.glsl
	mostTiles  = 4 // that a segment may touch on a side to be looked up
	depthSlack = 4e-6
)

// defined is a predicate's text: a file, with constants.
func defined(c shaders.Constants, file string) string {
	text, err := c.Text()
	if err != nil {
		text = "#error " + err.Error() + "\n"
	}
	return text + "#include \"" + file + "\"\n"
}

// verdictConstants are what hair/segment_verdict.glsl needs. Without a head nothing is hidden: the look at it, though no invocation came
// to it, took an H200 85 us of four million segments where the cull without it takes 51.
func verdictConstants(head bool) shaders.Constants {
	return shaders.Constants{"BIND_POINTS": uint32(gpu.UserBinding), "BIND_FARTHEST": uint32(farthestBinding), "HIDES": head,
		"MOST_TILES": mostTiles, "DEPTH_SLACK": float32(depthSlack)}
}

func tilesSpec(samples int, traced bool) gpu.Spec {
	return sceneDepth(gpu.Spec{File: "hair/tiles_depth.comp.glsl", Shape: flat, Buffers: []string{"Farthest", "Count"},
		Constants: shaders.Constants{"SAMPLES": samples}}, samples, traced)
}

func judgeSpec(head bool) gpu.Spec {
	return gpu.Spec{File: "hair/segments_judge.comp.glsl", Shape: flat, Buffers: []string{"Segments", "Verdicts", "Count"}, Constants: verdictConstants(head)}
}

func newOcclusion(r *Renderer) (o *occlusion, err error) {
	o = &occlusion{r: r}
	if r.o.Head != nil {
		o.tiles, err = r.d.NewKernel(tilesSpec(r.o.Samples, r.o.tracesHead()))
	}
	return o, err
}

// resize makes room for a picture's tiles.
func (o *occlusion) resize(width, height int) (err error) {
	o.farthest.Release()
	o.number = ((width + depthTile - 1) / depthTile) * ((height + depthTile - 1) / depthTile)
	o.farthest, err = gpu.NewBuffer[float32](o.r.d, o.number)
	return err
}

// find enqueues: the tiles' depths of the scene that was drawn.
func (o *occlusion) find() {
	if o.tiles == nil || o.r.o.KeepAll {
		return
	}
	o.r.showSceneDepth(o.tiles, 2)
	o.tiles.SetBuffer(0, o.farthest.View())
	o.tiles.SetCount(gpu.N(o.number))
	const each = groupSize / (depthTile * depthTile) // tiles a workgroup
	o.tiles.Dispatch((o.number + each - 1) / each)
	o.r.hideSceneDepth()
	gl.BindFramebuffer(gl.FRAMEBUFFER, o.r.canvas.framebuffer)
	o.r.wrote()
}

// bind gives a verdict what it reads.
func (o *occlusion) bind() {
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, gpu.UserBinding, o.r.m.points.View().ID())
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, farthestBinding, o.farthest.View().ID())
}

// judge counts anew what the latest frame's cull did, and waits for the numbers.
func (o *occlusion) judge(d *Drawn) (err error) {
	if o.count == nil {
		if o.count, err = o.r.d.NewKernel(judgeSpec(o.r.o.Head != nil)); err != nil {
			return err
		}
	}
	verdicts, err := gpu.NewBuffer[uint32](o.r.d, 4)
	if err != nil {
		return err
	}
	defer verdicts.Release()
	n := o.r.thin.segments(1)
	o.bind()
	o.count.SetBuffer(0, o.r.segments.View())
	o.count.SetBuffer(1, verdicts.View())
	o.count.SetCount(n)
	o.count.Dispatch((n.Max() + groupSize - 1) / groupSize)
	o.r.d.Publish()
	v, err := verdicts.Download()
	if err != nil {
		return err
	}
	d.Outside, d.Hidden, d.Small = int(v[1]), int(v[2]), int(v[3])
	d.Expanded = int(v[0]) + d.Outside + d.Hidden + d.Small
	if int(v[0]) != d.Segments {
		return fmt.Errorf("hair: the cull kept %d segments of %d, counted again it keeps %d: %w", d.Segments, d.Expanded, v[0], gpu.ErrSelfTest)
	}
	return nil
}

func (o *occlusion) release() {
	if o == nil {
		return
	}
	o.tiles.Release()
	o.count.Release()
	o.farthest.Release()
}
