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
	"strings"
	"syscall"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/internal/printable"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once, should the GPU hang
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is the program. It returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return runTable(ctx, args, stdout, stderr, table, gpu.Options{})
}

// runTable is run with any table of operations, on a device with any options. Tests use it with a
// broken table and with a lost context.
func runTable(ctx context.Context, args []string, stdout, stderr io.Writer, table []op, device gpu.Options) int {
	runtime.LockOSThread() // a context belongs to one thread
	defer runtime.UnlockOSThread()
	o, err := parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, usage)
		return 0
	}
	if err != nil {
		fmt.Fprint(stderr, printable.Linef("bench: %v (bench -h lists all flags)", err), "\n")
		return 2
	}
	if o.list {
		if len(o.ops) > 0 {
			table = chosen(table, o.ops)
		}
		list(stdout, table)
		return 0
	}
	if err := o.writable(); err != nil {
		return fail(stderr, err)
	}
	b := &benchmark{ctx: ctx, o: o, table: table, stdout: stdout, stderr: stderr}
	err = b.readPeer()
	if err == nil && o.from != "" {
		err = b.show()
	}
	if err != nil {
		fail(stderr, err)
		return 2
	}
	if o.from != "" {
		return b.finish(b.rewrite())
	}
	if o.startOne != "" {
		return startOne(o, stdout, stderr, device)
	}
	if o.startup {
		return (&starter{ctx: ctx, o: o, stdout: stdout, stderr: stderr, spawn: spawn}).run()
	}
	window, err := offscreen.New(offscreen.Options{})
	if err != nil {
		return fail(stderr, err)
	}
	defer window.Release()
	device.NoCache = device.NoCache || o.nocache
	device.LargePages = !o.small
	if b.d, err = window.Attach(device); err != nil {
		return fail(stderr, err)
	}
	defer b.d.Release()
	for _, line := range b.d.Report() {
		fmt.Fprintln(stderr, printable.Line(line))
	}
	if o.soak > 0 {
		return b.soak()
	}
	if o.tune {
		return b.tune()
	}
	b.follow()
	err = b.measure()
	b.sayRefused()
	if err != nil && o.workers > 0 && errors.Is(err, gpu.ErrArgument) {
		fail(stderr, err)
		return 2 // gpu.Pick refused the number of workers
	}
	return b.finish(errors.Join(err, b.json.close(), b.csv.close()))
}

// sayRefused says which kernels failed their self-test, as others were measured in their place.
func (b *benchmark) sayRefused() {
	for i, line := range refused(b.d.Report()) {
		if i == 0 {
			fmt.Fprintln(b.stderr, "bench: other kernels took the place of some:")
		}
		fmt.Fprintln(b.stderr, "  "+printable.Line(line))
	}
}

// refused are the lines of gpu.Device.Report about kernels that are not used. It is pure.
func refused(report []string) (lines []string) {
	for _, line := range report {
		if strings.Contains(line, ": not ") {
			lines = append(lines, line)
		}
	}
	return lines
}

// kept says which rows a run has that ended early, and where they are.
func (b *benchmark) kept() string {
	rows, files := fmt.Sprintf("the %d rows so far are", len(b.rows)), []string{}
	for _, f := range []string{b.o.json, b.o.csv} {
		if f != "" && f != "-" {
			files = append(files, f)
		}
	}
	switch {
	case len(b.rows) == 0:
		return "there is no row"
	case len(files) == 0:
		return rows + " in the table"
	}
	return rows + " in " + printable.Line(strings.Join(files, ", "))
}

// fail reports an error and returns the exit code.
func fail(stderr io.Writer, err error) int {
	fmt.Fprintf(stderr, "bench: %s\n", printable.Lines(err.Error()))
	return 1
}

// finish writes the sums and images of the rows, and what was left out. It returns the exit code.
// broken is the error that ended the run, or nil.
func (b *benchmark) finish(broken error) int {
	if len(b.rows) > 0 {
		broken = errors.Join(broken, b.write())
	}
	b.left.summary(b.stderr)
	switch {
	case errors.Is(broken, gpu.ErrContextLost):
		fmt.Fprintf(b.stderr, "bench: the GPU was reset: %v; %s\n", broken, b.kept())
		return 1
	case broken != nil:
		return fail(b.stderr, broken)
	case b.ctx.Err() != nil:
		fmt.Fprintf(b.stderr, "bench: interrupted; %s\n", b.kept())
		return 130
	case b.failed > 0:
		fmt.Fprintf(b.stderr, "bench: %d of %d rows failed\n", b.failed, len(b.rows))
		return 1
	}
	return 0
}
