// SPDX-License-Identifier: MIT

package core

import "github.com/go-gl/gl/v4.3-core/gl"

// Facts are what this package needs of the driver. gpu.Caps describes them.
type Facts struct {
	Vendor, Renderer, Version string
	Major, Minor              int
	Extensions                map[string]bool
	MaxGroups                 int
	MaxStorageBytes           int
	StorageAlignment          int
	TimestampBits             int
	BarrierOrders, Software   bool
}

// Has reports whether the driver lists an extension.
func (f Facts) Has(extension string) bool { return f.Extensions[extension] }

// MultiBind reports whether one GL call can bind many buffers.
func (f Facts) MultiBind() bool { return f.Major*10+f.Minor >= 44 || f.Has("GL_ARB_multi_bind") }

// directAccess reports whether GL can query a buffer by its name, without a binding.
func (f Facts) directAccess() bool {
	return f.Major*10+f.Minor >= 45 || f.Has("GL_ARB_direct_state_access")
}

// Sparse reports whether the driver has buffers whose pages are committed one by one.
func (f Facts) Sparse() bool { return f.fixedStorage() && f.Has("GL_ARB_sparse_buffer") }

// compilesAhead reports whether the driver compiles programs on threads of its own. Software
// renderers compile them when they first run.
func (f Facts) compilesAhead() bool {
	return !f.Software && (f.Has("GL_KHR_parallel_shader_compile") || f.Has("GL_ARB_parallel_shader_compile"))
}

// useCompilerThreads lets the driver use as many threads as it likes. NVIDIA's uses none before
// this call, though it reports this value.
func (f Facts) useCompilerThreads() {
	const any = 0xFFFFFFFF
	switch {
	case f.Has("GL_KHR_parallel_shader_compile"):
		gl.MaxShaderCompilerThreadsKHR(any)
	case f.Has("GL_ARB_parallel_shader_compile"):
		gl.MaxShaderCompilerThreadsARB(any)
	}
}

// fixedStorage reports whether the driver has glBufferStorage.
func (f Facts) fixedStorage() bool {
	return f.Major*10+f.Minor >= 44 || f.Has("GL_ARB_buffer_storage")
}

// Tile is the tile that tests give to kernels on a software renderer. It is zero in programs.
type Tile struct{ GroupSize, ItemsPerThread int }

// GetString returns a string of GL, or "" without a context.
func GetString(name uint32) string {
	p := gl.GetString(name)
	if p == nil {
		return ""
	}
	return gl.GoStr(p)
}

// GetInt returns a number of GL.
func GetInt(name uint32) int {
	var v int32
	gl.GetIntegerv(name, &v)
	return int(v)
}

// SoftwareTurns is the number of turns that comb's loops take at most on a software renderer, of
// 65,535 that llvmpipe runs. They are for recomputed tiles; the caller's GLSL has the rest.
const SoftwareTurns = 40_000
