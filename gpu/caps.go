// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"github.com/combgl/comb/internal/core"
	"github.com/combgl/comb/internal/quirks"
	"github.com/combgl/comb/internal/testtile"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Caps describes the driver. It is plain data, for tests without a driver.
type Caps struct {
	Vendor, Renderer, Version, GLSL string
	Major, Minor                    int

	Multiprocessors     int    // the GPU's multiprocessors, or an estimate
	MultiprocessorsFrom string // "NV_shader_thread_group", or "estimate: …" with its reason
	Subgroup            Subgroup
	MaxGroupInvocations int      // invocations per workgroup
	MaxGroups           int      // workgroups on one axis, the smaller of x and y
	MaxSharedBytes      int      // shared memory per workgroup
	MaxStorageBytes     int      // bytes of one shader-storage block
	MaxStorageBindings  int      // shader-storage blocks in a compute shader
	StorageAlignment    int      // bytes; bound ranges begin at multiples of it, views need not
	Software            bool     // the driver runs on the CPU
	TimestampBits       int      // bits of a GPU timestamp; 0 means there are none
	BarrierOrders       bool     // GLSL barrier() needs no memoryBarrierShared() before it
	Int64Atomics        []string // GLSL extensions for 64-bit atomic additions in a buffer
	LoopTurns           int      // the most turns of a loop if a software renderer ends loops early, or 0

	extensions map[string]bool
	testTile   core.Tile
}

// Subgroup describes the driver's lane operations.
type Subgroup struct {
	KHR    bool // KHR_shader_subgroup with ballot, arithmetic and shuffle, if a probe passed
	Ballot bool // ARB_shader_ballot with 64-bit integers, if a probe passed
	Size   int  // lanes per subgroup; 0 if both are false
}

// Has reports whether the driver lists an extension, such as "GL_KHR_debug".
func (c Caps) Has(extension string) bool { return c.extensions[extension] }

// Estimates for drivers that do not report their multiprocessors. They affect speed alone.
const (
	estimateGPU = 32 // a mid-range GPU; too few cost occupancy, too many lengthen the spine
	// llvmpipe up to Mesa 24 ends all loops of an invocation after 65,535 turns in silence, so many
	// workers keep chunks short.
	estimateSoftware = 32
)

func readCaps() (Caps, error) {
	c := Caps{
		Vendor:   core.GetString(gl.VENDOR),
		Renderer: core.GetString(gl.RENDERER),
		Version:  core.GetString(gl.VERSION),
		GLSL:     core.GetString(gl.SHADING_LANGUAGE_VERSION),
	}
	var err error
	if c.Major, c.Minor, err = parseVersion(c.Version); err != nil {
		return c, err
	}
	if err := c.needVersion(runtime.GOOS); err != nil {
		return c, err
	}
	c.extensions = map[string]bool{}
	for i := range core.GetInt(gl.NUM_EXTENSIONS) {
		c.extensions[gl.GoStr(gl.GetStringi(gl.EXTENSIONS, uint32(i)))] = true
	}
	c.MaxGroupInvocations = core.GetInt(gl.MAX_COMPUTE_WORK_GROUP_INVOCATIONS)
	c.MaxGroups = min(getIntAt(gl.MAX_COMPUTE_WORK_GROUP_COUNT, 0), getIntAt(gl.MAX_COMPUTE_WORK_GROUP_COUNT, 1))
	c.MaxSharedBytes = core.GetInt(gl.MAX_COMPUTE_SHARED_MEMORY_SIZE)
	var size int64
	gl.GetInteger64v(gl.MAX_SHADER_STORAGE_BLOCK_SIZE, &size)
	c.MaxStorageBytes = int(size)
	c.MaxStorageBindings = min(core.GetInt(gl.MAX_COMPUTE_SHADER_STORAGE_BLOCKS), core.GetInt(gl.MAX_SHADER_STORAGE_BUFFER_BINDINGS))
	c.StorageAlignment = max(4, core.GetInt(gl.SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT))
	c.Software = quirks.Software(c.Renderer)
	if c.Software {
		c.testTile = core.Tile(testtile.Software)
	}
	var bits int32
	gl.GetQueryiv(gl.TIMESTAMP, gl.QUERY_COUNTER_BITS, &bits)
	c.TimestampBits = int(bits)
	c.Multiprocessors, c.MultiprocessorsFrom = multiprocessors(c)
	c.Int64Atomics = int64Atomics(c.extensions)
	c.BarrierOrders = quirks.BarrierOrders(c.Vendor)
	return c, nil
}

// int64Atomics returns the value of Caps.Int64Atomics for a list of extensions.
func int64Atomics(has map[string]bool) []string {
	names := []string{"GL_ARB_gpu_shader_int64", "GL_NV_shader_atomic_int64"}
	for _, name := range names {
		if !has[name] {
			return nil
		}
	}
	return names
}

// facts returns what package core needs of the Caps.
func (c Caps) facts() core.Facts {
	return core.Facts{
		Vendor: c.Vendor, Renderer: c.Renderer, Version: c.Version, Major: c.Major, Minor: c.Minor, Extensions: c.extensions,
		MaxGroups: c.MaxGroups, MaxStorageBytes: c.MaxStorageBytes, StorageAlignment: c.StorageAlignment,
		TimestampBits: c.TimestampBits, BarrierOrders: c.BarrierOrders, Software: c.Software,
	}
}

// Internal is for comb's own packages. Kernels of KHR lanes load four words at a time.
func (c Caps) Internal() core.Tile {
	tile := c.testTile
	if c.Subgroup.KHR && tile.ItemsPerThread > 0 {
		tile.ItemsPerThread = max(4, tile.ItemsPerThread)
	}
	return tile
}

// needVersion returns an error for contexts older than 4.3.
func (c Caps) needVersion(system string) error {
	if c.Major > 4 || c.Major == 4 && c.Minor >= 3 {
		return nil
	}
	hint := ""
	if system == "darwin" {
		hint = " (macOS stops at OpenGL 4.1)"
	}
	return fmt.Errorf("gpu: Attach: OpenGL is %q on %s%s, want 4.3 or later: %w", c.Version, c.Renderer, hint, ErrVersion)
}

func multiprocessors(c Caps) (int, string) {
	if c.Has("GL_NV_shader_thread_group") {
		if n := core.GetInt(gl.SM_COUNT_NV); n > 0 {
			return n, "NV_shader_thread_group"
		}
	}
	if c.Software {
		return estimateSoftware, "estimate: a software renderer, many short chunks"
	}
	return estimateGPU, "estimate: the driver does not report the number"
}

// parseVersion returns the version in a GL_VERSION, such as "4.5 (Core Profile) Mesa 22.3.6" or
// "4.6.0 NVIDIA 580.1". It refuses OpenGL ES.
func parseVersion(s string) (major, minor int, err error) {
	if strings.HasPrefix(s, "OpenGL ES") {
		return 0, 0, fmt.Errorf("gpu: Attach: the version is %q, want OpenGL 4.3 or later: %w", s, ErrVersion)
	}
	number, _, _ := strings.Cut(s, " ")
	parts := strings.Split(number, ".")
	if len(parts) >= 2 {
		if major, err = strconv.Atoi(parts[0]); err == nil {
			if minor, err = strconv.Atoi(parts[1]); err == nil {
				return major, minor, nil
			}
		}
	}
	return 0, 0, fmt.Errorf("gpu: Attach: the version is %q, want a number such as 4.3: %w", s, ErrVersion)
}

func getIntAt(name, index uint32) int {
	var v int32
	gl.GetIntegeri_v(name, index, &v)
	return int(v)
}
