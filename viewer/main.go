// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/atomicfile"
)

func init() {
	// Windows belong to the process's first thread on some systems: main keeps it.
	runtime.LockOSThread()
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	stopOnSignal(cancel)
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr, gpu.Options{}))
}

// patience is how long the program may take to stop by itself after a signal.
const patience = 500 * time.Millisecond

// stopOnSignal cancels at the first SIGINT or SIGTERM. Some long work reads no context: a read of a
// FIFO without a writer, the growing of strands, a driver's compiler. So the process ends after
// patience in any case, without its unfinished files. A second signal ends it at once.
func stopOnSignal(cancel func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		signal.Reset(os.Interrupt, syscall.SIGTERM)
		cancel()
		time.Sleep(patience)
		atomicfile.Abandon()
		if log := runLog.Load(); log != nil {
			log.End()
		}
		fmt.Fprintln(os.Stderr, interrupted)
		os.Exit(exitInterrupted)
	}()
}
