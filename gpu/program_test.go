// SPDX-License-Identifier: MIT

package gpu_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/core"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// cachedDevice returns a Device on a context of its own, with a cache of programs.
func cachedDevice(t *testing.T, dir string) *gpu.Device {
	t.Helper()
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: dir})
	var formats int32
	if gl.GetIntegerv(gl.NUM_PROGRAM_BINARY_FORMATS, &formats); formats == 0 {
		t.Skip("this driver has no program binaries (NUM_PROGRAM_BINARY_FORMATS is 0)")
	}
	return dev
}

func expectPrograms(t *testing.T, what string, dev *gpu.Device, compiled, cached int) {
	t.Helper()
	if a, b := dev.Programs(); a != compiled || b != cached {
		t.Errorf("%s: %d programs compiled and %d cached, want %d and %d", what, a, b, compiled, cached)
	}
	line := fmt.Sprintf("programs: %d compiled, %d from the cache in ", compiled, cached)
	if r := strings.Join(dev.Report(), "\n"); !strings.Contains(r, line) {
		t.Errorf("%s: no %q in the report:\n%s", what, line, r)
	}
}

// uniformsShader writes two uniforms, one with an initial value, times a constant.
func uniformsShader(times int) kernel.Shader {
	return kernel.Shader{Kind: gl.COMPUTE_SHADER, File: "uniforms.glsl", Source: shaders.Source{Text: fmt.Sprintf(`#version 430
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Out { uint result[]; };
uniform uint seven = 7u;
uniform uint zero;
void main() { result[0] = seven * %[1]du; result[1] = zero * %[1]du; }
`, times)}}
}

// runUniforms links the program, runs it, sets its uniforms and runs it again.
func runUniforms(t *testing.T, dev *gpu.Device, times int) {
	t.Helper()
	program, err := kernel.Link(dev, "uniforms", uniformsShader(times))
	if err != nil {
		t.Fatal(err)
	}
	defer gl.DeleteProgram(program)
	out, err := gpu.NewBuffer[uint32](dev, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Release()
	run := func(what string, seven, zero int) {
		t.Helper()
		v := out.View()
		gl.UseProgram(program)
		gl.BindBufferRange(gl.SHADER_STORAGE_BUFFER, 0, v.ID(), v.Offset(), v.Size())
		gl.DispatchCompute(1, 1, 1)
		gl.MemoryBarrier(gl.ALL_BARRIER_BITS)
		gl.UseProgram(0)
		got, err := out.Download()
		if err != nil {
			t.Fatal(err)
		}
		gputest.Equal(t, what, got, []uint32{uint32(seven * times), uint32(zero * times)})
	}
	run("initial uniforms", 7, 0)
	for name, v := range map[string]uint32{"seven\x00": 20, "zero\x00": 30} {
		gl.ProgramUniform1ui(program, gl.GetUniformLocation(program, gl.Str(name)), v)
	}
	run("set uniforms", 20, 30)
	if code := gl.GetError(); code != gl.NO_ERROR {
		t.Errorf("GL error 0x%X is left", code)
	}
}

// copyWords runs a kernel of comb, with offsets, counts and reflected bindings.
func copyWords(t *testing.T, dev *gpu.Device) {
	t.Helper()
	words := make([]uint32, 5000)
	for i := range words {
		words[i] = uint32(i) * 2654435761
	}
	src, dst := gputest.WordsAt(t, dev, words, 3), gputest.Fresh(t, dev, len(words))
	if err := dev.Copy(dst.View(), src.View(), gpu.N(len(words))); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "copied", dst.Get(), words)
}

func TestSecondStartUsesProgramCache(t *testing.T) {
	dir := t.TempDir()
	first := cachedDevice(t, dir)
	attached, _ := first.Programs()
	copyWords(t, first)
	runUniforms(t, first, 1)
	expectPrograms(t, "the first start", first, attached+1, 0)

	second := cachedDevice(t, dir)
	copyWords(t, second)
	runUniforms(t, second, 1)
	expectPrograms(t, "the second start", second, 0, attached+1)
	k, err := kernel.New(second, probe("uint laneCount() { return 1u; }\nuint laneGroup() { return 0u; }\nuint lane() { return 0u; }\nbool ballotNamesMe() { return true; }"))
	if err != nil {
		t.Fatal(err)
	}
	k.Release()
	expectPrograms(t, "a new kernel", second, 1, attached+1)
	runUniforms(t, second, 2)
	expectPrograms(t, "a changed text", second, 2, attached+1)
	gputest.LeavesNothing(t, second, "a program from the cache", func() { runUniforms(t, second, 2) })
	expectPrograms(t, "again", second, 2, attached+2)
}

func TestDrawProgramsAreCached(t *testing.T) {
	dir := t.TempDir()
	stages := []kernel.Shader{
		{Kind: gl.VERTEX_SHADER, File: "a.vert", Source: shaders.Source{Text: "#version 430\nuniform vec4 at = vec4(1, 2, 3, 4);\nvoid main() { gl_Position = at; }\n"}},
		{Kind: gl.FRAGMENT_SHADER, File: "a.frag", Source: shaders.Source{Text: "#version 430\nlayout(binding = 3) uniform sampler2D source;\nout vec4 colour;\nvoid main() { colour = texture(source, vec2(0)); }\n"}},
	}
	for start := range 2 {
		dev := cachedDevice(t, dir)
		compiled, cached := dev.Programs()
		program, err := kernel.Link(dev, "a", stages...)
		if err != nil {
			t.Fatal(err)
		}
		expectPrograms(t, "a program that draws", dev, compiled+1-start, cached+start)
		var at [4]float32
		gl.GetUniformfv(program, gl.GetUniformLocation(program, gl.Str("at\x00")), &at[0])
		var unit int32
		gl.GetUniformiv(program, gl.GetUniformLocation(program, gl.Str("source\x00")), &unit)
		if at != [4]float32{1, 2, 3, 4} || unit != 3 {
			t.Errorf("start %d: uniforms begin as %v and unit %d", start, at, unit)
		}
		gl.DeleteProgram(program)
	}
}

func TestDamagedCachedProgramsAreRecompiled(t *testing.T) {
	dir := t.TempDir()
	first := cachedDevice(t, dir)
	all, _ := first.Programs()
	names, err := filepath.Glob(filepath.Join(dir, "program-*.comb"))
	if err != nil || len(names) != all {
		t.Fatalf("%d programs left %q, %v", all, names, err)
	}
	good, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	for what, file := range map[string][]byte{"empty": {}, "cut short": good[:len(good)-1], "too long": append(bytes.Clone(good), 0)} {
		t.Run(what, func(t *testing.T) {
			if err := os.WriteFile(names[0], file, 0o644); err != nil {
				t.Fatal(err)
			}
			dev := cachedDevice(t, dir)
			copyWords(t, dev)
			expectPrograms(t, what, dev, 1, all-1)
			expectPrograms(t, what+", healed", cachedDevice(t, dir), 0, all)
		})
	}
}

// A driver may refuse a binary of another version.
func TestRejectedProgramBinaryIsRecompiled(t *testing.T) {
	dir := t.TempDir()
	dev := cachedDevice(t, dir)
	all, _ := dev.Programs()
	runUniforms(t, dev, 1)
	parts := core.ProgramParts([]kernel.Shader{uniformsShader(1)})
	good, ok := dev.Internal().Cached("program", parts...)
	if !ok || len(good) < 8 {
		t.Fatalf("%d bytes are stored, %v", len(good), ok)
	}
	for what, data := range map[string][]byte{
		"nothing": {}, "a format alone": good[:4], "one byte": good[:5], "an unknown format": append([]byte{1, 2, 3, 4}, good[4:]...),
		"noise": append(bytes.Clone(good[:4]), bytes.Repeat([]byte{0xA5, 0x17, 3}, 1000)...),
		"zeros": append(bytes.Clone(good[:4]), make([]byte, len(good)-4)...),
	} {
		t.Run(what, func(t *testing.T) {
			dev.Internal().Cache("program", data, parts...)
			next := cachedDevice(t, dir)
			runUniforms(t, next, 1)
			expectPrograms(t, what, next, 1, all)
			if err := next.Check(); err != nil {
				t.Errorf("%s: %v", what, err)
			}
			runUniforms(t, next, 1)
			expectPrograms(t, what+", replaced", next, 1, all+1)
		})
	}
}

func TestFailingProgramIsNotCached(t *testing.T) {
	dir := t.TempDir()
	unlinked := uniformsShader(1)
	unlinked.Source.Text = "#version 430\nlayout(local_size_x = 1) in;\nvoid missing();\nvoid main() { missing(); }\n"
	broken := uniformsShader(1)
	broken.Source.Text = "#version 430\nvoid main() { nonsense; }\n"
	dev := cachedDevice(t, dir)
	all, _ := dev.Programs()
	for _, s := range []kernel.Shader{broken, unlinked} {
		plain := gputest.Device(t)
		_, want := kernel.Link(plain, "x", s)
		gputest.DropMessages(t, plain)
		for range 2 {
			cached := cachedDevice(t, dir)
			_, err := kernel.Link(cached, "x", s)
			gputest.DropMessages(t, cached)
			if !errors.Is(err, gpu.ErrShader) || err.Error() != want.Error() {
				t.Errorf("%v\nwithout a cache: %v", err, want)
			}
			expectPrograms(t, "a failing program", cached, 0, all)
		}
	}
}

func TestNoCacheWritesNothing(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("COMB_CACHE", dir)
	dev := gputest.Device(t)
	copyWords(t, dev)
	dev.Internal().Cache("result", []byte("pass"), "x")
	if _, ok := dev.Internal().Cached("result", "x"); ok {
		t.Error("something is cached")
	}
	both := gputest.DeviceWith(t, gpu.Options{CacheDir: dir, NoCache: true})
	copyWords(t, both)
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("written: %v, %v", left, err)
	}
	if r := strings.Join(both.Report(), "\n"); !strings.Contains(r, "no cache (Options.NoCache)") {
		t.Error(r)
	}
}

func TestDeviceWorksWithoutCacheFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	dev := cachedDevice(t, filepath.Join(file, "cache")) // below a file, since root can write to any folder
	copyWords(t, dev)
	runUniforms(t, dev, 1)
	if r := strings.Join(dev.Report(), "\n"); strings.Count(r, "cache: nothing more is written to "+file) != 1 {
		t.Error(r)
	}
}

func TestSelfTestResultsAreCached(t *testing.T) {
	dir := t.TempDir()
	first := gputest.DeviceWith(t, gpu.Options{CacheDir: dir})
	first.Internal().Cache("result", []byte("pass"), "scan", "khr", "text")
	second := gputest.DeviceWith(t, gpu.Options{CacheDir: dir})
	if got, ok := second.Internal().Cached("result", "scan", "khr", "text"); !ok || string(got) != "pass" {
		t.Errorf("%q, %v", got, ok)
	}
	if _, ok := second.Internal().Cached("result", "scan", "khr", "another text"); ok {
		t.Error("a result for another text is found")
	}
	var none *gpu.Device
	none.Internal().Cache("result", nil)
	if _, ok := none.Internal().Cached("result"); ok {
		t.Error("a nil Device has a result")
	}
}
