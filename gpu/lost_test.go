// SPDX-License-Identifier: MIT

package gpu_test

import (
	"errors"
	"slices"
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

// losing returns a Device whose reset status shows a loss after lose was called, after so many
// reads of it. A test cannot lose a real context, but it can replace the reset status.
func losing(t *testing.T) (d *gpu.Device, lose func(after int)) {
	t.Helper()
	gputest.Device(t) // skips the test without GL, and locks the thread
	c, err := offscreen.New(offscreen.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Release)
	status := func() uint32 { return gl.NO_ERROR }
	d, err = c.Attach(gpu.Options{NoCache: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Release)
	d.Internal().Faults.ResetStatus = func() uint32 { return status() }
	return d, func(after int) { status = gputest.Lose(after, nil) }
}

// holdings are objects of a Device.
func holdings(t *testing.T, d *gpu.Device) (*gpu.Buffer[uint32], *gpu.Readback, *gpu.Timer) {
	b, err := gpu.NewBufferFrom(d, []uint32{1, 2, 3, 4})
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.NewReadback(4)
	if err != nil {
		t.Fatal(err)
	}
	timer, err := d.NewTimer(1)
	if err != nil {
		t.Fatal(err)
	}
	timer.Begin()
	return b, r, timer
}

func TestLostContextIsCheckedFirst(t *testing.T) {
	d, lose := losing(t)
	b, r, timer := holdings(t, d)
	if err := errors.Join(d.Lost(), r.Start(b.View())); err != nil {
		t.Fatal(err)
	}
	lose(0)
	for what, f := range map[string]func() error{
		"Lost":        d.Lost,
		"Copy":        func() error { return d.Copy(b.View(), b.View(), gpu.N(1)) },
		"Upload":      func() error { return b.Upload([]uint32{1}) },
		"Download":    func() error { _, err := b.Download(); return err },
		"Check":       d.Check,
		"Messages":    func() error { _, err := d.Messages(); return err },
		"NewBuffer":   func() error { _, err := gpu.NewBuffer[uint32](d, 1); return err },
		"NewKernel":   func() error { _, err := kernel.New(d, kernel.Spec{}); return err },
		"NewTimer":    func() error { _, err := d.NewTimer(1); return err },
		"Stages":      func() error { _, _, err := timer.Stages(); return err },
		"NewReadback": func() error { _, err := d.NewReadback(1); return err },
		"Start":       func() error { return r.Start(b.View()) },
		"Take":        func() error { _, err := r.Take(); return err },
		"Enter":       d.Internal().Enter,
	} {
		if err := f(); !errors.Is(err, gpu.ErrContextLost) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if !r.Ready() || !r.Wait(time.Hour) {
		t.Error("who waits for a read-back of a lost context waits for ever")
	}
}

// A loss between the beginning of a read and its end gives zeros, which must not pass for data.
func TestContextLostDuringReadReturnsNoData(t *testing.T) {
	for _, what := range []string{"Download", "Take", "Stages", "Check", "Upload", "Start", "NewBuffer", "Link"} {
		t.Run(what, func(t *testing.T) {
			d, lose := losing(t)
			b, r, timer := holdings(t, d)
			var err error
			timer.Mark("nothing")
			if err := r.Start(b.View()); err != nil {
				t.Fatal(err)
			}
			lose(1) // Enter reads the status first
			switch what {
			case "Download":
				var items []uint32
				if items, err = b.Download(); items != nil {
					t.Errorf("%s: %v", what, items)
				}
			case "Take":
				var words []uint32
				if words, err = r.Take(); words != nil {
					t.Errorf("%s: %v", what, words)
				}
			case "Stages":
				var stages []gpu.Stage
				if stages, _, err = timer.Stages(); stages != nil {
					t.Errorf("%s: %v", what, stages)
				}
			case "Check":
				err = d.Check()
			case "Upload":
				err = b.Upload([]uint32{5})
			case "Start":
				err = r.Start(b.View())
			case "NewBuffer":
				_, err = gpu.NewBuffer[uint32](d, 4)
			case "Link":
				_, err = kernel.Link(d, "nothing", kernel.Shader{Kind: gl.COMPUTE_SHADER, File: "nothing", Source: shaders.Source{Text: "nothing"}})
				if errors.Is(err, gpu.ErrShader) {
					t.Error("a loss is taken for a shader's fault")
				}
			}
			if !errors.Is(err, gpu.ErrContextLost) {
				t.Errorf("%s: %v", what, err)
			}
			if err := d.Lost(); !errors.Is(err, gpu.ErrContextLost) {
				t.Errorf("%s: forgotten: %v", what, err)
			}
		})
	}
}

// Mesa and NVIDIA both support reset notification. Without it the reset status stays 0 after a
// loss.
func TestContextLossReporting(t *testing.T) {
	d := gputest.Device(t)
	reported := slices.Contains(d.Report(), "a lost context is reported")
	if !reported && !slices.ContainsFunc(d.Report(), func(l string) bool { return strings.Contains(l, "not reported") }) {
		t.Errorf("the report does not say: %q", d.Report())
	}
	if c := d.Caps(); !reported && (c.Has("GL_KHR_robustness") || c.Has("GL_ARB_robustness")) && c.Software {
		t.Errorf("the driver supports reset notification, and the context lacks it: %q", d.Report())
	}
}
