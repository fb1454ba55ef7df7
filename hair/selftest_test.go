// SPDX-License-Identifier: MIT

package hair

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

func TestSelfTest(t *testing.T) {
	dir := t.TempDir()
	for _, want := range []string{"self-test passed in", "self-test passed before"} {
		dev := gputest.DeviceWith(t, gpu.Options{CacheDir: dir})
		gputest.LeavesNothing(t, dev, "a renderer", func() {
			m, err := NewModel(dev, tuft(9))
			if err != nil {
				t.Fatal(err)
			}
			defer m.Release()
			r, err := NewRenderer(dev, m, Options{})
			if err != nil {
				t.Fatal(err)
			}
			r.Release()
		})
		if report := strings.Join(dev.Report(), "\n"); !strings.Contains(report, "hair: ") || !strings.Contains(report, want) {
			t.Errorf("%q is not in the report:\n%s", want, report)
		}
	}
}

// Kernels that forget the last strand or segment are found out before anything is drawn.
func TestSelfTestFindsFaults(t *testing.T) {
	dev := gputest.WrongDevice(t, gpu.Options{CacheDir: t.TempDir()}, gpu.Tier{Lanes: gpu.LanesShared})
	m, err := NewModel(dev, tuft(9))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Release()
	if r, err := NewRenderer(dev, m, Options{}); !errors.Is(err, gpu.ErrSelfTest) || !strings.Contains(err.Error(), "hair") {
		t.Errorf("a renderer whose kernels are wrong: %v, %v", r, err)
	}
}
