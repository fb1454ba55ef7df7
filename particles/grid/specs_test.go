// SPDX-License-Identifier: MIT

package grid

import (
	"errors"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// A kernel that forgets the last record fails the self-test.
func TestSelfTestDetectsLostRecord(t *testing.T) {
	dev := gputest.WrongDevice(t, gpu.Options{CacheDir: t.TempDir()}, gpu.Tier{Algorithm: gpu.ReduceThenScan})
	for name, o := range kinds() {
		o.Capacity = 1000
		if g, err := New(dev, o); !errors.Is(err, gpu.ErrSelfTest) {
			t.Errorf("%s: %v", name, err)
			g.Release()
		}
		break // one is as good as all
	}
}

func TestShadersGrid(t *testing.T) {
	for name, o := range kinds() {
		o.Capacity = 100
		l, err := o.layout()
		if err != nil {
			t.Fatal(name, err)
		}
		key, order := l.specs(shapeFor(gputest.Shapes()[0]))
		gputest.Validate(t, []kernel.Spec{key, order})
	}
}
