// SPDX-License-Identifier: MIT

package oit

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/light"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Lists are per-pixel linked lists. Every fragment is kept, and the nearest few of each pixel are
// sorted.
type Lists struct {
	s        *scene.Scene
	light    *light.Light
	o        Options
	Programs [2]uint32 // collect, resolve
	Heads    *gpu.Buffer[[2]uint32]
	Nodes    *gpu.Buffer[[4]uint32]
	Counts   *gpu.Buffer[uint32] // nodes taken, fragments left over
}

// Default node memory, where Options.ListNodes is 0: 64 nodes a pixel, up to 1 GiB.
const (
	NodeBytes      = 16
	nodesPerPixel  = 64
	mostNodeMemory = 1 << 30
)

// The storage bindings of the lists; vertex shaders have those below.
const (
	bindHeads = 3
	bindNodes = 4
)

// mostLayers is the longest list that a resolve can walk. llvmpipe up to Mesa 24 ends all loops of
// an invocation after 65,535 turns, and each fragment may take one turn, and one for each of the
// nearest.
func mostLayers(nearest int, software bool) uint32 {
	if software {
		return uint32((65535 - 4*nearest) / (nearest + 1))
	}
	return 1 << 20
}

func ListPrograms(k light.Lighting, nearest int, most uint32) []scene.Program {
	constants := func(heads, nodes string) shaders.Constants {
		return shaders.Constants{
			"BIND_HEADS": bindHeads, "BIND_NODES": bindNodes, "HEADS_ACCESS": heads, "NODES_ACCESS": nodes,
			"MOST_LAYERS": most,
		}
	}
	collect, resolve := constants("coherent", "writeonly"), constants("readonly", "readonly")
	resolve["NEAREST"] = nearest
	return []scene.Program{
		k.Ribbons("hair/oit_lists.frag.glsl#collect", collect),
		{Vertex: "hair/screen_fill.vert.glsl", Fragment: "hair/oit_lists.frag.glsl#resolve", Constants: resolve},
	}
}

// NewLists makes lists of which the nearest few of each pixel are sorted.
func NewLists(nearest int) Maker {
	return func(s *scene.Scene, light *light.Light, o Options) (Method, error) {
		l, d := &Lists{s: s, light: light, o: o}, s.Device
		if n, most := o.ListNodes, d.Caps().MaxStorageBytes/NodeBytes; n > most {
			return l, fmt.Errorf("hair: Options.Transparency.ListNodes is %d, want 1 to %d of %d bytes with this driver: %w", n, most, NodeBytes, gpu.ErrTooLarge)
		}
		var counters, storage int32
		gl.GetIntegerv(gl.MAX_FRAGMENT_ATOMIC_COUNTERS, &counters)
		gl.GetIntegerv(gl.MAX_FRAGMENT_SHADER_STORAGE_BLOCKS, &storage)
		if counters < 2 || storage < 2 {
			return l, fmt.Errorf("hair: %d atomic counters and %d storage blocks in fragment shaders, lists need 2 of each: %w", counters, storage, gpu.ErrUnsupported)
		}
		var err error
		if l.Counts, err = gpu.NewBuffer[uint32](d, 2); err != nil {
			return l, err
		}
		return l, scene.LinkAll(d, ListPrograms(light.Lighting, nearest, mostLayers(nearest, d.Caps().Software)), l.Programs[:])
	}
}

func (l *Lists) Stages() []scene.Stage {
	return []scene.Stage{{Name: "list fragments", Run: l.collect}, {Name: "list resolve", Run: l.resolve}}
}

func (l *Lists) collect() error {
	gl.MemoryBarrier(gl.BUFFER_UPDATE_BARRIER_BIT)
	for _, id := range [...]uint32{l.Heads.View().ID(), l.Counts.View().ID()} {
		gl.BindBuffer(gl.COPY_WRITE_BUFFER, id)
		gl.ClearBufferData(gl.COPY_WRITE_BUFFER, gl.R32UI, gl.RED_INTEGER, gl.UNSIGNED_INT, nil) // zeros
	}
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, 0)
	l.bind()
	gl.BindBufferBase(gl.ATOMIC_COUNTER_BUFFER, 0, l.Counts.View().ID())
	gl.BindFramebuffer(gl.FRAMEBUFFER, l.s.Canvas.Framebuffer)
	scene.BlendOver() // those that find no place
	l.light.Draw(l.Programs[0])
	gl.Disable(gl.BLEND)
	gl.BindBufferBase(gl.ATOMIC_COUNTER_BUFFER, 0, 0)
	l.s.AfterDraw()
	return nil
}

func (l *Lists) resolve() error {
	l.bind()
	l.s.Lay(l.Programs[1])
	return nil
}

func (l *Lists) bind() {
	scene.BindStorage(bindHeads, l.Heads.View())
	scene.BindStorage(bindNodes, l.Nodes.View())
}

// nodesFor is how many nodes an image gets.
func nodesFor(wanted, width, height, mostBytes int) int {
	if wanted > 0 {
		return wanted
	}
	return max(1, min(width*height*nodesPerPixel, mostNodeMemory/NodeBytes, mostBytes/NodeBytes))
}

func (l *Lists) Resize(width, height int) (err error) {
	l.Heads.Release()
	if l.Heads, err = gpu.NewBuffer[[2]uint32](l.s.Device, width*height); err != nil {
		return fmt.Errorf("hair: the heads of %dx%d lists: %w", width, height, err)
	}
	n := nodesFor(l.o.ListNodes, width, height, l.s.Device.Caps().MaxStorageBytes)
	if l.Nodes != nil && l.Nodes.Len() == n {
		return nil
	}
	l.Nodes.Release()
	if l.Nodes, err = gpu.NewBuffer[[4]uint32](l.s.Device, n); err != nil {
		return fmt.Errorf("hair: %d nodes for lists: %w", n, err)
	}
	return nil
}

// Inspect reads back how many fragments found no place.
func (l *Lists) Inspect() (f Findings, err error) {
	counts, err := l.Counts.Download()
	if err == nil {
		f.Leftover = int(counts[1])
	}
	return f, err
}

func (l *Lists) Release() {
	l.Heads.Release()
	l.Nodes.Release()
	l.Counts.Release()
	for _, p := range l.Programs {
		gl.DeleteProgram(p)
	}
}
