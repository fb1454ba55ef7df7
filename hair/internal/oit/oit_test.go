// SPDX-License-Identifier: MIT

package oit

import (
	"errors"
	"fmt"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/shadertest"
	"github.com/combgl/comb/internal/kernel"
)

func TestShadersOIT(t *testing.T) {
	for _, l := range shadertest.Lightings() {
		shadertest.Validate(t, blendProgram(l), CoreProgram(l))
		shadertest.Validate(t, weightedPrograms(l)...)
		shadertest.Validate(t, occupancyPrograms(l)...)
		shadertest.Validate(t, ListPrograms(l, 8, 100)...)
		shadertest.Validate(t, ListPrograms(l, 16, 100)...)
		shadertest.Validate(t, ExactPrograms(l, 9)...)
	}
}

func TestShadersTiles(t *testing.T) {
	for _, l := range shadertest.Lightings() {
		for _, samples := range []int{1, 4} {
			for _, software := range []bool{false, true} {
				file := composeFile(gpu.Caps{Software: software})
				for _, records := range []bool{false, !software} {
					count, list, begin, compose := tilesSpecs(l, file, samples, 2*samples-1, samples == 4, software, records)
					gputest.Validate(t, []kernel.Spec{count, list, begin, compose})
				}
			}
		}
	}
	shadertest.Validate(t, tilesProgram())
}

func TestIfMemoryAllows(t *testing.T) {
	full := fmt.Errorf("buffer: %w", gpu.ErrOutOfMemory)
	for _, c := range []struct {
		name          string
		wanted        bool
		with, without error
		built         string
		err           error
	}{
		{"not wanted", false, nil, nil, "without", nil},
		{"wanted", true, nil, nil, "with", nil},
		{"no room for records", true, full, nil, "without", nil},
		{"no room at all", true, full, full, "", gpu.ErrOutOfMemory},
		{"another error", true, gpu.ErrShader, nil, "", gpu.ErrShader},
	} {
		t.Run(c.name, func(t *testing.T) {
			built, err := ifMemoryAllows(c.wanted, func(records bool) (string, error) {
				if records {
					return map[bool]string{true: "with"}[c.with == nil], c.with
				}
				return map[bool]string{true: "without"}[c.without == nil], c.without
			})
			if built != c.built || !errors.Is(err, c.err) {
				t.Errorf("got %q and error %v, want %q and %v", built, err, c.built, c.err)
			}
		})
	}
}

func TestKeepsRecords(t *testing.T) {
	for _, c := range []struct {
		caps     gpu.Caps
		segments int
		want     bool
	}{
		{gpu.Caps{MaxStorageBytes: 1 << 27}, 1 << 21, true},
		{gpu.Caps{MaxStorageBytes: 1 << 27}, 1<<21 + 1, false},
		{gpu.Caps{MaxStorageBytes: 1 << 27, Software: true}, 1, false},
	} {
		if got := keepsRecords(c.caps, c.segments); got != c.want {
			t.Errorf("%d segments, %d bytes, software %v: got %v, want %v", c.segments, c.caps.MaxStorageBytes, c.caps.Software, got, c.want)
		}
	}
}
