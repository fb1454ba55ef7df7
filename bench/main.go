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
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/internal/atomicfile"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once, should the GPU hang
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is the program: its exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return runTable(ctx, args, stdout, stderr, table, gpu.Options{})
}

// runTable is run over any table of operations, on a device with any options: a test puts a broken table in, and has
// the context lost.
func runTable(ctx context.Context, args []string, stdout, stderr io.Writer, table []op, device gpu.Options) int {
	runtime.LockOSThread() // a context belongs to one thread
	defer runtime.UnlockOSThread()
	o, err := parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, usage)
		return 0
	}
	if err != nil {
		fmt.Fprintf(stderr, "bench: %v (bench -h tells all flags)\n", err)
		return 2
	}
	if o.out != "" {
		if err := canWrite(o.out); err != nil {
			fmt.Fprintf(stderr, "bench: %v\n", err)
			return 1
		}
	}
	if o.startOne != "" {
		return startOne(o, stdout, stderr, device)
	}
	if o.startup {
		return (&starter{ctx: ctx, o: o, stdout: stdout, stderr: stderr, launch: launch}).run()
	}
	window, err := offscreen.New(offscreen.Options{})
	if err != nil {
		fmt.Fprintf(stderr, "bench: %v\n", err)
		return 1
	}
	defer window.Release()
	device.NoCache = device.NoCache || o.nocache
	d, err := window.Attach(device)
	if err != nil {
		fmt.Fprintf(stderr, "bench: %v\n", err)
		return 1
	}
	defer d.Release()
	for _, line := range d.Report() {
		fmt.Fprintln(stderr, line)
	}
	b := &benchmark{ctx: ctx, o: o, table: table, d: d, stdout: stdout, stderr: stderr}
	if o.soak > 0 {
		return b.soak()
	}
	err = b.measure()
	lost := errors.Is(err, gpu.ErrContextLost)
	if err != nil && !lost {
		fmt.Fprintf(stderr, "bench: %v\n", err)
		if o.workers > 0 && errors.Is(err, gpu.ErrTooLarge) {
			return 2 // gpu.Pick knows how many workers are possible
		}
		return 1
	}
	if lost {
		fmt.Fprintf(stderr, "bench: the GPU was reset: %v; the rows so far are kept\n", err)
		err = nil
	}
	if o.json {
		err = result.WriteJSON(stdout, b.rows)
	}
	if err == nil && o.out != "" && !(lost && len(b.rows) == 0) {
		err = atomicfile.Write(o.out, func(w io.Writer) error { return result.WriteJSON(w, b.rows) })
	}
	switch {
	case err != nil:
		fmt.Fprintf(stderr, "bench: %v\n", err)
		return 1
	case lost:
		return 1
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "bench: interrupted; the rows so far are kept")
		return 130
	case b.failed > 0:
		fmt.Fprintf(stderr, "bench: %d of %d rows failed\n", b.failed, len(b.rows))
		return 1
	}
	return 0
}

// canWrite finds out before the measurements, not after them, that the results could not be written.
func canWrite(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("-o %s is a folder", path)
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("making the folder of %s: %w", path, err)
	}
	f, err := os.CreateTemp(dir, ".bench.*")
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, err)
	}
	f.Close()
	return os.Remove(f.Name())
}
