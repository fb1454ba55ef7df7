// SPDX-License-Identifier: MIT

package classic

import (
	"fmt"

	_ "github.com/combgl/comb/bench/shaders" // its GLSL
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// Method is a method of compaction.
type Method struct {
	Name, About string
	Ordered     bool // the records that are kept stay in order
	Host        bool // runs on the CPU, by OnHost
}

// method is a Method and its implementation.
type method struct {
	Method
	specs  func(c gpu.Caps, recordBytes int) ([]kernel.Spec, error)
	run    func(c *Compactor, dst, src gpu.View, n int) error
	serial bool // one invocation does all
	host   func(dst, src []uint32, recordWords int) int
}

var methods = []method{
	{Method: Method{Name: "append", About: "one atomicAdd for each record kept"},
		specs: appendSpecs, run: (*Compactor).runAppend},
	{Method: Method{Name: "append-subgroup", About: "one atomicAdd a subgroup, places within it by a ballot"},
		specs: appendSubgroupSpecs, run: (*Compactor).runAppend},
	{Method: Method{Name: "append-group", About: "one atomicAdd a workgroup, places within it by shared memory"},
		specs: appendGroupSpecs, run: (*Compactor).runAppend},
	{Method: Method{Name: "scan-scatter", About: "flags, their step-wise scan in log2(n) passes, scatter (Horn 2005)", Ordered: true},
		specs: stepSpecs, run: (*Compactor).runStep},
	{Method: Method{Name: "scan-tree", About: "flags, their scan as trees of tiles, scatter (GPU Gems 3, chapter 39)", Ordered: true},
		specs: treeSpecs, run: (*Compactor).runTree},
	{Method: Method{Name: "one-thread", About: "one invocation walks all records", Ordered: true},
		specs: walkSpecs, run: (*Compactor).runWalk, serial: true},
	{Method: Method{Name: "cpu", About: "a Go loop in the CPU's memory", Ordered: true, Host: true},
		host: move},
	{Method: Method{Name: "cpu-parallel", About: "a goroutine a core: count a chunk, add up, move", Ordered: true, Host: true},
		host: moveParallel},
}

// Methods lists them all.
func Methods() []Method {
	all := make([]Method, len(methods))
	for i, m := range methods {
		all[i] = m.Method
	}
	return all
}

func find(name string) (method, error) {
	for _, m := range methods {
		if m.Name == name {
			return m, nil
		}
	}
	return method{}, fmt.Errorf("classic: New: got method %q, want one of Methods: %w", name, gpu.ErrArgument)
}

// recordTypes are the records in GLSL, by bytes.
var recordTypes = map[int]string{4: "uint", 8: "uvec2", 16: "uvec4", 32: "Record32", 64: "Record64"}

// recordConstants are what bench/record.glsl is given.
func recordConstants(recordBytes int) (shaders.Constants, error) {
	record, ok := recordTypes[recordBytes]
	if !ok {
		return nil, fmt.Errorf("classic: New: records of %d bytes, want 4, 8, 16, 32 or 64: %w", recordBytes, gpu.ErrArgument)
	}
	return shaders.Constants{"RECORD": record}, nil
}

// groupSize is the workgroup of every kernel that leaves its lanes alone.
const groupSize = 256

func plainShape(itemsPerThread int) kernel.Shape {
	return kernel.Shape{Lanes: gpu.LanesShared, LaneCount: 32, GroupSize: groupSize, ItemsPerThread: itemsPerThread}
}

// The most records that one invocation walks. llvmpipe ends all loops of an invocation behind so
// many turns, in silence; a GPU would get to the end, but waits for memory at each record, and a
// driver may end what takes seconds.
const (
	serialSoftware = 65535
	serialGPU      = 1 << 20
)

// fits looks at the records alone: a scan's scratch is parts of a word for each, which are never
// larger.
func (m method) fits(c gpu.Caps, recordBytes, n int) error {
	most, serial := c.MaxStorageBytes/recordBytes, serialGPU
	if c.Software {
		serial = serialSoftware
	}
	alone := m.serial && serial < most
	if alone {
		most = serial
	}
	if n <= most {
		return nil
	}
	why := fmt.Sprintf("a shader-storage block has at most %d bytes", c.MaxStorageBytes)
	switch {
	case alone && c.Software:
		why = "software drivers end an invocation's loops after that many turns, in silence"
	case alone:
		why = "one invocation alone takes too long for more"
	}
	return fmt.Errorf("classic: %s: %d records of %d bytes, at most %d: %s: %w", m.Name, n, recordBytes, most, why, gpu.ErrTooLarge)
}
