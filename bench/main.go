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
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/internal/atomicfile"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is the program: its exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
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
	window, err := offscreen.New(offscreen.Options{})
	if err != nil {
		fmt.Fprintf(stderr, "bench: %v\n", err)
		return 1
	}
	defer window.Release()
	d, err := window.Attach(gpu.Options{})
	if err != nil {
		fmt.Fprintf(stderr, "bench: %v\n", err)
		return 1
	}
	defer d.Release()
	for _, line := range d.Report() {
		fmt.Fprintln(stderr, line)
	}
	b := &benchmark{ctx: ctx, o: o, d: d, stdout: stdout, stderr: stderr}
	b.measure()
	if o.json {
		err = writeJSON(stdout, b.rows)
	}
	if err == nil && o.out != "" {
		err = atomicfile.Write(o.out, func(w io.Writer) error { return writeJSON(w, b.rows) })
	}
	switch {
	case err != nil:
		fmt.Fprintf(stderr, "bench: %v\n", err)
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
