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
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/atomicfile"
	"github.com/combgl/comb/internal/printable"
)

func init() {
	// Windows belong to the process's first thread on some systems: main keeps it.
	runtime.LockOSThread()
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	stopOnSignal(cancel)
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// patience is how long the program may take to stop by itself after a signal.
const patience = 500 * time.Millisecond

// stopOnSignal cancels at the first SIGINT or SIGTERM. Much of what takes long does not look at a
// context: a read of a FIFO that nobody writes to, the growing of strands, a driver's compiler. So
// the process ends soon in any case, without its unfinished files. A second signal ends it at once.
func stopOnSignal(cancel func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		signal.Reset(os.Interrupt, syscall.SIGTERM)
		cancel()
		time.Sleep(patience)
		atomicfile.Abandon()
		fmt.Fprintln(os.Stderr, interrupted)
		os.Exit(exitInterrupted)
	}()
}

const interrupted = "viewer: interrupted"

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
	complain := func(format string, err error) {
		fmt.Fprintln(stderr, "viewer: "+printable.Linef(format, err))
	}
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
		complain("%v (viewer -help-all lists all flags)", err)
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
		fmt.Fprintln(stderr, interrupted)
		return exitInterrupted
	case errors.Is(err, gpu.ErrContextLost):
		complain("the GPU was reset, and what was being drawn is gone: %v", err)
		return exitFailed
	case errors.As(err, &inputError{}), errors.Is(err, gpu.ErrArgument):
		complain("%v", err)
		return exitUsage
	}
	complain("%v", err)
	return exitFailed
}
