// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"sync/atomic"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/printable"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/input"
	"github.com/combgl/comb/viewer/internal/progress"
	"github.com/combgl/comb/viewer/internal/sequence"
	"github.com/combgl/comb/viewer/internal/still"
	"github.com/combgl/comb/viewer/internal/window"
)

const interrupted = "viewer: interrupted"

// runLog is the log of the latest run. A signal ends its line.
var runLog atomic.Pointer[progress.Log]

// The exit codes.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// run is the program. It returns its exit code, after one line on stderr when the code is not 0.
// Tests give device options that lose the context.
func run(ctx context.Context, args []string, stdout, stderr io.Writer, device gpu.Options) int {
	runtime.LockOSThread() // a context belongs to one thread
	defer runtime.UnlockOSThread()
	o, err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, flags.Usage())
		return exitDone
	case errors.Is(err, flags.ErrHelpAll):
		fmt.Fprint(stdout, flags.UsageAll())
		return exitDone
	case err != nil:
		fmt.Fprintln(stderr, "viewer: "+printable.Linef("%v (viewer -help-all lists all flags)", err))
		return exitUsage
	}
	log := &progress.Log{Lines: stderr, Results: stdout, Quiet: o.Run.Quiet}
	runLog.Store(log)
	switch {
	case o.Files.Convert:
		err = input.Convert(ctx, o, log)
	case o.Run.Headless && o.Run.Sequence.Requested:
		err = sequence.Run(ctx, o, device, log)
	case o.Run.Headless:
		err = still.Run(ctx, o, device, log)
	default:
		err = window.Run(ctx, o, device, log)
	}
	log.End() // so that an error has a line of its own
	return exitCode(stderr, err)
}

// exitCode reports an error and returns the exit code for it.
func exitCode(stderr io.Writer, err error) int {
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, interrupted)
		return exitInterrupted
	case errors.Is(err, gpu.ErrContextLost):
		err = fmt.Errorf("the GPU was reset, and what was being drawn is gone: %w", err)
	}
	fmt.Fprintln(stderr, "viewer: "+printable.Linef("%v", flags.Named(err)))
	if !errors.Is(err, gpu.ErrContextLost) && (flags.IsInputError(err) || errors.Is(err, gpu.ErrArgument)) {
		return exitUsage
	}
	return exitFailed
}
