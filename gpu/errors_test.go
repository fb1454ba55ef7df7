// SPDX-License-Identifier: MIT

package gpu_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// probe is a kernel of comb with a slot for the caller's text.
func probe(text string) kernel.Spec {
	return kernel.Spec{
		File:      "gpu/lanes_probe.comp.glsl",
		Shape:     kernel.Shape{Lanes: gpu.LanesShared, LaneCount: 1, GroupSize: 64, ItemsPerThread: 1},
		Constants: shaders.Constants{"LOOP_TURNS": 0},
		Buffers:   []string{"Probe"},
		Slots:     map[string]shaders.Snippet{"SIZE": {Name: "mine.glsl", Text: text}},
	}
}

// lineOf returns "file:line" of the first line of a shader that contains what.
func lineOf(t *testing.T, file, what string) string {
	data, err := os.ReadFile("../shaders/" + file)
	if err != nil {
		t.Fatal(err)
	}
	before, _, ok := strings.Cut(string(data), what)
	if !ok {
		t.Fatalf("%s holds no %q", file, what)
	}
	return fmt.Sprintf("%s:%d", file, strings.Count(before, "\n")+1)
}

func TestCompileErrorsNameFileAndLine(t *testing.T) {
	dev := gputest.Device(t)
	const (
		lanes = "uint laneCount() { return 1u; }\nuint laneGroup() { return gl_LocalInvocationIndex; }\nuint lane() { return 0u; }\n"
		grid  = "#include \"lib/grid.glsl\"\n"
	)
	for _, c := range []struct{ name, text, want string }{
		{"in a snippet", lanes + "bool ballotNamesMe() {\n  return nonsense; }\n", "mine.glsl:5"},
		{"in a snippet's first line", "nonsense x;\n" + lanes, "mine.glsl:1"},
		{"in a snippet, behind an include", grid + lanes + "bool ballotNamesMe() { return nonsense; }", "mine.glsl:5"},
		{"in the kernel, behind its slot", lanes, lineOf(t, "gpu/lanes_probe.comp.glsl", "ballotNamesMe()")},
		{"in a file that a snippet includes", lanes + "#define workgroupIndex 5\n" + grid, lineOf(t, "lib/grid.glsl", "uint workgroupIndex")},
	} {
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			_, err := kernel.New(dev, probe(c.text))
			gputest.DropMessages(t, dev)
			place := regexp.MustCompile(`(?m)\b` + regexp.QuoteMeta(c.want) + `\b`)
			if !errors.Is(err, gpu.ErrShader) || !place.MatchString(err.Error()) {
				t.Errorf("%s: want %q in: %v", c.name, c.want, err)
			}
		})
	}
	// The compiler removes a uniform and a block that nothing reads. That is no error.
	spec := probe("uniform uint unread;\nlayout(std430, binding = BIND_UNREAD) readonly buffer Unread { uint unreads[]; };\n" + grid + lanes + "bool ballotNamesMe() { return true; }")
	spec.Buffers = append(spec.Buffers, "Unread")
	removed, err := kernel.New(dev, spec)
	if err != nil {
		t.Fatalf("with a buffer that nothing reads: %v", err)
	}
	u, err := removed.Uniform("unread")
	if err != nil || u >= 0 {
		t.Errorf("a uniform that nothing reads: at %d, %v", u, err)
	}
	removed.Set(u, 7)
	if _, err := removed.Uniform("unraed"); !errors.Is(err, gpu.ErrBinding) || !strings.Contains(err.Error(), `"unraed"`) {
		t.Errorf("a uniform that is misspelt: %v", err)
	}
	if err := dev.Check(); err != nil {
		t.Errorf("after setting it: %v", err)
	}
	removed.Release()
	k, err := kernel.New(dev, probe(grid+lanes+"bool ballotNamesMe() { return true; }"))
	if err != nil {
		t.Fatalf("with nothing wrong: %v", err)
	}
	k.Release()
	k.Release() // a second Release does nothing
	// The caller's own buffers are allowed from UserBinding on. Below it comb would replace them.
	for binding, ok := range map[int]bool{2: false, gpu.UserBinding - 1: false, gpu.UserBinding: true} {
		gputest.Run(t, dev, fmt.Sprint("binding=", binding), func(t *testing.T) {
			k, err := kernel.New(dev, probe(lanes+fmt.Sprintf("layout(std430, binding = %d) buffer Mine { uint mine; };\nbool ballotNamesMe() { return mine == 1u; }", binding)))
			if ok != (err == nil) || !ok && (!errors.Is(err, gpu.ErrArgument) || !errors.Is(err, gpu.ErrShader) || !strings.Contains(err.Error(), fmt.Sprintf(`"Mine" at binding %d`, binding))) {
				t.Errorf("a buffer of the caller's at binding %d: %v", binding, err)
			}
			k.Release()
		})
	}
}

func TestCallsAfterReleaseAreRefused(t *testing.T) {
	gputest.Device(t) // locks the thread; skips the test without GL
	ctx, err := offscreen.New(offscreen.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer ctx.Release()
	dev, err := ctx.Attach(gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := dev.NewTimer(1)
	if err != nil {
		t.Fatal(err)
	}
	k, err := kernel.New(dev, probe("uint laneCount() { return 1u; }\nuint laneGroup() { return 0u; }\nuint lane() { return 0u; }\nbool ballotNamesMe() { return true; }"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := dev.NewReadback(2)
	if err != nil {
		t.Fatal(err)
	}
	a, err := gpu.NewBufferFrom(dev, []uint32{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	v := a.View()
	gone, err := gpu.NewBuffer[uint32](dev, 2)
	if err != nil {
		t.Fatal(err)
	}
	gone.Release()
	if _, err := gone.Download(); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("Download of a released buffer: %v", err)
	}
	if err := gone.Upload(nil); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("Upload to a released buffer: %v", err)
	}
	if _, err := gone.Slice(0, 1); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("Slice of a released buffer: %v", err)
	}
	if gone.Len() != 0 || gone.View().ID() != 0 || gone.View() == (gpu.View{}) || (*gpu.Buffer[uint32])(nil).View() != (gpu.View{}) {
		t.Error("a released buffer still has something")
	}

	dev.Release()
	dev.Release()
	for name, call := range map[string]func() error{
		"NewBuffer":       func() error { _, err := gpu.NewBuffer[uint32](dev, 1); return err },
		"NewBufferFrom":   func() error { _, err := gpu.NewBufferFrom(dev, []uint32{1}); return err },
		"Wrap":            func() error { _, err := dev.Wrap(v.ID(), 0, 8); return err },
		"Copy":            func() error { return dev.Copy(v, v, gpu.N(1)) },
		"Upload":          func() error { return a.Upload([]uint32{1}) },
		"Download":        func() error { _, err := a.Download(); return err },
		"NewKernel":       func() error { _, err := kernel.New(dev, probe("")); return err },
		"Link":            func() error { _, err := kernel.Link(dev, "x"); return err },
		"NewTimer":        func() error { _, err := dev.NewTimer(1); return err },
		"NewReadback":     func() error { _, err := dev.NewReadback(1); return err },
		"Readback.Start":  func() error { return r.Start(v) },
		"Readback.Take":   func() error { _, err := r.Take(); return err },
		"Check":           dev.Check,
		"Messages":        func() error { _, err := dev.Messages(); return err },
		"Enter":           dev.Internal().Enter,
		"a nil Device":    (*gpu.Device)(nil).Internal().Enter,
		"nil Device Copy": func() error { return (*gpu.Device)(nil).Copy(v, v, gpu.N(1)) },
	} {
		if err := call(); !errors.Is(err, gpu.ErrReleased) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// The program may release objects in any order.
	for range 2 {
		a.Release()
		k.Release()
		r.Release()
		c.Release()
	}
	(*gpu.Buffer[uint32])(nil).Release()
	(*kernel.Kernel)(nil).Release()
	(*gpu.Readback)(nil).Release()
	(*gpu.Timer)(nil).Release()
	(*gpu.Device)(nil).Release()
}

func TestReadbackIsReadyAfterGPUFinishes(t *testing.T) {
	dev := gputest.Device(t)
	for _, words := range []int{0, -1, dev.Caps().MaxStorageBytes/4 + 1, 1 << 62} {
		if _, err := dev.NewReadback(words); !errors.Is(err, gpu.ErrView) {
			t.Errorf("a read-back of %d words: %v", words, err)
		}
	}
	const n = 3000
	r, err := dev.NewReadback(n)
	if err != nil {
		t.Fatal(err)
	}
	first, second := make([]uint32, n), make([]uint32, n)
	for i := range first {
		first[i], second[i] = uint32(i), uint32(i)*3
	}
	src := gputest.Words(t, dev, first)
	if err := r.Start(src.View()); err != nil {
		t.Fatal(err)
	}
	// Start drops a copy that was not taken. The second copy is enqueued before the words change
	// again.
	if err := gpu.Upload(dev, src.View(), second); err != nil {
		t.Fatal(err)
	}
	if err := r.Start(src.View()); err != nil {
		t.Fatal(err)
	}
	if err := gpu.Upload(dev, src.View(), first); err != nil {
		t.Fatal(err)
	}
	dev.Finish()
	ready := r.Ready()
	if again := r.Ready(); !ready || !again {
		t.Error("not ready after Finish")
	}
	got, err := r.Take()
	if err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "read back", got, second)
	if _, err := r.Take(); !errors.Is(err, gpu.ErrView) || r.Ready() {
		t.Errorf("taken twice: %v", err)
	}
	if err := r.Start(src.View()); err != nil {
		t.Fatal(err)
	}
	r.Release() // while a copy is under way
	r.Release()
	if _, err := r.Take(); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("Take after Release: %v", err)
	}
}
