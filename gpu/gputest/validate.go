// SPDX-License-Identifier: MIT

package gputest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
)

// Shapes are one of each lane path and lane count that comb may meet, for a validator that needs no driver.
func Shapes() []gpu.Shape {
	var all []gpu.Shape
	for _, l := range []gpu.Lanes{gpu.LanesKHR, gpu.LanesBallot} {
		for _, size := range []int{4, 8, 16, 32, 64, 128} {
			if l == gpu.LanesBallot && size > 64 {
				continue
			}
			c := gpu.Caps{MaxGroupInvocations: 1024, Multiprocessors: 4}
			c.Subgroup = gpu.Subgroup{KHR: true, Ballot: true, Size: size}
			s, err := gpu.Pick(c, gpu.Tuning{Lanes: l})
			if err != nil {
				panic(err) // a mistake in this table
			}
			all = append(all, s)
		}
	}
	s, err := gpu.Pick(gpu.Caps{MaxGroupInvocations: 1024, Multiprocessors: 4}, gpu.Tuning{Lanes: gpu.LanesShared})
	if err != nil {
		panic(err)
	}
	return append(all, s)
}

// Validate runs glslangValidator over each kernel as GLSL, then through SPIR-V and spirv-val. Missing tools skip the
// test, or fail it when COMB_VALIDATE is set: to a file, which gets the names of the files that were in.
func Validate(t *testing.T, specs []gpu.Spec) {
	t.Helper()
	for _, s := range specs {
		src, err := s.Source()
		if err != nil {
			t.Fatal(err)
		}
		if s.Shape.Lanes == gpu.LanesBallot || s.Extensions != nil {
			// glslang declares the built-ins of the ballot and of 64 bits from 450 on, drivers and extensions from 430 on.
			src.Text = strings.Replace(src.Text, "#version 430", "#version 450", 1)
		}
		ValidateSource(t, s.File+" ("+s.Shape.Lanes.String()+")", "comp", src)
	}
}

// ValidateSource is Validate for one assembled stage: "comp", "vert" or "frag".
func ValidateSource(t *testing.T, what, stage string, src shaders.Source) {
	t.Helper()
	for _, tool := range []string{"glslangValidator", "spirv-val"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("COMB_VALIDATE") != "" {
				t.Fatalf("COMB_VALIDATE is set and %s is missing", tool)
			}
			t.Skipf("%s is not installed: assembled shaders are not validated here", tool)
		}
	}
	if err := tell(os.Getenv("COMB_VALIDATE"), src.Names); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "shader."+stage)
	if err := os.WriteFile(file, []byte(src.Text), 0o644); err != nil {
		t.Fatal(err)
	}
	spv := filepath.Join(dir, "shader.spv")
	for _, c := range [][]string{
		{"glslangValidator", file},
		{"glslangValidator", "-G", "--target-env", "spirv1.3", "--auto-map-locations", "-o", spv, file},
		{"spirv-val", "--target-env", "spv1.3", spv},
	} {
		out, err := exec.Command(c[0], c[1:]...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %s: %v\n%s", what, strings.Join(c[:min(2, len(c))], " "), err, src.Explain(string(out)))
		}
	}
}

// tell adds lines to a file, which others may add to; "" is none.
func tell(path string, lines []string) error {
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
