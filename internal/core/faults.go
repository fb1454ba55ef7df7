// SPDX-License-Identifier: MIT

package core

// Faults are the faults that tests inject into a Device. The zero value injects none.
type Faults struct {
	// WrongAlgorithm and WrongLanes are a gpu.Tier: kernels of it that are compiled from now on
	// leave out the last item (the constant FORGET_LAST). Zeros name no kernel.
	WrongAlgorithm, WrongLanes int

	// Silent makes every Silent-th tile of a single pass publish nothing, which forces its
	// successors into the fallback. A tile that works in place publishes as late as it can
	// instead. It applies to operations that are made from now on. 0 disables it.
	Silent int

	// CompileAhead makes CompileAhead work on any driver.
	CompileAhead bool

	// ResetStatus replaces glGetGraphicsResetStatus, for tests of a lost context.
	ResetStatus func() uint32
}

// OnAttach, if it is set, receives each Device while Attach makes it. It is for tests of programs
// that attach by themselves.
var OnAttach func(*Device)
