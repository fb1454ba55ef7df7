// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// lists are per-pixel linked lists: every fragment is kept, and the nearest few of each pixel are sorted.
type lists struct {
	r        *Renderer
	programs [2]uint32 // collect, resolve
	heads    *gpu.Buffer[[2]uint32]
	nodes    *gpu.Buffer[[4]uint32]
	counts   *gpu.Buffer[uint32] // nodes taken, fragments left over
}

// Node memory, when Options.ListNodes does not say: so many nodes a pixel, but no more than a GiB in all.
const (
	nodeBytes      = 16
	nodesPerPixel  = 64
	mostNodeMemory = 1 << 30
)

// The storage bindings of the lists; vertex shaders have those below.
const (
	bindHeads = 3
	bindNodes = 4
)

// mostLayers is the longest list that a resolve can walk. llvmpipe up to Mesa 24 ends all loops of an invocation after
// 65,535 turns, and each fragment may take one turn, and one for each of the nearest.
func mostLayers(nearest int, software bool) uint32 {
	if software {
		return uint32((65535 - 4*nearest) / (nearest + 1))
	}
	return 1 << 20
}

func listFiles(k look, nearest int, most uint32) []stageFiles {
	constants := func(heads, nodes string) shaders.Constants {
		return shaders.Constants{
			"BIND_HEADS": bindHeads, "BIND_NODES": bindNodes, "HEADS_ACCESS": heads, "NODES_ACCESS": nodes,
			"MOST_LAYERS": most,
		}
	}
	collect, resolve := constants("coherent", "writeonly"), constants("readonly", "readonly")
	resolve["NEAREST"] = nearest
	return []stageFiles{
		k.ribbons("hair/lists_collect.frag.glsl", collect),
		{vertex: "hair/screen_fill.vert.glsl", fragment: "hair/lists_resolve.frag.glsl", constants: resolve},
	}
}

// newLists makes lists of which the nearest few of each pixel are sorted.
func newLists(nearest int) func(*Renderer) (transparency, error) {
	return func(r *Renderer) (transparency, error) {
		l := &lists{r: r}
		if n, most := r.o.ListNodes, r.d.Caps().MaxStorageBytes/nodeBytes; n > most {
			return l, fmt.Errorf("hair: ListNodes is %d, this driver takes from 1 to %d of %d bytes: %w", n, most, nodeBytes, gpu.ErrTooLarge)
		}
		var counters, storage int32
		gl.GetIntegerv(gl.MAX_FRAGMENT_ATOMIC_COUNTERS, &counters)
		gl.GetIntegerv(gl.MAX_FRAGMENT_SHADER_STORAGE_BLOCKS, &storage)
		if counters < 2 || storage < 2 {
			return l, fmt.Errorf("hair: %d atomic counters and %d storage blocks in fragment shaders, lists need 2 of each: %w", counters, storage, gpu.ErrUnsupported)
		}
		var err error
		if l.counts, err = gpu.NewBuffer[uint32](r.d, 2); err != nil {
			return l, err
		}
		return l, r.linkAll(listFiles(r.look(), nearest, mostLayers(nearest, r.d.Caps().Software)), l.programs[:])
	}
}

func (l *lists) stages() []stage {
	return []stage{{"list fragments", l.collect}, {"list resolve", l.resolve}}
}

func (l *lists) collect(Target) error {
	gl.MemoryBarrier(gl.BUFFER_UPDATE_BARRIER_BIT)
	for _, id := range [...]uint32{l.heads.View().ID(), l.counts.View().ID()} {
		gl.BindBuffer(gl.COPY_WRITE_BUFFER, id)
		gl.ClearBufferData(gl.COPY_WRITE_BUFFER, gl.R32UI, gl.RED_INTEGER, gl.UNSIGNED_INT, nil) // zeros
	}
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, 0)
	l.bind()
	gl.BindBufferBase(gl.ATOMIC_COUNTER_BUFFER, 0, l.counts.View().ID())
	gl.BindFramebuffer(gl.FRAMEBUFFER, l.r.canvas.framebuffer)
	blendOver() // those that find no place
	l.r.drawRibbons(l.programs[0])
	gl.Disable(gl.BLEND)
	gl.BindBufferBase(gl.ATOMIC_COUNTER_BUFFER, 0, 0)
	l.r.wrote()
	return nil
}

func (l *lists) resolve(Target) error {
	l.bind()
	l.r.lay(l.programs[1])
	return nil
}

func (l *lists) bind() {
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, bindHeads, l.heads.View().ID())
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, bindNodes, l.nodes.View().ID())
}

// nodesFor is how many nodes a picture gets.
func nodesFor(wanted, width, height, mostBytes int) int {
	if wanted > 0 {
		return wanted
	}
	return max(1, min(width*height*nodesPerPixel, mostNodeMemory/nodeBytes, mostBytes/nodeBytes))
}

func (l *lists) resize(width, height int) (err error) {
	l.heads.Release()
	if l.heads, err = gpu.NewBuffer[[2]uint32](l.r.d, width*height); err != nil {
		return fmt.Errorf("hair: the heads of %dx%d lists: %w", width, height, err)
	}
	n := nodesFor(l.r.o.ListNodes, width, height, l.r.d.Caps().MaxStorageBytes)
	if l.nodes != nil && l.nodes.Len() == n {
		return nil
	}
	l.nodes.Release()
	if l.nodes, err = gpu.NewBuffer[[4]uint32](l.r.d, n); err != nil {
		return fmt.Errorf("hair: %d nodes for lists: %w", n, err)
	}
	return nil
}

// inspect reads back how many fragments found no place.
func (l *lists) inspect(drawn *Drawn) error {
	counts, err := l.counts.Download()
	if err == nil {
		drawn.Leftover = int(counts[1])
	}
	return err
}

func (l *lists) release() {
	l.heads.Release()
	l.nodes.Release()
	l.counts.Release()
	for _, p := range l.programs {
		gl.DeleteProgram(p)
	}
}
