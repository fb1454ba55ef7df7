// SPDX-License-Identifier: MIT

package hair

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A renderer whose kernels are compiled side by side draws the same image, after the same
// self-tests in any order.
func TestKernelsCompiledTogether(t *testing.T) {
	var want []byte
	var wantTests []string
	for _, together := range []bool{false, true} {
		dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
		dev.Internal().Faults.CompileAhead = together
		gputest.Run(t, dev, fmt.Sprint("together=", together), func(t *testing.T) {
			_, got := render(t, dev, tuft(9), Options{Transparency: TransparencyOptions{Method: Tiles}}, front, 64, 64)
			var tests []string
			for _, line := range dev.Report() {
				if name, _, ok := strings.Cut(line, ", self-test passed in "); ok {
					tests = append(tests, name)
				}
			}
			slices.Sort(tests)
			if !together {
				want, wantTests = got, tests
			}
			if !bytes.Equal(got, want) || !slices.Equal(tests, wantTests) || len(tests) == 0 {
				t.Errorf("the same image: %v; self-tests %q, want %q", bytes.Equal(got, want), tests, wantTests)
			}
		})
	}
}

// A self-test that fails behind the others fails the renderer.
func TestSelfTestFindsFaultsTogether(t *testing.T) {
	dev := gputest.WrongDevice(t, gpu.Options{CacheDir: t.TempDir()}, gpu.Tier{Lanes: gpu.LanesShared})
	dev.Internal().Faults.CompileAhead = true
	m, err := NewModel(dev, tuft(9))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Release()
	if r, err := NewRenderer(dev, m, Options{}); !errors.Is(err, gpu.ErrSelfTest) || !strings.Contains(err.Error(), "hair") {
		t.Errorf("a renderer whose kernels are wrong: %v, %v", r, err)
	}
}
