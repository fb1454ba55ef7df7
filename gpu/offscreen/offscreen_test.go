// SPDX-License-Identifier: MIT

package offscreen_test

import (
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	_ "github.com/combgl/comb/gpu/gputest" // disables the cache in the user's home
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// context makes a context on the test's own locked thread.
func context(t *testing.T, o offscreen.Options) *offscreen.Context {
	t.Helper()
	runtime.LockOSThread()
	c, err := offscreen.New(o)
	if err != nil {
		runtime.UnlockOSThread()
		if os.Getenv("COMB_EXPECT_GL") != "" {
			t.Fatalf("COMB_EXPECT_GL is set and there is no context: %v", err)
		}
		t.Skipf("no OpenGL here: %v", err)
	}
	t.Cleanup(func() {
		c.Release()
		c.Release() // a second Release does nothing
		runtime.UnlockOSThread()
	})
	return c
}

func attach(t *testing.T, c *offscreen.Context) *gpu.Device {
	t.Helper()
	d, err := c.Attach(gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestUnknownPlatformIsReported(t *testing.T) {
	context(t, offscreen.Options{}) // skips the test without GL
	t.Setenv("COMB_EGL", "nonsense")
	c, err := offscreen.New(offscreen.Options{})
	if c != nil || !errors.Is(err, gpu.ErrNoContext) || !strings.Contains(err.Error(), `COMB_EGL="nonsense"`) {
		t.Errorf("%v, %v", c, err)
	}
}

func TestRequestedPlatformIsUsed(t *testing.T) {
	if platform := context(t, offscreen.Options{}).Platform(); platform == "" {
		t.Error("the platform has no name")
	}
	took := 0
	for _, platform := range []string{"device", "surfaceless", "default"} {
		t.Setenv("COMB_EGL", platform)
		c, err := offscreen.New(offscreen.Options{})
		if err != nil { // a system may lack the platform; the error must name no other one
			if !errors.Is(err, gpu.ErrNoContext) || !strings.Contains(err.Error(), platform) {
				t.Errorf("%s: %v", platform, err)
			}
			continue
		}
		if !strings.HasPrefix(c.Platform(), platform) {
			t.Errorf("platform %s, want %s", c.Platform(), platform)
		}
		attach(t, c).Release()
		c.Release()
		took++
	}
	if took == 0 {
		t.Error("no road by its own name, and one without")
	}
}

func TestDebugContextReportsDriverMessages(t *testing.T) {
	for _, debug := range []bool{true, false} {
		c := context(t, offscreen.Options{Debug: debug})
		d := attach(t, c)
		if _, err := d.Messages(); err != nil {
			t.Fatal(err)
		}
		gl.BindBuffer(0xFFFF, 1) // an invalid target, for which the driver logs a message
		messages, err := d.Messages()
		if err != nil {
			t.Fatal(err)
		}
		bad := 0
		for _, m := range messages {
			if m.Bad() && m.Text != "" && strings.HasPrefix(m.String(), m.Type) {
				bad++
			}
		}
		if debug && bad == 0 {
			t.Errorf("a debug context says nothing of an invalid call: %v", messages)
		}
		if err := d.Check(); !errors.Is(err, gpu.ErrGL) {
			t.Errorf("debug %v: Check: %v", debug, err)
		}
		d.Release()
	}
}

func TestContextsOnOneThreadAreIndependent(t *testing.T) {
	first := context(t, offscreen.Options{})
	a := attach(t, first)
	second := context(t, offscreen.Options{})
	b := attach(t, second)
	contexts, devices := []*offscreen.Context{first, second}, []*gpu.Device{a, b}
	var buffers [2]*gpu.Buffer[uint32]
	for round := range 4 {
		for i, c := range contexts {
			if err := c.MakeCurrent(); err != nil {
				t.Fatal(err)
			}
			if round == 0 {
				var err error
				if buffers[i], err = gpu.NewBufferFrom(devices[i], []uint32{uint32(100 * i), 0}); err != nil {
					t.Fatal(err)
				}
			}
			front, _ := buffers[i].Slice(0, 1)
			back, _ := buffers[i].Slice(1, 2)
			if err := devices[i].Copy(back, front, gpu.N(1)); err != nil {
				t.Fatal(err)
			}
			got, err := buffers[i].Download()
			if want := uint32(100*i + round); err != nil || got[0] != want || got[1] != want {
				t.Fatalf("context %d, round %d: %v, %v", i, round, got, err)
			}
			if err := gpu.Upload(devices[i], front, []uint32{got[0] + 1}); err != nil {
				t.Fatal(err)
			}
			if err := devices[i].Check(); err != nil {
				t.Error(err)
			}
			c.Leave()
		}
	}
	if _, err := gpu.NewBuffer[uint32](b, 1); !errors.Is(err, gpu.ErrNoContext) {
		t.Errorf("NewBuffer after Leave: %v", err)
	}
	// Without a context GL returns no version. Attach detects this.
	if _, err := second.Attach(gpu.Options{}); !errors.Is(err, gpu.ErrNoContext) {
		t.Errorf("Attach after Leave: %v", err)
	}
	for i, c := range contexts {
		if err := c.MakeCurrent(); err != nil {
			t.Fatal(err)
		}
		devices[i].Release()
	}
}

func TestContextMovesToAnotherThread(t *testing.T) {
	c := context(t, offscreen.Options{})
	c.Leave()
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // not unlocked: the thread ends with the goroutine
		err := c.MakeCurrent()
		if err == nil {
			var d *gpu.Device
			if d, err = c.Attach(gpu.Options{}); err == nil {
				d.Release()
			}
			c.Leave()
		}
		done <- err
	}()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if err := c.MakeCurrent(); err != nil {
		t.Error(err)
	}
}

func TestReleaseLeavesAnotherContextCurrent(t *testing.T) {
	first, second := context(t, offscreen.Options{}), context(t, offscreen.Options{})
	d := attach(t, second)
	for range 2 { // the second time nothing is left to release
		first.Release()
		if _, err := gpu.NewBufferFrom(d, []uint32{1}); err != nil {
			t.Errorf("the context that was current: %v", err)
		}
		if _, err := second.Attach(gpu.Options{}); err != nil {
			t.Errorf("the context that was current: %v", err)
		}
	}
	second.Release()
	third := context(t, offscreen.Options{}) // and it is current
	for name, c := range map[string]*offscreen.Context{"released": second, "nil": nil, "zero": {}} {
		if _, err := c.Attach(gpu.Options{}); !errors.Is(err, gpu.ErrReleased) {
			t.Errorf("Attach of a %s Context: %v", name, err)
		}
		if err := c.MakeCurrent(); !errors.Is(err, gpu.ErrReleased) {
			t.Errorf("MakeCurrent of a %s Context: %v", name, err)
		}
	}
	attach(t, third)
}

// Attach of a Context while another is current would return a Device of the other.
func TestAttachNeedsItsOwnContext(t *testing.T) {
	first, second := context(t, offscreen.Options{}), context(t, offscreen.Options{})
	if _, err := first.Attach(gpu.Options{}); !errors.Is(err, gpu.ErrWrongContext) || !strings.Contains(err.Error(), "offscreen: Attach: want this Context current: call MakeCurrent before") {
		t.Error(err)
	}
	attach(t, second)
	if err := first.MakeCurrent(); err != nil {
		t.Fatal(err)
	}
	attach(t, first)
}

// A Context that was not made does nothing, and its errors say so.
func TestNilContext(t *testing.T) {
	var c *offscreen.Context
	c.Leave()
	c.Release()
	if c.Platform() != "" {
		t.Errorf("it has the platform %q", c.Platform())
	}
	if err := c.MakeCurrent(); !errors.Is(err, gpu.ErrReleased) && !errors.Is(err, gpu.ErrNoContext) {
		t.Errorf("MakeCurrent: %v", err)
	}
	if _, err := c.Attach(gpu.Options{}); !errors.Is(err, gpu.ErrReleased) && !errors.Is(err, gpu.ErrNoContext) {
		t.Errorf("Attach: %v", err)
	}
}
