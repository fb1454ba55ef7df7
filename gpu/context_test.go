// SPDX-License-Identifier: MIT

package gpu_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/internal/kernel"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// two makes two contexts of this thread with a Device each. The second one is current.
func two(t *testing.T) (contexts [2]*offscreen.Context, devices [2]*gpu.Device) {
	t.Helper()
	gputest.Device(t) // locks the thread; skips the test without GL
	for i := range contexts {
		c, err := offscreen.New(offscreen.Options{})
		if err != nil {
			t.Fatal(err)
		}
		d, err := c.Attach(gpu.Options{NoCache: true, NoSelfTest: true})
		if err != nil {
			t.Fatal(err)
		}
		contexts[i], devices[i] = c, d
		t.Cleanup(func() {
			if err := c.MakeCurrent(); err != nil {
				t.Error(err)
			}
			if err := d.Check(); err != nil {
				t.Errorf("device %d: %v", i, err)
			}
			d.Release()
			c.Release()
		})
	}
	return contexts, devices
}

// elsewhere runs f on another thread, where no context is current.
func elsewhere(f func()) {
	done := make(chan bool)
	go func() {
		runtime.LockOSThread() // not unlocked: the thread ends with the goroutine
		f()
		close(done)
	}()
	<-done
}

func current(t *testing.T, c *offscreen.Context) {
	t.Helper()
	if err := c.MakeCurrent(); err != nil {
		t.Fatal(err)
	}
}

func wordsIn(t *testing.T, d *gpu.Device, words ...uint32) *gpu.Buffer[uint32] {
	t.Helper()
	b, err := gpu.NewBufferFrom(d, words)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// calls are all calls that use a Device or an object of one and return an error.
func calls(t *testing.T, d *gpu.Device) map[string]func() error {
	t.Helper()
	a, b := wordsIn(t, d, 1, 2), wordsIn(t, d, 3, 4)
	r, err := d.NewReadback(2)
	if err != nil {
		t.Fatal(err)
	}
	timer, err := d.NewTimer(1)
	if err != nil {
		t.Fatal(err)
	}
	g, err := kernel.NewGatherer(d)
	if err != nil {
		t.Fatal(err)
	}
	scratch := kernel.NewScratch(d, "test")
	return map[string]func() error{
		"Enter":           d.Internal().Enter,
		"Check":           d.Check,
		"Copy":            func() error { return d.Copy(a.View(), b.View(), gpu.N(2)) },
		"Upload":          func() error { return a.Upload([]uint32{9}) },
		"Upload nothing":  func() error { return a.Upload(nil) },
		"Download":        func() error { _, err := a.Download(); return err },
		"Wrap":            func() error { _, err := d.Wrap(a.View().ID(), 0, 4); return err },
		"NewBuffer":       func() error { _, err := gpu.NewBuffer[uint32](d, 1); return err },
		"NewKernel":       func() error { _, err := kernel.New(d, probe("")); return err },
		"NewReadback":     func() error { _, err := d.NewReadback(1); return err },
		"Readback.Start":  func() error { return r.Start(a.View()) },
		"Readback.Take":   func() error { _, err := r.Take(); return err },
		"CombineCounts":   func() error { _, err := d.CombineCounts(a.View(), gpu.CountSum, gpu.N(1), gpu.N(1)); return err },
		"Count.Read":      func() error { _, err := gpu.CountAt(a.View(), 9).Read(); return err },
		"Count.ReadAsync": func() error { _, err := gpu.CountAt(a.View(), 9).ReadAsync(); return err },
		"NewTimer":        func() error { _, err := d.NewTimer(1); return err },
		"Stages":          func() error { _, _, err := timer.Stages(); return err },
		"Gather":          func() error { return g.Gather(a.View(), b.View(), b.View(), gpu.N(1), 4) },
		"Scratch.Reserve": func() error { return scratch.Reserve(100) },
		"Messages":        func() error { _, err := d.Messages(); return err },
		"NewTextureLevel": func() error { _, _, err := kernel.NewTextureLevel(d, 1, 1, make([]float32, 4)); return err },
		"LanesInOrder":    func() error { _, err := kernel.LanesInOrder(d); return err },
	}
}

func TestCallsInWrongContextAreRefused(t *testing.T) {
	contexts, devices := two(t)
	current(t, contexts[0])
	all := calls(t, devices[0])
	a := wordsIn(t, devices[0], 1, 2, 3)
	report := strings.Join(devices[0].Report(), "\n")
	if !strings.Contains(report, "GetCurrentContext") {
		t.Errorf("the report does not say how the context is known:\n%s", report)
	}
	refused := func(where string, want error) {
		t.Helper()
		for name, call := range all {
			if err := call(); !errors.Is(err, want) || !errors.Is(err, gpu.ErrEnvironment) {
				t.Errorf("%s: %s: %v, want %v", where, name, err, want)
			}
		}
	}
	current(t, contexts[1])
	b := wordsIn(t, devices[1], 7, 8, 9)
	refused("another context is current", gpu.ErrWrongContext)
	gputest.Equal(t, "the other context's words", must(b.Download()), []uint32{7, 8, 9})
	contexts[1].Leave()
	refused("none is current", gpu.ErrNoContext)
	elsewhere(func() { refused("on another thread", gpu.ErrWrongThread) })
	elsewhere(func() {
		current(t, contexts[1])
		refused("on another thread, another context", gpu.ErrWrongContext)
		contexts[1].Leave()
	})
	// A context may move to another thread.
	elsewhere(func() {
		current(t, contexts[0])
		if got, err := a.Download(); err != nil || got[2] != 3 {
			t.Errorf("on the thread that the context moved to: %v, %v", got, err)
		}
		contexts[0].Leave()
	})
	current(t, contexts[0])
	gputest.Equal(t, "back where it was", must(a.Download()), []uint32{1, 2, 3})
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestCheckReportsErrorsOfVoidCalls(t *testing.T) {
	contexts, devices := two(t)
	current(t, contexts[0])
	d := devices[0]
	timer, err := d.NewTimer(2)
	if err != nil {
		t.Fatal(err)
	}
	timer.Start()
	timer.Mark("a stage for Ready to look at")
	for name, call := range map[string]func(){
		"Timer.Ready": func() { timer.Ready(nil) },
		"Finish":      d.Finish, "MemoryBarrier": d.MemoryBarrier, "StorageBarrier": d.StorageBarrier,
		"Timer.Begin": timer.Begin, "Timer.Start": timer.Start, "Timer.Mark": func() { timer.Mark("x") },
	} {
		elsewhere(call)
		if err := d.Check(); !errors.Is(err, gpu.ErrWrongThread) || !strings.Contains(err.Error(), "gpu: "+name+" did nothing") {
			t.Errorf("%s on another thread: Check: %v", name, err)
		}
		if err := d.Check(); err != nil {
			t.Errorf("%s: the second Check: %v", name, err)
		}
	}
}

func TestReleaseInWrongContextIsDeferred(t *testing.T) {
	contexts, devices := two(t)
	for _, where := range []string{"another thread", "another context"} {
		current(t, contexts[0])
		d := devices[0]
		a := wordsIn(t, d, 1, 2)
		k, err := kernel.New(d, copySpec())
		if err != nil {
			t.Fatal(err)
		}
		r, err := d.NewReadback(2)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Start(a.View()); err != nil {
			t.Fatal(err)
		}
		v, id, program := a.View(), a.View().ID(), k.Program()
		release := func() {
			a.Release()
			k.Release()
			r.Release()
			a.Release()
		}
		current(t, contexts[1])
		others := wordsIn(t, devices[1], 5, 6)
		if where == "another thread" {
			contexts[1].Leave()
			elsewhere(release)
			current(t, contexts[1])
		} else {
			release()
		}
		gputest.Equal(t, where+": the other context's words", must(others.Download()), []uint32{5, 6})
		others.Release()
		current(t, contexts[0])
		if !gl.IsBuffer(id) || !gl.IsProgram(program) {
			t.Errorf("%s: they are gone before any call", where)
		}
		if err := d.Copy(v, v, gpu.N(0)); !errors.Is(err, gpu.ErrReleased) {
			t.Errorf("%s: the released view: %v", where, err)
		}
		if gl.IsBuffer(id) || gl.IsProgram(program) {
			t.Errorf("%s: leaked: buffer %v, program %v", where, gl.IsBuffer(id), gl.IsProgram(program))
		}
	}
}

func TestDeviceReleasedOnAnotherThread(t *testing.T) {
	contexts, _ := two(t)
	current(t, contexts[0])
	d, err := contexts[0].Attach(gpu.Options{NoCache: true})
	if err != nil {
		t.Fatal(err)
	}
	elsewhere(d.Release)
	for range 2 {
		if err := d.Internal().Enter(); !errors.Is(err, gpu.ErrReleased) {
			t.Errorf("after Release on another thread: %v", err)
		}
	}
	d.Release()
}

// Release of a Device also deletes what was released on another thread before.
func TestDeviceReleaseDeletesWhatOtherThreadsReleased(t *testing.T) {
	contexts, _ := two(t)
	current(t, contexts[0])
	d, err := contexts[0].Attach(gpu.Options{NoCache: true})
	if err != nil {
		t.Fatal(err)
	}
	a := wordsIn(t, d, 1)
	id := a.View().ID()
	elsewhere(a.Release)
	d.Release()
	if gl.IsBuffer(id) {
		t.Error("the buffer is left")
	}
}

// Drivers often put a new context where a destroyed one was. Objects of the old one's Device then
// delete nothing of the new one's.
func TestContextInThePlaceOfADestroyedOne(t *testing.T) {
	contexts, _ := two(t)
	contexts[0].Leave()
	old, err := offscreen.New(offscreen.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := old.Attach(gpu.Options{NoCache: true, NoSelfTest: true})
	if err != nil {
		t.Fatal(err)
	}
	late, other := wordsIn(t, d, 1, 2), wordsIn(t, d, 3, 4)
	old.Release()
	other.Release() // without a context: the buffer waits for the next call
	for range 1000 {
		c, err := offscreen.New(offscreen.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if d.Internal().Ready() == nil { // its address is that of the old one
			var ids [16]uint32
			gl.GenBuffers(16, &ids[0])
			for _, id := range ids {
				gl.BindBuffer(gl.ARRAY_BUFFER, id)
			}
			late.Release()
			d.Release()
			for _, id := range ids {
				if !gl.IsBuffer(id) {
					t.Errorf("buffer %d of the new context was deleted", id)
				}
			}
			if code := gl.GetError(); code != 0 {
				t.Errorf("GL error 0x%X", code)
			}
			c.Release()
			return
		}
		c.Release()
	}
	t.Log("this driver gave no new context the address of a destroyed one")
}
