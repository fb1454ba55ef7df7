// SPDX-License-Identifier: MIT

package gputest

import (
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// use fails where the Device does not work on this thread.
func use(t *testing.T, dev *gpu.Device) {
	t.Helper()
	Equal(t, "words", Words(t, dev, []uint32{1, 2, 3}).Get(), []uint32{1, 2, 3})
}

func TestRunMovesTheContext(t *testing.T) {
	dev := Device(t)
	outside := Words(t, dev, []uint32{7})
	var order []string
	for _, name := range []string{"a", "b"} {
		if !Run(t, dev, name, func(t *testing.T) {
			t.Cleanup(func() {
				use(t, dev)
				order = append(order, name+" cleanup")
			})
			use(t, dev)
			Run(t, dev, "nested", func(t *testing.T) {
				use(t, dev)
				Equal(t, "outside", outside.Get(), []uint32{7})
				order = append(order, name+" nested")
			})
			use(t, dev)
		}) {
			t.Errorf("%s failed", name)
		}
		use(t, dev)
	}
	other := Device(t)
	Run(t, dev, "another Device", func(t *testing.T) {
		use(t, Device(t)) // is current when the subtest ends
		Run(t, other, "nested", func(t *testing.T) { use(t, other) })
	})
	use(t, dev)
	Equal(t, "order", order, []string{"a nested", "a cleanup", "b nested", "b cleanup"})
}

const runCases = "COMB_TEST_RUN_CASES"

// TestRunCases has subtests that fail in each way, for TestRunFails.
func TestRunCases(t *testing.T) {
	if os.Getenv(runCases) == "" {
		t.Skip("TestRunFails runs these in a process of its own")
	}
	dev := Device(t)
	outside := Words(t, dev, []uint32{7})
	for name, f := range map[string]func(t *testing.T){
		"passes":  func(t *testing.T) { use(t, dev) },
		"fatal":   func(t *testing.T) { t.Fatal("fatal text") },
		"message": func(*testing.T) { gl.BindBuffer(0xFFFF, 1) },
		"guard": func(t *testing.T) {
			if err := gpu.Upload(dev, outside.buffer.View(), []uint32{1}); err != nil {
				t.Fatal(err)
			}
			outside.Get()
		},
		"n=1/seed=2": func(t *testing.T) { Run(t, dev, "deep", func(t *testing.T) { Equal(t, "x", []int{1}, []int{2}) }) },
		"n=1/seed=3": func(t *testing.T) { Run(t, dev, "deep", func(t *testing.T) { t.Log("ran seed=3") }) },
	} {
		Run(t, dev, name, f)
		use(t, dev)
	}
	t.Log("the end")
	if os.Getenv(runCases) == "outer" {
		gl.BindBuffer(0xFFFF, 1)
	}
	if os.Getenv(runCases) == "outer fails inside" {
		Run(t, dev, "inside", func(*testing.T) { t.FailNow() })
	}
}

// A failure has the name of its subtest, and a subtest can be run alone.
func TestRunFails(t *testing.T) {
	if ExpectedSubgroup() != 0 {
		t.Skip("mesa-run.sh starts this process with another loader, which its children do not get")
	}
	dev := Device(t) // skips where there is no GL
	for _, c := range []struct {
		name, mode, pattern string
		failed              []string // subtests, and "" for the test itself
		texts               []string
	}{
		{"all", "all", "", []string{"", "fatal", "guard", "message", "n=1/seed=2", "n=1/seed=2/deep"}, []string{"fatal text", "guard word 0", "the driver reports: error", "item 0 of 1 is 1, want 2", "the end"}},
		{"alone", "all", "/^n=1$/^seed=3$", nil, []string{"ran seed=3", "the end"}},
		{"alone and failing", "all", "/^n=1$/^seed=2$/deep", []string{"", "n=1/seed=2", "n=1/seed=2/deep"}, []string{"item 0 of 1 is 1, want 2"}},
		{"none", "all", "/none", nil, []string{"the end"}},
		{"outer", "outer", "/passes", []string{""}, []string{"the driver reports: error"}},
		{"outer fails inside", "outer fails inside", "/(passes|inside)", []string{"", "inside"}, []string{"FailNow on a parent test"}},
	} {
		Run(t, dev, c.name, func(t *testing.T) {
			program := exec.Command(os.Args[0], "-test.v", "-test.run=^TestRunCases$"+c.pattern)
			program.Env = append(os.Environ(), runCases+"="+c.mode)
			out, err := program.CombinedOutput()
			if (err != nil) != (c.failed != nil) {
				t.Errorf("the process: %v", err)
			}
			var failed []string
			for _, line := range strings.Split(string(out), "\n") {
				if _, rest, ok := strings.Cut(line, "--- FAIL: TestRunCases"); ok {
					name, _, _ := strings.Cut(rest, " ")
					failed = append(failed, strings.TrimPrefix(name, "/"))
				}
			}
			slices.Sort(failed)
			if !slices.Equal(failed, c.failed) {
				t.Errorf("failed: %q, want %q", failed, c.failed)
			}
			for _, text := range c.texts {
				if !strings.Contains(string(out), text) {
					t.Errorf("the output does not have %q", text)
				}
			}
			if t.Failed() {
				t.Logf("%s", out)
			}
		})
	}
}

func TestRunNeedsADeviceOfThisPackage(t *testing.T) {
	if os.Getenv(runCases) == "no device" {
		Run(t, &gpu.Device{}, "x", func(t *testing.T) { t.Error("ran") })
		return
	}
	program := exec.Command(os.Args[0], "-test.run=^TestRunNeedsADeviceOfThisPackage$")
	program.Env = append(os.Environ(), runCases+"=no device")
	if out, err := program.CombinedOutput(); err == nil || !strings.Contains(string(out), "x: gputest.Run needs a Device") {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestName(t *testing.T) {
	for want, tune := range map[string]gpu.Tuning{
		"any":    {},
		"shared": {Lanes: gpu.LanesShared},
		"single-pass-khr,workers=3,group=512,items=4,spins=-1,resident=5": {Algorithm: gpu.SinglePass, Lanes: gpu.LanesKHR,
			Workers: 3, GroupSize: 512, ItemsPerThread: 4, Spins: -1, ResidentGroups: 5},
	} {
		if got := Name(tune); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for want, c := range map[string]Chain{"khr": {gpu.Tuning{Lanes: gpu.LanesKHR}, 0}, "khr,silent=2": {gpu.Tuning{Lanes: gpu.LanesKHR}, 2}} {
		if got := c.Name(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func BenchmarkRun(b *testing.B) {
	dev := Device(b)
	p := placeOf(dev)
	done := make(chan error)
	for range b.N { // what Run does to the context
		p.context.Leave()
		go func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			err := p.context.MakeCurrent()
			report(b, p.context, dev)
			p.context.Leave()
			done <- err
		}()
		if err := <-done; err != nil {
			b.Fatal(err)
		}
		if err := p.context.MakeCurrent(); err != nil {
			b.Fatal(err)
		}
	}
}
