// SPDX-License-Identifier: MIT

package particles

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A system whose kernels are compiled side by side has the same particles in the same order, and a
// mistake in the caller's GLSL has the same error.
func TestKernelsCompiledTogether(t *testing.T) {
	var want []uint32
	var wantError string
	for _, together := range []bool{false, true} {
		dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
		dev.Internal().Faults.CompileAhead = together
		gputest.Run(t, dev, fmt.Sprint("together=", together), func(t *testing.T) {
			o := moteOptions(300)
			o.Emitters = []Emitter{{}}
			o.Sort.By = ByDepth
			o.Cull = "bool visible(Particle p) { return p.id % 3u != 0u; }"
			s, err := New(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			s.SetCamera(alongZ)
			made := gputest.Programs(dev)
			for range 4 {
				if err := errors.Join(s.Emit(0, 70), s.Step(0.1)); err != nil {
					t.Fatal(err)
				}
			}
			if n := gputest.Programs(dev) - made; n != 0 {
				t.Errorf("steps made %d programs", n)
			}
			got, err := s.living()
			if err != nil {
				t.Fatal(err)
			}
			order, _ := s.Order()
			drawn, err := s.Drawn().Read()
			if err != nil {
				t.Fatal(err)
			}
			words := make([]uint32, drawn)
			if err := gpu.Download(dev, order, words); err != nil {
				t.Fatal(err)
			}
			got = append(got, words...)

			o.Update = "bool update(inout Particle p) {\n\treturn p.nothing;\n}"
			_, err = New(dev, o)
			gputest.DropMessages(t, dev)
			if !errors.Is(err, gpu.ErrShader) || !strings.Contains(err.Error(), "Update:2") {
				t.Errorf("a wrong Update: got %v, want its line", err)
			}
			if !together {
				want, wantError = got, fmt.Sprint(err)
			}
			gputest.Equal(t, "particles and order", got, want)
			if fmt.Sprint(err) != wantError || len(words) == 0 {
				t.Errorf("%d particles are drawn; the error of a wrong Update is %v, want %s", len(words), err, wantError)
			}
		})
	}
}
