// SPDX-License-Identifier: MIT

package gputest

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/internal/testtile"
)

func init() {
	_ = os.Setenv("COMB_CACHE", "off") // only a bad name is an error
	if !Nightly() {
		testtile.Software.GroupSize, testtile.Software.ItemsPerThread = 256, 2
		testtile.NoSelfTest = true
	}
}

// Device returns a Device with a context of its own on a locked thread. At the end of the test,
// each error among the driver's messages, each GL error and each fault fails it. Without a context
// the test is skipped with the reason, or fails if COMB_EXPECT_GL is set.
func Device(t testing.TB) *gpu.Device { return DeviceWith(t, gpu.Options{}) }

// AllTiles makes the devices that this test attaches from now on use the tiles of ordinary calls,
// of several sizes. Devices of other tests use one small tile on a software renderer, which
// compiles unrolled loops slowly, except in a nightly run. At subgroup sizes 4 and 16
// (COMB_EXPECT_SUBGROUP) all devices use the small tile: size 8 tests the others.
func AllTiles(t testing.TB) {
	if size := ExpectedSubgroup(); !Nightly() && (size == 4 || size == 16) {
		return
	}
	small := testtile.Software
	t.Cleanup(func() { testtile.Software = small })
	testtile.Software.GroupSize, testtile.Software.ItemsPerThread = 0, 0
}

// DeviceOfAllTiles is Device with AllTiles. A test of sizes or of tiles runs on it.
func DeviceOfAllTiles(t testing.TB) *gpu.Device {
	AllTiles(t)
	return Device(t)
}

// DeviceWith is Device with options. There is no cache unless they give a CacheDir.
func DeviceWith(t testing.TB, o gpu.Options) *gpu.Device {
	t.Helper()
	runtime.LockOSThread()
	ctx, err := offscreen.New(offscreen.Options{Debug: true})
	if err != nil {
		runtime.UnlockOSThread()
		if os.Getenv("COMB_EXPECT_GL") != "" {
			t.Fatalf("COMB_EXPECT_GL is set and there is no context: %v", err)
		}
		t.Skipf("no OpenGL here: %v", err)
	}
	o.NoCache = o.NoCache || o.CacheDir == ""
	o.NoSelfTest = o.NoSelfTest || o.CacheDir == "" // tests check more than it does
	dev, err := ctx.Attach(o)
	if err != nil {
		ctx.Release()
		t.Fatal(err)
	}
	places.Store(dev, &place{context: ctx})
	t.Cleanup(func() {
		report(t, ctx, dev)
		places.Delete(dev)
		dev.Release()
		ctx.Release()
		runtime.UnlockOSThread()
	})
	return dev
}

// DropMessages forgets the driver's messages so far: after a compilation that is meant to fail.
func DropMessages(t testing.TB, dev *gpu.Device) {
	t.Helper()
	if _, err := dev.Messages(); err != nil {
		t.Fatal(err)
	}
}

// ExpectedSubgroup returns COMB_EXPECT_SUBGROUP, the subgroup size that a run was set up to have,
// or 0 if it is not set.
func ExpectedSubgroup() int {
	n, _ := strconv.Atoi(os.Getenv("COMB_EXPECT_SUBGROUP"))
	return n
}

// TypesWithFloat64 returns NumberTypes and Float64. Mesa 26.1 crashes when it compiles doubles for
// subgroups of 16, so there it returns NumberTypes alone.
func TypesWithFloat64() []gpu.Type {
	if ExpectedSubgroup() == 16 {
		return NumberTypes
	}
	return append(slices.Clone(NumberTypes), gpu.Float64)
}

// Tunings returns the lane tiers that this driver has, each with two numbers of workers (one with
// -short) and as a single pass. Every test of an operation runs them all, and their results must be
// equal. COMB_LANES, such as khr, leaves one tier: for a run on a driver that compiles slowly.
//
// The single pass has a number of polls that is no default, but in a nightly run. Its kernels then
// read the number from a uniform, and so tests of the fallback share them (see Chains, whose first
// is the default).
func Tunings(dev *gpu.Device) []gpu.Tuning {
	var all []gpu.Tuning
	for _, l := range []gpu.Lanes{gpu.LanesKHR, gpu.LanesBallot, gpu.LanesShared} {
		if only := os.Getenv("COMB_LANES"); only != "" && l.String() != only {
			continue
		}
		if _, err := kernel.Pick(dev.Caps(), gpu.Tuning{Lanes: l}); err != nil {
			continue
		}
		all = append(all, gpu.Tuning{Lanes: l, Workers: 3}, gpu.Tuning{Lanes: l, Workers: 3, Algorithm: gpu.SinglePass, Spins: InNightly(0, 5)})
		if !testing.Short() {
			all = append(all, gpu.Tuning{Lanes: l, Workers: 7})
		}
	}
	return all
}

// Paths are the Tunings with few workers: one for each lane path and algorithm.
func Paths(dev *gpu.Device) (all []gpu.Tuning) {
	for _, tune := range Tunings(dev) {
		if tune.Workers == 3 {
			all = append(all, tune)
		}
	}
	return all
}

// Turn returns the tunings for case i of a test: those of one lane tier and algorithm, in turn. So
// each case and each tier runs without their product. Case 0 gets every tier, and so does every
// case of a nightly run.
func Turn(dev *gpu.Device, i int) []gpu.Tuning {
	all, paths := Tunings(dev), Paths(dev)
	if Nightly() || i == 0 || len(paths) == 0 {
		return all
	}
	path := paths[i%len(paths)]
	return slices.DeleteFunc(all, func(t gpu.Tuning) bool { return t.Lanes != path.Lanes || t.Algorithm != path.Algorithm })
}

// Share reports whether case i is one of those that every run takes: one in k. A nightly run takes
// all of them.
func Share(i, k int) bool { return Nightly() || i%k == 0 }

// ShareOfSelfTests reports whether a run takes self-test i. Runs without subgroups take one half,
// and runs with subgroups of 8 lanes the other. A nightly run takes all of them.
func ShareOfSelfTests(i int) bool { return Nightly() || (i%2 == 0) == (ExpectedSubgroup() == 0) }

// InNightly returns the first value in a nightly run, and the second in other runs.
func InNightly[T any](nightly, ordinary T) T {
	if Nightly() {
		return nightly
	}
	return ordinary
}

// Chain is a tuning of the single pass, and the fault core.Faults.Silent.
type Chain struct {
	gpu.Tuning
	Silent int
}

// Name returns Name of the tuning and the fault, such as khr,workers=3,silent=2.
func (c Chain) Name() string {
	if c.Silent == 0 {
		return Name(c.Tuning)
	}
	return fmt.Sprintf("%s,silent=%d", Name(c.Tuning), c.Silent)
}

// Silence sets core.Faults.Silent of the Device until the test ends.
func Silence(t testing.TB, dev *gpu.Device, silent int) {
	t.Cleanup(func() { dev.Internal().Faults.Silent = 0 })
	dev.Internal().Faults.Silent = silent
}

// Chains returns tunings and faults that force the decoupled fallback: poll limits that are reached
// at once, and tiles that publish nothing. The latter stand for workgroups that do not run.
func Chains(dev *gpu.Device) (all []Chain) {
	for _, tune := range Tunings(dev) {
		if tune.Algorithm != gpu.SinglePass {
			continue
		}
		for _, c := range []struct{ spins, silent int }{{0, 0}, {-1, 0}, {1, 1}, {3, 2}, {-1, 3}, {0, 64}} {
			tune.Spins = c.spins
			all = append(all, Chain{tune, c.silent})
		}
	}
	return all
}

// Sizes returns the numbers of items that break kernels of a shape: nothing, one, and those around
// every edge.
func Sizes(s kernel.Shape) []int {
	sizes := []int{0, 1, 2}
	tile := s.TileSize()
	for _, edge := range []int{s.LaneCount, s.GroupSize, tile, tile * s.Workers, tile * s.Workers * 2} {
		sizes = append(sizes, edge-1, edge, edge+1)
	}
	return append(sizes, tile*s.Workers*3+tile+17)
}

// Programs is how many programs a device has made so far, compiled or taken from the cache.
func Programs(dev *gpu.Device) int {
	compiled, cached := dev.Programs()
	return compiled + cached
}

// Nightly reports whether COMB_NIGHTLY is set, as ./dev nightly does. Tests then run the full
// product of variants, shapes and sizes instead of a share that covers each of them.
func Nightly() bool { return os.Getenv("COMB_NIGHTLY") != "" }
