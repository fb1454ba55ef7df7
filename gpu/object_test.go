// SPDX-License-Identifier: MIT

package gpu_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// callsWith returns all calls that take a view, with v as each of their views.
func callsWith(t *testing.T, d *gpu.Device, v gpu.View) map[string]func() error {
	t.Helper()
	ours := wordsIn(t, d, 1, 2, 3, 4)
	v2 := ours.View()
	front, back := must(v2.Slice(0, 8)), must(v2.Slice(8, 16))
	r := must(d.NewReadback(2))
	g := must(kernel.NewGatherer(d))
	k := must(kernel.New(d, copySpec()))
	scratch := kernel.NewScratch(d, "test")
	return map[string]func() error{
		"Copy to it":               func() error { return d.Copy(v, front, gpu.N(2)) },
		"Copy from it":             func() error { return d.Copy(front, v, gpu.N(2)) },
		"Copy nothing to it":       func() error { return d.Copy(v, front, gpu.N(0)) },
		"Copy nothing from it":     func() error { return d.Copy(front, v, gpu.N(0)) },
		"Copy by its count":        func() error { return d.Copy(front, back, gpu.CountAt(v, 2)) },
		"Copy none by its count":   func() error { return d.Copy(front, back, gpu.CountAt(v, 0)) },
		"CombineCounts to it":      func() error { _, err := d.CombineCounts(v, gpu.CountMax, gpu.N(1), gpu.N(2)); return err },
		"CombineCounts of it":      func() error { _, err := d.CombineCounts(front, gpu.CountMax, gpu.CountAt(v, 2), gpu.N(2)); return err },
		"Upload":                   func() error { return gpu.Upload(d, v, []uint32{1}) },
		"Upload nothing":           func() error { return gpu.Upload(d, v, []uint32{}) },
		"Upload half a word":       func() error { return gpu.Upload(d, v, []uint16{1}) },
		"Download":                 func() error { return gpu.Download(d, v, make([]uint32, 1)) },
		"Download nothing":         func() error { return gpu.Download(d, v, []uint32{}) },
		"Readback.Start":           func() error { return r.Start(v) },
		"Gather to it":             func() error { return g.Gather(v, front, back, gpu.N(1), 4) },
		"Gather from it":           func() error { return g.Gather(front, v, back, gpu.N(1), 4) },
		"Gather by it":             func() error { return g.Gather(front, back, v, gpu.N(1), 4) },
		"Gather nothing from it":   func() error { return g.Gather(front, v, back, gpu.N(0), 4) },
		"DispatchIndirect":         func() error { return k.DispatchIndirect(v) },
		"as records of a kernel's": func() error { return k.SetRecords(0, v, 4) },
		"as scratch": func() error {
			scratch.UseScratch(v)
			return scratch.Reserve(1)
		},
	}
}

func TestViewsOfAReleasedBufferAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	a := wordsIn(t, dev, 1, 2)
	v := a.View()
	id, part := v.ID(), must(v.Slice(4, 8))
	all := callsWith(t, dev, v)
	all["a part of it"] = func() error { return dev.Copy(part, part, gpu.N(0)) }
	a.Release()
	a.Release()
	// GL gives the name to the next buffer. The view must not refer to it.
	next := wordsIn(t, dev, 7, 8)
	if next.View().ID() != id {
		t.Logf("GL did not use the name %d again", id)
	}
	for name, call := range all {
		if err := call(); !errors.Is(err, gpu.ErrReleased) || !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if v.ID() != 0 || v == next.View() || v.Overlaps(next.View()) || !strings.Contains(v.String(), "released") {
		t.Errorf("%v beside %v", v, next.View())
	}
	gputest.Equal(t, "the new buffer", must(next.Download()), []uint32{7, 8})
	if err := dev.Check(); err != nil {
		t.Errorf("GL got to see it: %v", err)
	}
}

func TestViewsOfAnotherDeviceAreRefused(t *testing.T) {
	contexts, devices := two(t)
	current(t, contexts[0])
	v := wordsIn(t, devices[0], 1, 2).View()
	current(t, contexts[1])
	for name, call := range callsWith(t, devices[1], v) {
		if err := call(); !errors.Is(err, gpu.ErrView) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := devices[1].Check(); err != nil {
		t.Errorf("GL got to see it: %v", err)
	}
	current(t, contexts[0])
	gputest.Equal(t, "the first context's words", must(wordsOf(devices[0], v)), []uint32{1, 2})
}

func wordsOf(d *gpu.Device, v gpu.View) ([]uint32, error) {
	words := make([]uint32, v.Size()/4)
	return words, gpu.Download(d, v, words)
}

// A view that no operation refused is not bound, and its kernel is not dispatched.
func TestKernelWithInvalidBufferIsNotDispatched(t *testing.T) {
	dev := gputest.Device(t)
	k := must(kernel.New(dev, copySpec()))
	src, dst, gone := wordsIn(t, dev, 1, 2), wordsIn(t, dev, 0, 0), wordsIn(t, dev, 5, 6)
	args := wordsIn(t, dev, 1, 1, 1)
	old := gone.View()
	gone.Release()
	try := func(from gpu.View, n gpu.Count) {
		k.SetBuffer(0, from)
		k.SetBuffer(1, dst.View())
		k.SetCount(n)
		k.Dispatch(1)
		if err := k.DispatchIndirect(args.View()); err != nil {
			t.Error(err)
		}
		dev.MemoryBarrier()
	}
	for name, wrong := range map[string]func(){
		"a buffer": func() { try(old, gpu.N(2)) },
		"a count":  func() { try(src.View(), gpu.CountAt(old, 2)) },
	} {
		wrong()
		if err := dev.Check(); !errors.Is(err, gpu.ErrReleased) || !strings.Contains(err.Error(), "words_copy.comp.glsl was not dispatched") {
			t.Errorf("%s: %v", name, err)
		}
		gputest.Equal(t, name, must(dst.Download()), []uint32{0, 0})
	}
	try(src.View(), gpu.N(2))
	gputest.Equal(t, "with its buffers again", must(dst.Download()), []uint32{1, 2})
}

func hostBuffer(words int) (id uint32) {
	gl.GenBuffers(1, &id)
	gl.BindBuffer(gl.ARRAY_BUFFER, id)
	gl.BufferData(gl.ARRAY_BUFFER, 4*words, gl.Ptr(make([]uint32, words)), gl.STATIC_DRAW)
	gl.BindBuffer(gl.ARRAY_BUFFER, 0)
	return id
}

func TestWrapTwiceReturnsEqualViews(t *testing.T) {
	dev := gputest.Device(t)
	id := hostBuffer(10)
	defer gl.DeleteBuffers(1, &id)
	v := must(dev.Wrap(id, 0, 40))
	if again := must(dev.Wrap(id, 0, 40)); again != v || !v.Overlaps(again) {
		t.Errorf("%v wrapped twice is %v", v, again)
	}
	if err := dev.Copy(must(dev.Wrap(id, 0, 8)), must(dev.Wrap(id, 4, 8)), gpu.N(2)); !errors.Is(err, gpu.ErrOverlap) {
		t.Errorf("views that overlap: %v", err)
	}
	ours := wordsIn(t, dev, 1, 2)
	if own := must(dev.Wrap(ours.View().ID(), 0, 8)); own != ours.View() {
		t.Errorf("comb's own %v wrapped is %v", ours.View(), own)
	}
	if n := testing.AllocsPerRun(20, func() { must(dev.Wrap(id, 4, 8)) }); n != 0 {
		t.Errorf("Wrap allocates %v times", n)
	}
}

func TestWrappedBufferDeletedByCaller(t *testing.T) {
	dev := gputest.Device(t)
	id := hostBuffer(4)
	v := must(dev.Wrap(id, 0, 16))
	r := must(dev.NewReadback(4))
	source, other := wordsIn(t, dev, 1, 2, 3, 4), wordsIn(t, dev, 0, 0, 0, 0)
	if err := dev.Copy(other.View(), source.View(), gpu.N(4)); err != nil {
		t.Fatal(err)
	}
	gl.DeleteBuffers(1, &id)
	for name, call := range map[string]func() error{
		"Upload":         func() error { return gpu.Upload(dev, v, []uint32{1}) },
		"Download":       func() error { return gpu.Download(dev, v, make([]uint32, 1)) },
		"Readback.Start": func() error { return r.Start(v) },
		"Copy to it":     func() error { return dev.Copy(v, other.View(), gpu.N(4)) },
		"Copy from it":   func() error { return dev.Copy(other.View(), v, gpu.N(4)) },
		"its count":      func() error { return dev.Copy(other.View(), source.View(), gpu.CountAt(v, 4)) },
		"Count.Read":     func() error { _, err := gpu.CountAt(v, 4).Read(); return err },
	} {
		if err := call(); !errors.Is(err, gpu.ErrReleased) || !strings.Contains(err.Error(), "which its owner deleted") {
			t.Errorf("%s: %v", name, err)
		}
	}
	// GL keeps the binding of the copy before. A copy to the deleted buffer must not write there.
	gputest.Equal(t, "the buffer of an earlier call", must(other.Download()), []uint32{1, 2, 3, 4})
	if err := dev.Check(); err != nil {
		t.Errorf("Check: %v", err)
	}
	// A buffer of comb receives the name. The old view does not refer to it.
	for range 8 {
		if b := wordsIn(t, dev, 1, 2, 3, 4); b.View().ID() == id {
			if err := dev.Copy(v, v, gpu.N(0)); !errors.Is(err, gpu.ErrReleased) || v == b.View() {
				t.Errorf("a view of a name that is comb's now: %v", err)
			}
		}
	}
	// Records of deleted buffers do not accumulate.
	for range 3000 {
		id := hostBuffer(1)
		must(dev.Wrap(id, 0, 4))
		gl.DeleteBuffers(1, &id)
	}
	if n := dev.Internal().Objects(); n > 1500 {
		t.Errorf("%d buffers are known", n)
	}
}

// A view beyond the end of a buffer that its owner made smaller is refused, in whichever way GL
// gives the size.
func TestWrappedBufferShrunkByCaller(t *testing.T) {
	dev := gputest.Device(t)
	whole := dev.Internal().Facts
	defer func() { dev.Internal().Facts = whole }()
	for _, direct := range []bool{true, false} {
		if dev.Internal().Facts = whole; !direct {
			dev.Internal().Facts.Major, dev.Internal().Facts.Minor, dev.Internal().Facts.Extensions = 4, 4, nil
		}
		id := hostBuffer(256)
		v, head := must(dev.Wrap(id, 512, 16)), must(dev.Wrap(id, 0, 16))
		source, other := wordsIn(t, dev, 1, 2, 3, 4), wordsIn(t, dev, 0, 0, 0, 0)
		if err := dev.Copy(v, source.View(), gpu.N(4)); err != nil {
			t.Fatal(err)
		}
		gl.BindBuffer(gl.ARRAY_BUFFER, id)
		gl.BufferData(gl.ARRAY_BUFFER, 16, nil, gl.STATIC_DRAW)
		gl.BindBuffer(gl.ARRAY_BUFFER, 0)
		for name, call := range map[string]func() error{
			"Upload":       func() error { return gpu.Upload(dev, v, []uint32{1}) },
			"Copy to it":   func() error { return dev.Copy(v, source.View(), gpu.N(4)) },
			"Copy from it": func() error { return dev.Copy(other.View(), v, gpu.N(4)) },
		} {
			if err := call(); !errors.Is(err, gpu.ErrView) || !strings.Contains(err.Error(), fmt.Sprintf("bytes 512 to 528 of buffer %d, which now has 16 bytes", id)) {
				t.Errorf("direct=%v: %s: %v", direct, name, err)
			}
		}
		if err := dev.Copy(head, source.View(), gpu.N(4)); err != nil {
			t.Errorf("direct=%v: a view of what is left: %v", direct, err)
		}
		if n := testing.AllocsPerRun(20, func() { _ = dev.Copy(head, source.View(), gpu.N(4)) }); n != 0 {
			t.Errorf("direct=%v: %v allocations a copy", direct, n)
		}
		gl.DeleteBuffers(1, &id)
		if err := dev.Check(); err != nil {
			t.Errorf("direct=%v: Check: %v", direct, err)
		}
	}
}

// An error of a buffer, a read-back or a timer names the operation.
func TestErrorsNameTheOperation(t *testing.T) {
	dev := gputest.Device(t)
	b, err := gpu.NewBufferFrom(dev, []uint32{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	v := b.View()
	defer b.Release()
	var (
		noBuffer   *gpu.Buffer[uint32]
		noReadback *gpu.Readback
		noCount    *gpu.CountReadback
		noTimer    *gpu.Timer
	)
	for want, call := range map[string]func() error{
		"gpu: Upload: got 3 items of 4 bytes, want at most the 8 bytes of the view": func() error { return gpu.Upload(dev, v, []uint32{1, 2, 3}) },
		"gpu: Download: got 3 items of 8 bytes, want at most the 8 bytes":           func() error { return gpu.Download(dev, v, make([]uint64, 3)) },
		"gpu: Buffer.Upload: the Buffer":                                            func() error { return noBuffer.Upload(nil) },
		"gpu: Buffer.Download: the Buffer":                                          func() error { _, err := noBuffer.Download(); return err },
		"gpu: Readback.Start: the Readback":                                         func() error { return noReadback.Start(v) },
		"gpu: Readback.Take: the Readback":                                          func() error { _, err := noReadback.Take(); return err },
		"gpu: CountReadback.Start: the CountReadback":                               func() error { return noCount.Start(gpu.N(1)) },
		"gpu: CountReadback.Take: the CountReadback":                                func() error { _, err := noCount.Take(); return err },
		"gpu: Timer.Stages: the Timer":                                              func() error { _, _, err := noTimer.Stages(); return err },
	} {
		if err := call(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestNilObjectsDoNotPanic(t *testing.T) {
	var (
		noBuffer   *gpu.Buffer[uint32]
		noReadback *gpu.Readback
		noTimer    *gpu.Timer
		noDevice   *gpu.Device
	)
	shape := must(kernel.Pick(gpu.Caps{MaxGroupInvocations: 256}, gpu.Tuning{Lanes: gpu.LanesShared}))
	for _, d := range []*gpu.Device{noDevice, {}} {
		scratch, chain := kernel.NewScratch(d, "x"), kernel.NewChain(d, "x", 1)
		for name, call := range map[string]func() error{
			"Enter":         d.Internal().Enter,
			"Check":         d.Check,
			"Lost":          d.Lost,
			"NewKernel":     func() error { _, err := kernel.New(d, probe("")); return err },
			"NewGatherer":   func() error { _, err := kernel.NewGatherer(d); return err },
			"NewBuffer":     func() error { _, err := gpu.NewBuffer[uint32](d, 1); return err },
			"NewBufferFrom": func() error { _, err := gpu.NewBufferFrom(d, []uint32{1}); return err },
			"Scratch":       func() error { return scratch.Reserve(1) },
			"Chain":         func() error { return chain.Reserve(1) },
			"RunSelfTest":   func() error { return kernel.RunSelfTest(d, "x", shape, kernel.SelfTest{}) },
			"SelectVariant": func() error {
				_, err := kernel.SelectVariant(d, "x", gpu.Tuning{}, true, func(kernel.Shape) (*kernel.Kernel, error) { return nil, nil },
					func(*kernel.Kernel, kernel.Shape) kernel.SelfTest { return kernel.SelfTest{} })
				return err
			},
			"LanesInOrder":   func() error { _, err := kernel.LanesInOrder(d); return err },
			"NewTextureUnit": func() error { _, err := kernel.NewTextureUnit(d); return err },
			"Upload":         func() error { return gpu.Upload(d, gpu.View{}, []uint32{1}) },
			"Link":           func() error { _, err := kernel.Link(d, "x"); return err },
		} {
			if err := call(); !errors.Is(err, gpu.ErrReleased) || !strings.Contains(err.Error(), "the Device is nil or was not made by Attach") {
				t.Errorf("%s: %v", name, err)
			}
		}
		if d.Caps().Renderer != "" || d.Report() != nil || d.Options().Forbid != nil {
			t.Error("a Device that was not made has Caps or Options")
		}
		d.Finish()
		d.MemoryBarrier()
		d.StorageBarrier()
		d.Internal().WhenCurrent(func() { t.Error("called") })
		scratch.Release()
		chain.Release()
		d.Release()
	}
	for _, b := range []*gpu.Buffer[uint32]{noBuffer, {}} {
		_, err := b.Download()
		if !errors.Is(err, gpu.ErrReleased) || !errors.Is(b.Upload(nil), gpu.ErrReleased) || b.Len() != 0 || b.View() != (gpu.View{}) {
			t.Errorf("a Buffer that was not made: %v", err)
		}
		if _, err := b.Slice(0, 1); !errors.Is(err, gpu.ErrView) {
			t.Errorf("a part of it: %v", err)
		}
		b.Release()
	}
	for _, r := range []*gpu.Readback{noReadback, {}} {
		if _, err := r.Take(); !errors.Is(err, gpu.ErrReleased) || !errors.Is(r.Start(gpu.View{}), gpu.ErrReleased) || r.Ready() || r.Wait(0) {
			t.Errorf("a Readback that was not made: %v", err)
		}
		r.Release()
	}
	for _, m := range []*gpu.Timer{noTimer, {}} {
		m.Begin()
		m.Start()
		m.Mark("x")
		if _, _, err := m.Stages(); !errors.Is(err, gpu.ErrReleased) {
			t.Errorf("a Timer that was not made: %v", err)
		}
		if _, ok := m.Ready(nil); ok {
			t.Error("a Timer that was not made is ready")
		}
		m.Release()
	}
}

// copySpec returns a kernel that copies words.
func copySpec() kernel.Spec {
	return kernel.Spec{
		File:    "gpu/words_copy.comp.glsl",
		Shape:   kernel.Shape{Lanes: gpu.LanesShared, LaneCount: 32, GroupSize: 256, ItemsPerThread: 8},
		Buffers: []string{"Src", "Dst", "Count", "Fault"},
	}
}
