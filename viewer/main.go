// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/combgl/comb/gpu"
)

func init() {
	// Windows belong to the process's first thread on some systems: main keeps it.
	runtime.LockOSThread()
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// The exit codes.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// inputError marks an error as the input's or the command line's.
type inputError struct{ error }

func (e inputError) Unwrap() error { return e.error }

// run is the program: its exit code, and one line on stderr when it is not 0.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return runOn(ctx, args, stdout, stderr, gpu.Options{})
}

// runOn is run on a device with other options: a test has it lose its context.
func runOn(ctx context.Context, args []string, stdout, stderr io.Writer, device gpu.Options) int {
	runtime.LockOSThread() // a context belongs to one thread
	defer runtime.UnlockOSThread()
	o, err := parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, usage())
		return exitDone
	}
	if errors.Is(err, errHelpAll) {
		fmt.Fprint(stdout, usageAll())
		return exitDone
	}
	if err != nil {
		fmt.Fprintf(stderr, "viewer: %v (viewer -help-all tells all flags)\n", err)
		return exitUsage
	}
	o.device, o.stdout = device, stdout
	say := progress{out: stderr, quiet: o.quiet}
	switch {
	case o.convert:
		err = convert(ctx, o, &say)
	case o.headless:
		err = headless(ctx, o, &say)
	default:
		err = window(ctx, o, &say)
	}
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "viewer: interrupted")
		return exitInterrupted
	case errors.Is(err, gpu.ErrContextLost):
		fmt.Fprintf(stderr, "viewer: the GPU was reset, and what was being drawn is gone: %v\n", err)
		return exitFailed
	case errors.As(err, &inputError{}):
		fmt.Fprintf(stderr, "viewer: %v\n", err)
		return exitUsage
	}
	fmt.Fprintf(stderr, "viewer: %v\n", err)
	return exitFailed
}
