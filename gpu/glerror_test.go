// SPDX-License-Identifier: MIT

package gpu_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/internal/kernel"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// GL errors of the program's own calls are neither reported as comb's nor lost.
func TestHostGLErrorsAreKeptSeparate(t *testing.T) {
	dev := gputest.Device(t)
	defer gputest.DropMessages(t, dev)
	a := wordsIn(t, dev, 1, 2)
	r := must(dev.NewReadback(2))
	scratch, chain := kernel.NewScratch(dev, "test"), kernel.NewChain(dev, "test", 1)
	calls := map[string]func() error{
		"NewBuffer":     func() error { _, err := gpu.NewBuffer[uint32](dev, 4); return err },
		"NewBufferFrom": func() error { _, err := gpu.NewBufferFrom(dev, []uint32{1}); return err },
		"Download":      func() error { _, err := a.Download(); return err },
		"NewReadback":   func() error { _, err := dev.NewReadback(1); return err },
		"Readback.Take": func() error {
			if err := r.Start(a.View()); err != nil {
				return err
			}
			_, err := r.Take()
			return err
		},
		"Scratch.Reserve": func() error { return scratch.Reserve(1000) },
		"Chain.Reserve":   func() error { return chain.Reserve(10) },
		"NewTextureLevel": func() error { _, _, err := kernel.NewTextureLevel(dev, 1, 1, make([]float32, 4)); return err },
		"a self-test": func() error {
			shape := must(kernel.Pick(dev.Caps(), gpu.Tuning{Lanes: gpu.LanesShared}))
			return kernel.RunSelfTest(dev, "test", shape, kernel.SelfTest{Test: func() error { return nil }})
		},
	}
	for name, call := range calls {
		gl.Enable(0x1234) // GL_INVALID_ENUM
		if err := call(); err != nil {
			t.Errorf("%s is blamed: %v", name, err)
		}
		err := dev.Check()
		if !errors.Is(err, gpu.ErrGL) || !strings.Contains(err.Error(), "GL_INVALID_ENUM (0x500)") || !strings.Contains(err.Error(), "program's own calls") {
			t.Errorf("%s: Check: %v", name, err)
		}
		if err := dev.Check(); err != nil {
			t.Errorf("%s: the second Check: %v", name, err)
		}
		if codes := dev.HostErrors(); !slices.Equal(codes, []uint32{gl.INVALID_ENUM}) {
			t.Errorf("%s: the program's errors are %#x", name, codes)
		}
	}
	// After HostErrors has returned them, Check does not.
	gl.Enable(0x1234)
	must(a.Download())
	gl.BindBuffer(gl.ARRAY_BUFFER, 0)
	gl.BufferData(gl.ARRAY_BUFFER, 4, nil, gl.STATIC_DRAW) // GL_INVALID_OPERATION
	must(a.Download())
	if codes := dev.HostErrors(); !slices.Equal(codes, []uint32{gl.INVALID_ENUM, gl.INVALID_OPERATION}) {
		t.Errorf("the program's errors are %#x", codes)
	}
	if err := dev.Check(); err != nil || dev.HostErrors() != nil {
		t.Errorf("afterwards: %v", err)
	}
	if (*gpu.Device)(nil).HostErrors() != nil {
		t.Error("no Device has errors")
	}
}

func TestGLErrorsBeforeAttachAreHostErrors(t *testing.T) {
	gputest.Device(t) // locks the thread
	c, err := offscreen.New(offscreen.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	must(c.Attach(gpu.Options{NoCache: true})).Release() // loads GL's functions
	gl.Enable(0x1234)
	d := must(c.Attach(gpu.Options{NoCache: true}))
	defer d.Release()
	if err := d.Check(); err != nil {
		t.Errorf("Check: %v", err)
	}
	if codes := d.HostErrors(); !slices.Equal(codes, []uint32{gl.INVALID_ENUM}) {
		t.Errorf("the program's errors are %#x", codes)
	}
}

func TestProcAddrWithoutFunctions(t *testing.T) {
	gputest.Device(t) // locks the thread
	_, err := gpu.Attach(gpu.Options{ProcAddr: func(string) unsafe.Pointer { return nil }})
	if !errors.Is(err, gpu.ErrNoContext) || !strings.Contains(err.Error(), "ProcAddr finds no function") {
		t.Errorf("%v", err)
	}
}

// ErrShader comes with ErrArgument if the program contains the caller's GLSL, else with
// ErrInternal.
func TestShaderErrorKinds(t *testing.T) {
	dev := gputest.Device(t)
	const lanes = "uint laneCount() { return 1u; }\nuint laneGroup() { return 0u; }\nuint lane() { return 0u; }\n"
	ours := probe("nonsense")
	slot := ours.Slots["SIZE"]
	slot.Own = true
	ours.Slots["SIZE"] = slot
	for name, c := range map[string]struct {
		spec kernel.Spec
		kind error
	}{
		"a caller's line":                 {probe(lanes + "bool ballotNamesMe() { return nonsense; }"), gpu.ErrArgument},
		"what a caller's GLSL lacks":      {probe(lanes), gpu.ErrArgument},
		"a text of comb's own, generated": {ours, gpu.ErrInternal},
	} {
		gputest.Run(t, dev, name, func(t *testing.T) {
			_, err := kernel.New(dev, c.spec)
			gputest.DropMessages(t, dev)
			if !errors.Is(err, gpu.ErrShader) || !errors.Is(err, c.kind) || errors.Is(err, gpu.ErrArgument) == errors.Is(err, gpu.ErrInternal) {
				t.Errorf("%s: %v", name, err)
			}
			if head, _, _ := strings.Cut(err.Error(), "\n"); head != "gpu: gpu/lanes_probe.comp.glsl does not compile: "+c.kind.Error()+": shader rejected:" {
				t.Errorf("%s: the first line is %q", name, head)
			}
		})
	}
}
