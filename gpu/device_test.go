// SPDX-License-Identifier: MIT

package gpu_test

import (
	"errors"
	"fmt"
	"math/rand"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

func TestAttachWithoutAContext(t *testing.T) {
	gputest.Device(t) // skips the test without GL
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // not unlocked: the thread ends with the goroutine
		_, err := gpu.Attach(gpu.Options{ProcAddr: offscreen.ProcAddr})
		done <- err
	}()
	if err := <-done; !errors.Is(err, gpu.ErrNoContext) {
		t.Errorf("Attach on a thread without a context: %v", err)
	}
}

func TestOtherThreadsAreRefused(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("thread identities are known on Linux only")
	}
	dev := gputest.Device(t)
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		_, err := gpu.NewBuffer[uint32](dev, 4)
		done <- err
	}()
	if err := <-done; !errors.Is(err, gpu.ErrWrongThread) {
		t.Errorf("a call from another thread: %v", err)
	}
}

func TestCapsMatchExpectedSubgroup(t *testing.T) {
	dev := gputest.Device(t)
	c := dev.Caps()
	if r := strings.Join(dev.Report(), "\n"); !strings.Contains(r, c.Renderer) || !strings.Contains(r, c.MultiprocessorsFrom) {
		t.Errorf("the report leaves things out: %s", r)
	}
	if c.Renderer == "" || c.Major < 4 || c.MaxStorageBindings < 8 || c.MaxGroups < 65535 || c.Multiprocessors < 1 || c.MultiprocessorsFrom == "" {
		t.Errorf("%+v", c)
	}
	want := gputest.ExpectedSubgroup()
	if want == 0 {
		t.Skip("COMB_EXPECT_SUBGROUP is not set: any subgroup size is right")
	}
	if !c.Subgroup.KHR || !c.Subgroup.Ballot || c.Subgroup.Size != want {
		t.Errorf("subgroups %+v, want KHR and ballot of size %d: %v", c.Subgroup, want, dev.Report())
	}
}

func TestTwoContextsTwoDevices(t *testing.T) {
	gputest.Device(t)
	first, err := offscreen.New(offscreen.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := first.Attach(gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := gpu.NewBufferFrom(a, []uint32{1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	second, err := offscreen.New(offscreen.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := second.Attach(gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	y, err := gpu.NewBufferFrom(b, []uint32{4, 5, 6})
	if err != nil {
		t.Fatal(err)
	}
	if err := first.MakeCurrent(); err != nil {
		t.Fatal(err)
	}
	if got, err := x.Download(); err != nil || got[0] != 1 {
		t.Errorf("the first context's buffer: %v, %v", got, err)
	}
	a.Release()
	if err := second.MakeCurrent(); err != nil {
		t.Fatal(err)
	}
	if got, err := y.Download(); err != nil || got[0] != 4 {
		t.Errorf("the second context's buffer: %v, %v", got, err)
	}
	b.Release()
	if _, err := gpu.NewBuffer[uint32](b, 1); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
	b.Release()
	second.Release()
	first.Release()
}

func TestWrapCallerBuffers(t *testing.T) {
	dev := gputest.Device(t)
	var id uint32
	gl.GenBuffers(1, &id)
	gl.BindBuffer(gl.ARRAY_BUFFER, id)
	data := []uint32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	gl.BufferData(gl.ARRAY_BUFFER, 40, gl.Ptr(data), gl.STATIC_DRAW)
	defer gl.DeleteBuffers(1, &id)
	v, err := dev.Wrap(id, 12, 20)
	if err != nil {
		t.Fatal(err)
	}
	dst := gputest.Fresh(t, dev, 5)
	if err := dev.Copy(dst.View(), v, gpu.N(5)); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "copied", dst.Get(), data[3:8])
	for _, c := range []struct {
		id           uint32
		offset, size int
	}{{0, 0, 4}, {id + 1000, 0, 4}, {id, 0, 44}, {id, 40, 4}, {id, -4, 8}, {id, 2, 8}, {id, 0, 6}, {id, 0, -4}} {
		if _, err := dev.Wrap(c.id, c.offset, c.size); !errors.Is(err, gpu.ErrView) {
			t.Errorf("Wrap(%d, %d, %d): %v", c.id, c.offset, c.size, err)
		}
	}
}

func TestBuffers(t *testing.T) {
	dev := gputest.Device(t)
	b, err := gpu.NewBuffer[[3]float32](dev, 100_000)
	if err != nil {
		t.Fatal(err)
	}
	got, err := b.Download()
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range got {
		if v != [3]float32{} {
			t.Fatalf("item %d of a new buffer is %v", i, v)
		}
	}
	if err := b.Upload(make([][3]float32, 100_001)); !errors.Is(err, gpu.ErrView) {
		t.Errorf("too long an upload: %v", err)
	}
	b.Release()
	b.Release()
	if _, err := gpu.NewBuffer[uint32](dev, -1); !errors.Is(err, gpu.ErrView) {
		t.Errorf("a negative length: %v", err)
	}
	if _, err := gpu.NewBuffer[[6]byte](dev, 1); !errors.Is(err, gpu.ErrView) {
		t.Errorf("items of 6 bytes: %v", err)
	}
	if _, err := gpu.NewBuffer[uint32](dev, dev.Caps().MaxStorageBytes/4+1); !errors.Is(err, gpu.ErrTooLarge) {
		t.Errorf("too large: %v", err)
	}
	if _, err := gpu.NewBuffer[uint32](dev, 0); err != nil {
		t.Errorf("an empty buffer: %v", err)
	}
}

func TestCopyAtAnyOffset(t *testing.T) {
	dev := gputest.Device(t)
	for _, n := range []int{0, 1, 255, 2047, 2048, 2049, 70001} {
		gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
			for _, at := range []int{0, 1, 67} {
				gputest.Run(t, dev, fmt.Sprint("at=", at), func(t *testing.T) {
					r := rand.New(rand.NewSource(1))
					words := make([]uint32, n)
					for i := range words {
						words[i] = r.Uint32()
					}
					src, dst := gputest.WordsAt(t, dev, words, at), gputest.Fresh(t, dev, n)
					if err := dev.Copy(dst.View(), src.View(), gpu.N(n)); err != nil {
						t.Fatal(err)
					}
					gputest.Equal(t, "copied", dst.Get(), words)
					src.Free()
					dst.Free()
				})
			}
		})
	}
	a := gputest.Fresh(t, dev, 10)
	front, _ := a.View().Slice(0, 20)
	middle, _ := a.View().Slice(16, 36)
	if err := dev.Copy(front, middle, gpu.N(5)); !errors.Is(err, gpu.ErrOverlap) {
		t.Errorf("an overlapping copy: %v", err)
	}
}

func TestKernelErrors(t *testing.T) {
	dev := gputest.Device(t)
	shape, err := kernel.Pick(dev.Caps(), gpu.Tuning{Lanes: gpu.LanesShared})
	if err != nil {
		t.Fatal(err)
	}
	spec := kernel.Spec{File: "gpu/words_copy.comp.glsl", Shape: shape, Buffers: []string{"Src", "Dst", "Count", "Fault"}}
	k, err := kernel.New(dev, spec)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := k.Uniform("nonsense"); !errors.Is(err, gpu.ErrBinding) {
		t.Errorf("an unknown uniform: %v", err)
	}
	if err := k.DispatchIndirect(gpu.View{}); !errors.Is(err, gpu.ErrView) {
		t.Errorf("indirect from nothing: %v", err)
	}
	k.Release()
	spec.Buffers = append(spec.Buffers, "Ghost")
	if _, err := kernel.New(dev, spec); !errors.Is(err, gpu.ErrBinding) || !strings.Contains(err.Error(), "Ghost") {
		t.Errorf("a buffer that the shader lacks: %v", err)
	}
	spec.Buffers = make([]string, 9)
	if _, err := kernel.New(dev, spec); !errors.Is(err, gpu.ErrBinding) {
		t.Errorf("nine buffers: %v", err)
	}
	spec.Buffers = []string{"Src", "Dst", "Count"} // the binding of Fault is missing
	if _, err := kernel.New(dev, spec); !errors.Is(err, gpu.ErrShader) || !strings.Contains(err.Error(), "lib/fault.glsl:5") {
		t.Errorf("an undefined constant: %v", err)
	}
	gputest.DropMessages(t, dev)
	spec.File = "none.comp.glsl"
	if _, err := kernel.New(dev, spec); !errors.Is(err, shaders.ErrMissing) {
		t.Errorf("no such file: %v", err)
	}
}

func TestCheckReportsGLErrorsOnce(t *testing.T) {
	dev := gputest.Device(t)
	gl.BindBuffer(0xFFFF, 1)
	if err := dev.Check(); !errors.Is(err, gpu.ErrGL) {
		t.Errorf("after a bad call: %v", err)
	}
	if err := dev.Check(); err != nil {
		t.Errorf("the next: %v", err)
	}
	gputest.DropMessages(t, dev)
}

func TestTimerNamesItsStages(t *testing.T) {
	dev := gputest.Device(t)
	for _, n := range []int{0, 1025} {
		if _, err := dev.NewTimer(n); !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("a timer of %d stages: %v", n, err)
		}
	}
	timer, err := dev.NewTimer(2)
	if err != nil {
		t.Fatal(err)
	}
	defer timer.Release()
	if stages, wall, err := timer.Stages(); !errors.Is(err, gpu.ErrArgument) || stages != nil || wall != 0 {
		t.Errorf("before Begin: %v in %v, %v", stages, wall, err)
	}
	a, b := gputest.Fresh(t, dev, 1<<20), gputest.Fresh(t, dev, 1<<20)
	timer.Begin()
	for _, name := range []string{"first", "second", "beyond the room"} {
		if err := dev.Copy(b.View(), a.View(), gpu.N(1<<20)); err != nil {
			t.Fatal(err)
		}
		timer.Mark(name)
	}
	stages, wall, err := timer.Stages()
	if err != nil {
		t.Fatal(err)
	}
	if len(stages) != 3 || stages[0].Name != "first" || stages[1].Name != "second" || stages[2].Name != "beyond the room" || wall <= 0 {
		t.Errorf("%+v in %v", stages, wall)
	}
	if stages[0].Reliable && (stages[0].Time <= 0 || stages[0].Time > wall) {
		t.Errorf("called reliable: %v of %v", stages[0].Time, wall)
	}
}

func TestReadback(t *testing.T) {
	dev := gputest.Device(t)
	r, err := dev.NewReadback(4)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	if _, err := r.Take(); !errors.Is(err, gpu.ErrView) || r.Ready() {
		t.Errorf("Take before Start: %v", err)
	}
	src := gputest.Words(t, dev, []uint32{9, 8, 7, 6})
	if err := r.Start(src.View()); err != nil {
		t.Fatal(err)
	}
	if !r.Wait(10 * time.Second) {
		t.Error("nothing came in ten seconds")
	}
	got, err := r.Take()
	if err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "read back", got, []uint32{9, 8, 7, 6})
	short, _ := src.View().Slice(0, 8)
	if err := r.Start(short); !errors.Is(err, gpu.ErrView) {
		t.Errorf("another size: %v", err)
	}
}

func TestEnqueueingAllocatesNothing(t *testing.T) {
	for _, o := range []gpu.Options{{}, {PreserveState: true}} {
		t.Run(fmt.Sprint("preserve=", o.PreserveState), func(t *testing.T) {
			dev := gputest.DeviceWith(t, o)
			a, b, c := gputest.Fresh(t, dev, 100), gputest.Fresh(t, dev, 100), gputest.Words(t, dev, []uint32{5})
			av, bv, cv := a.View(), b.View(), c.View()
			if n := testing.AllocsPerRun(20, func() { _ = dev.Copy(bv, av, gpu.N(100)) }); n != 0 {
				t.Errorf("%+v: %v allocations a copy", o, n)
			}
			if n := testing.AllocsPerRun(20, func() { _ = dev.Copy(bv, av, gpu.CountAt(cv, 100)) }); n != 0 {
				t.Errorf("%+v: %v allocations a copy counted on the GPU", o, n)
			}
			r, err := dev.NewReadback(100)
			if err != nil {
				t.Fatal(err)
			}
			if n := testing.AllocsPerRun(20, func() { _ = r.Start(av) }); n != 0 {
				t.Errorf("%+v: %v allocations a read-back", o, n)
			}
			if n := testing.AllocsPerRun(20, func() {
				if _, err := r.Take(); err != nil {
					t.Fatal(err)
				}
				_ = r.Start(av)
			}); n != 0 {
				t.Errorf("%+v: %v allocations a read-back that is taken", o, n)
			}
			words := make([]uint32, 100)
			if n := testing.AllocsPerRun(20, func() { _ = gpu.Download(dev, av, words) }); n != 0 {
				t.Errorf("%+v: %v allocations a download", o, n)
			}
		})
	}
}
