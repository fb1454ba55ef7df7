// SPDX-License-Identifier: MIT

package gputest

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
)

// place is where a Device of this package runs.
type place struct {
	context *offscreen.Context
	running *testing.T // the innermost subtest of Run, nil outside
}

var places sync.Map // *gpu.Device to *place

func placeOf(dev *gpu.Device) *place {
	if p, ok := places.Load(dev); ok {
		return p.(*place)
	}
	return nil
}

// Run is t.Run for tests of a Device that Device or DeviceWith made. t.Run calls f on another
// goroutine, hence on another thread, and a GL context is current on one thread at a time. Run
// moves the Device's context to the thread of f, and back when the subtest has ended in any way.
// Cleanup functions of the subtest find the context current too. GL errors, error messages of the
// driver and faults that f leaves fail the subtest. f must not call t.Parallel.
func Run(t *testing.T, dev *gpu.Device, name string, f func(t *testing.T)) bool {
	t.Helper()
	p := placeOf(dev)
	if p == nil {
		t.Fatalf("%s: gputest.Run needs a Device of gputest.Device that is not released yet", name)
	}
	outer := p.running
	defer func() { p.running = outer }()
	return RunIn(t, p.context, name, func(t *testing.T) {
		t.Cleanup(func() { report(t, p.context, dev) })
		p.running = t
		f(t)
	})
}

// Each calls Run for each value. The subtest is named bytes=16, or 16 if the name is empty.
func Each[T any](t *testing.T, dev *gpu.Device, name string, values []T, f func(t *testing.T, v T)) {
	t.Helper()
	if name != "" {
		name += "="
	}
	for _, v := range values {
		Run(t, dev, fmt.Sprint(name, v), func(t *testing.T) { f(t, v) })
	}
}

// RunIn is Run for a context without a Device of this package. It reports nothing itself.
func RunIn(t *testing.T, context *offscreen.Context, name string, f func(t *testing.T)) bool {
	t.Helper()
	context.Leave()
	defer func() { // f may also end this goroutine, by FailNow of the outer test
		if err := context.MakeCurrent(); err != nil {
			t.Errorf("after %s: %v", name, err)
		}
	}()
	return t.Run(name, func(t *testing.T) {
		runtime.LockOSThread()
		t.Cleanup(func() { // the first Cleanup is the last to run
			context.Leave()
			runtime.UnlockOSThread()
		})
		if err := context.MakeCurrent(); err != nil {
			t.Fatal(err)
		}
		f(t)
	})
}

// report makes the context current and fails the test for what the driver and the Device found.
func report(t testing.TB, context *offscreen.Context, dev *gpu.Device) {
	t.Helper()
	if err := context.MakeCurrent(); err != nil { // the test may have left another one current
		t.Error(err)
		return
	}
	messages, _ := dev.Messages()
	for _, m := range messages {
		if m.Bad() {
			t.Errorf("the driver reports: %v", m)
		}
	}
	if err := dev.Check(); err != nil {
		t.Error(err)
	}
}

// formNames maps the names that results keep of the two forms to those that subtests have.
var formNames = strings.NewReplacer("chained", "single-pass", "chunked", "reduce-then-scan")

// Name is the part of a subtest's name for a tuning, such as single-pass-khr,workers=3,spins=2.
func Name(tune gpu.Tuning) string {
	var b strings.Builder
	b.WriteString(formNames.Replace(gpu.Tier{Algorithm: tune.Algorithm, Lanes: tune.Lanes}.String()))
	for _, f := range []struct {
		name string
		n    int
	}{
		{"workers", tune.Workers}, {"group", tune.GroupSize}, {"items", tune.ItemsPerThread},
		{"spins", tune.Spins}, {"resident", tune.ResidentGroups},
	} {
		if f.n != 0 {
			fmt.Fprintf(&b, ",%s=%d", f.name, f.n)
		}
	}
	return b.String()
}
