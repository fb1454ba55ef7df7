// SPDX-License-Identifier: MIT

package fuzzops

import (
	"errors"
	"flag"
	"fmt"
	"hash/crc32"
	"math/rand"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/gpu/offscreen"
)

// machine runs trials on one locked thread: a context belongs to a thread, and the fuzzer's
// callbacks to many.
type machine struct {
	inputs chan []byte
	result chan error
}

var start = sync.OnceValues(func() (*machine, error) {
	m := &machine{make(chan []byte), make(chan error)}
	ready := make(chan error)
	go func() {
		runtime.LockOSThread()
		c, err := offscreen.New(offscreen.Options{Debug: true})
		if err != nil {
			ready <- err
			return
		}
		// A self-test that fails would count as a refusal.
		d, err := c.Attach(gpu.Options{NoSelfTest: true})
		ready <- err
		if err != nil {
			return
		}
		w := &worker{d: d, made: map[string]released{}}
		for data := range m.inputs {
			m.result <- w.try(data)
		}
	}()
	return m, <-ready
})

// FuzzOperation runs the inputs in testdata and new ones of every operation. An ordinary run takes
// a sixth of the former and one of each operation. It uses the small tile, the tuning of most
// inputs and default options, so that other tests have compiled most of its kernels. A nightly run
// and a run with -fuzz take all and six, with all tiles.
func FuzzOperation(f *testing.F) {
	all := gputest.Nightly() || flag.Lookup("test.fuzz").Value.String() != ""
	if all && gputest.ExpectedSubgroup() == 0 { // the private Mesa takes minutes to compile them
		gputest.AllTiles(f)
	}
	r := rand.New(rand.NewSource(1))
	for op := range operations {
		for i := range 6 {
			seed := make([]byte, 32)
			r.Read(seed)
			seed[0] = byte(op)
			if !all {
				seed[1] = 0              // the tuning
				seed = seed[:trialBytes] // the options of the operation are 0
			}
			if i == 0 || all {
				f.Add(seed)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if own := strings.Contains(t.Name(), "/seed#"); !all && !own && crc32.ChecksumIEEE(data)%6 != 0 {
			return
		}
		m, err := start()
		if err != nil {
			if os.Getenv("COMB_EXPECT_GL") != "" {
				t.Fatalf("COMB_EXPECT_GL is set and there is no context: %v", err)
			}
			t.Skipf("no OpenGL here: %v", err)
		}
		m.inputs <- data
		if err := <-m.result; err != nil {
			t.Fatal(err)
		}
	})
}

type released interface{ Release() }

// worker holds the device and the operations made so far.
type worker struct {
	d    *gpu.Device
	made map[string]released
}

// get makes an operation once for each set of options.
func get[T released](w *worker, key string, make func() (T, error)) (T, error) {
	if o, ok := w.made[key]; ok {
		return o.(T), nil
	}
	if len(w.made) >= 60 { // programs take memory, and a fuzzer runs for hours
		for _, o := range w.made {
			o.Release()
		}
		clear(w.made)
	}
	o, err := make()
	switch {
	case err == nil:
		w.made[key] = o
	case errors.Is(err, gpu.ErrArgument):
		err = fmt.Errorf("%w: %w", errRefused, err)
	}
	return o, err
}

// errRefused is the error for options that no operation has.
var errRefused = errors.New("refused")
