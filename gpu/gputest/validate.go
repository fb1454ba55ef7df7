// SPDX-License-Identifier: MIT

package gputest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// Shapes returns one shape of each lane tier and lane count that comb supports, for validators,
// which need no driver. Kernels differ up to 32 lanes, up to 64 and above. Other counts are for
// nightly runs.
func Shapes() []kernel.Shape {
	every := map[gpu.Lanes][]int{gpu.LanesKHR: {4, 32, 64, 128}, gpu.LanesBallot: {32, 64}}
	var all []kernel.Shape
	for _, l := range []gpu.Lanes{gpu.LanesKHR, gpu.LanesBallot} {
		for _, size := range []int{4, 8, 16, 32, 64, 128} {
			if l == gpu.LanesBallot && size > 64 || !Nightly() && !slices.Contains(every[l], size) {
				continue
			}
			c := gpu.Caps{MaxGroupInvocations: 1024, Multiprocessors: 4}
			c.Subgroup = gpu.Subgroup{KHR: true, Ballot: true, Size: size}
			s, err := kernel.Pick(c, gpu.Tuning{Lanes: l})
			if err != nil {
				panic(err) // a mistake in this table
			}
			all = append(all, s)
		}
	}
	s, err := kernel.Pick(gpu.Caps{MaxGroupInvocations: 1024, Multiprocessors: 4}, gpu.Tuning{Lanes: gpu.LanesShared})
	if err != nil {
		panic(err)
	}
	return append(all, s)
}

// Validate runs glslangValidator over each kernel as GLSL, several kernels at a time. It puts one
// variant of each kernel and lane tier through SPIR-V and spirv-val, in nightly runs all of them.
// It runs if COMB_VALIDATE names a file, to which it adds the names of the shader files (./dev
// lint-shaders). If COMB_KERNELS names a file, it writes the kernels there instead (./dev kernel).
// Otherwise the test is skipped.
func Validate(t *testing.T, specs []kernel.Spec) {
	t.Helper()
	if written(t, specs) {
		return
	}
	needValidator(t)
	var all []stage
	seen := map[string]bool{}
	for _, s := range specs {
		src, err := s.Source()
		if err != nil {
			t.Error(err)
			continue
		}
		if s.Shape.Lanes == gpu.LanesBallot || s.Extensions != nil {
			// glslang declares the built-ins of the ballot and of 64 bits from 450 on, drivers and
			// extensions from 430 on.
			src.Text = strings.Replace(src.Text, "#version 430", "#version 450", 1)
		}
		if !seen[src.Text] {
			seen[src.Text] = true
			all = append(all, stageOf(s.File+" ("+s.Shape.Lanes.String()+")", "comp", src))
		}
	}
	var group sync.WaitGroup
	slots := make(chan bool, runtime.NumCPU())
	for batch := range slices.Chunk(all, 16) {
		slots <- true
		group.Add(1)
		go func() {
			defer group.Done()
			if err := validate(t.TempDir(), batch); err != nil {
				t.Error(err)
			}
			<-slots
		}()
	}
	group.Wait()
}

// stage is an assembled shader.
type stage struct {
	what, kind string // kind is "comp", "vert" or "frag"
	src        shaders.Source
	spirv      bool // it goes through SPIR-V too, which takes two processes
}

// inSPIRV has the stages of this test program that went through SPIR-V.
var inSPIRV = map[string]bool{}

func stageOf(what, kind string, src shaders.Source) stage {
	s := stage{what, kind, src, Nightly() || !inSPIRV[what+kind]}
	inSPIRV[what+kind] = true
	return s
}

// ValidateSource is Validate for one assembled stage: "comp", "vert" or "frag".
func ValidateSource(t *testing.T, what, kind string, src shaders.Source) {
	t.Helper()
	if path := os.Getenv("COMB_KERNELS"); path != "" {
		writeAssembled(t, path, Assembled{Kind: kind, Names: src.Names, Fills: src.Fills(), Text: src.Annotated()})
		return
	}
	needValidator(t)
	if err := validate(t.TempDir(), []stage{stageOf(what, kind, src)}); err != nil {
		t.Error(err)
	}
}

func needValidator(t *testing.T) {
	t.Helper()
	if os.Getenv("COMB_VALIDATE") == "" {
		t.Skip("COMB_VALIDATE is not set: ./dev lint-shaders validates the assembled shaders")
	}
	for _, tool := range []string{"glslangValidator", "spirv-val"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Fatalf("COMB_VALIDATE is set and %s is missing", tool)
		}
	}
}

// validate checks stages in files of the folder. One process checks all of them as GLSL, because
// most of its time is its start.
func validate(dir string, batch []stage) error {
	var files, names []string
	for i, s := range batch {
		file := filepath.Join(dir, fmt.Sprintf("%d.%s", i, s.kind))
		if err := os.WriteFile(file, []byte(s.src.Text), 0o644); err != nil {
			return err
		}
		files, names = append(files, file), append(names, s.src.Names...)
	}
	if err := appendLines(os.Getenv("COMB_VALIDATE"), names); err != nil {
		return err
	}
	var failed error
	together := exec.Command("glslangValidator", files...).Run()
	for i, s := range batch {
		spv := files[i] + ".spv"
		var commands [][]string
		if together != nil {
			commands = append(commands, []string{"glslangValidator", files[i]})
		}
		if s.spirv {
			commands = append(commands,
				[]string{"glslangValidator", "-G", "--target-env", "spirv1.3", "--auto-map-locations", "-o", spv, files[i]},
				[]string{"spirv-val", "--target-env", "spv1.3", spv})
		}
		for _, c := range commands {
			out, err := exec.Command(c[0], c[1:]...).CombinedOutput()
			if err != nil {
				failed = errors.Join(failed, fmt.Errorf("%s: %s: %v\n%s", s.what, strings.Join(c[:min(2, len(c))], " "), err, s.src.Explain(string(out))))
				break
			}
		}
	}
	return errors.Join(failed, together)
}

// appendLines adds lines to a file that others may add to; "" is none.
func appendLines(path string, lines []string) error {
	if path == "" {
		return nil
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(strings.Join(lines, "\n") + "\n")
	return errors.Join(err, f.Close())
}
