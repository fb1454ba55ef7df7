// SPDX-License-Identifier: MIT

package classic

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

func TestMethodNamesAndDescriptions(t *testing.T) {
	seen := map[string]bool{}
	for _, w := range Methods() {
		if seen[w.Name] || w.Name == "" || w.About == "" || len(w.About) > 80 || strings.Contains(w.About, "\n") {
			t.Errorf("%+v", w)
		}
		seen[w.Name] = true
		if ordered := !strings.HasPrefix(w.Name, "append"); w.Ordered != ordered {
			t.Errorf("%s: ordered %v", w.Name, w.Ordered)
		}
		if host := strings.HasPrefix(w.Name, "cpu"); w.Host != host {
			t.Errorf("%s: on the CPU %v", w.Name, w.Host)
		}
	}
	if len(seen) != 8 {
		t.Errorf("%d ways", len(seen))
	}
}

func TestNewRefuses(t *testing.T) {
	dev := gputest.Device(t)
	for _, c := range []struct {
		name  string
		bytes int
		says  string
	}{
		{"apend", 4, `"apend"`}, {"", 4, `""`}, {"append", 0, "0 bytes"}, {"append-group", 0, "0 bytes"}, {"append-group", -4, "-4 bytes"},
		{"scan-tree", 12, "12 bytes"}, {"scan-scatter", 128, "128 bytes"}, {"one-thread", 6, "6 bytes"},
		{"cpu", 4, "OnHost"}, {"cpu-parallel", 4, "OnHost"},
	} {
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			if _, err := New(dev, c.name, c.bytes); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s of %d bytes: %v", c.name, c.bytes, err)
			}
		})
	}
	_, err := appendSubgroupSpecs(gpu.Caps{MaxGroupInvocations: 1024, Renderer: "a plain one"}, 4)
	if !errors.Is(err, gpu.ErrUnsupported) || !strings.Contains(err.Error(), "a plain one has neither KHR_shader_subgroup nor ARB_shader_ballot") {
		t.Errorf("no lanes: %v", err)
	}
}

func TestCompactRefuses(t *testing.T) {
	dev := gputest.Device(t)
	words := make([]uint32, 400)
	src, dst := gputest.WordsAt(t, dev, words, 64), gputest.WordsAt(t, dev, words, 64)
	cut := func(t *testing.T, from, to int) gpu.View {
		v, err := dst.View().Slice(4*from, 4*to)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	gputest.Each(t, dev, "", onGPU(), func(t *testing.T, name string) {
		c := newOr(t, dev, name, 16)
		if c == nil {
			return
		}
		for what, call := range map[string]struct {
			dst, src gpu.View
			n        int
			want     error
		}{
			"less than none":           {dst.View(), src.View(), -1, gpu.ErrCount},
			"more than there can be":   {dst.View(), src.View(), math.MaxInt32 + 1, gpu.ErrCount},
			"a short dst":              {cut(t, 0, 396), src.View(), 100, gpu.ErrView},
			"a short src":              {dst.View(), src.View(), 101, gpu.ErrView},
			"no dst":                   {gpu.View{}, src.View(), 1, gpu.ErrView},
			"dst in src":               {cut(t, 0, 200), cut(t, 196, 396), 50, gpu.ErrOverlap},
			"a src between two places": {cut(t, 0, 200), cut(t, 201, 401-1), 10, gpu.ErrView},
		} {
			gputest.Run(t, dev, what, func(t *testing.T) {
				before := dst.Get()
				err := c.Compact(call.dst, call.src, call.n)
				aligned := what == "a src between two places" && dev.Caps().StorageAlignment <= 4
				if !aligned && (!errors.Is(err, call.want) || !strings.Contains(err.Error(), ":")) {
					t.Errorf("%s: %s: %v, want %v", name, what, err, call.want)
				}
				gputest.Equal(t, name+": "+what+": dst", dst.Get(), before)
			})
		}
		c.Release()
		c.Release()
		if err := c.Compact(dst.View(), src.View(), 1); !errors.Is(err, gpu.ErrReleased) {
			t.Errorf("%s: released: %v", name, err)
		}
	})
	var none *Compactor
	none.Release()
}

func TestFits(t *testing.T) {
	software := gpu.Caps{Software: true, MaxStorageBytes: 1 << 27}
	card := gpu.Caps{MaxStorageBytes: 1<<31 - 1}
	for _, c := range []struct {
		way         string
		caps        gpu.Caps
		bytes, most int
		says        string
	}{
		{"append", software, 4, 1 << 25, "134217728 bytes"},
		{"append", software, 64, 1 << 21, "134217728 bytes"},
		{"scan-tree", card, 4, 1<<29 - 1, "2147483647 bytes"},
		{"scan-scatter", card, 16, 1<<27 - 1, "2147483647 bytes"},
		{"one-thread", software, 4, 65535, "loops"},
		{"one-thread", card, 64, 1 << 20, "too long"},
		{"one-thread", gpu.Caps{Software: true, MaxStorageBytes: 1 << 20}, 64, 1 << 14, "1048576 bytes"},
	} {
		t.Run(fmt.Sprintf("%s,bytes=%d,most=%d", c.way, c.bytes, c.most), func(t *testing.T) {
			m, err := find(c.way)
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range []int{0, 1, c.most} {
				if err := m.fits(c.caps, c.bytes, n); err != nil {
					t.Errorf("%s: %d: %v", c.way, n, err)
				}
			}
			if err := m.fits(c.caps, c.bytes, c.most+1); !errors.Is(err, gpu.ErrTooLarge) || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), c.way) {
				t.Errorf("%s: %d: %v", c.way, c.most+1, err)
			}
		})
	}
}

func TestOversizedInputIsNotRun(t *testing.T) {
	dev := gputest.Device(t)
	c := newOr(t, dev, "one-thread", 4)
	defer c.Release()
	n := serialGPU + 1
	if dev.Caps().Software {
		n = serialSoftware + 1
	}
	src, dst := gputest.Words(t, dev, make([]uint32, n)), poisoned(t, dev, n, 1)
	before := dst.Get()
	if err := c.Compact(dst.View(), src.View(), n); !errors.Is(err, gpu.ErrTooLarge) {
		t.Errorf("%d records: %v", n, err)
	}
	gputest.Equal(t, "dst", dst.Get(), before)
}

func TestLevels(t *testing.T) {
	for n, want := range map[int][]int{
		0: {0}, 1: {1, 1}, 512: {512, 1}, 513: {513, 2, 1}, 1 << 18: {1 << 18, 512, 1}, 1<<18 + 1: {1<<18 + 1, 513, 2, 1},
		gpu.MaxItems: {gpu.MaxItems, 1 << 22, 1 << 13, 16, 1},
	} {
		t.Run(fmt.Sprint("n=", n), func(t *testing.T) {
			items, levels := levelsOf(n, 512)
			gputest.Equal(t, "items", items[:levels+1], want)
		})
	}
}

// Every shader file, in every form of lanes and for every type of record.
func TestShadersClassic(t *testing.T) {
	var specs []kernel.Spec
	add := func(s []kernel.Spec, err error) {
		if err != nil {
			t.Fatal(err)
		}
		specs = append(specs, s...)
	}
	for _, m := range methods {
		for _, bytes := range recordBytes {
			if !m.Host && m.Name != "append-subgroup" {
				add(m.specs(gpu.Caps{}, bytes))
			}
		}
	}
	for i, shape := range gputest.Shapes() {
		if shape.Lanes != gpu.LanesShared {
			add(appendSubgroupSpec(shape, recordBytes[i%len(recordBytes)]))
		}
	}
	// Some kernels are the same for all records, and some for two ways.
	seen := map[string]bool{}
	var once []kernel.Spec
	for _, s := range specs {
		src, err := s.Source()
		if err != nil {
			t.Fatal(err)
		}
		if !seen[src.Text] {
			once = append(once, s)
		}
		seen[src.Text] = true
	}
	gputest.Validate(t, once)
}
