// SPDX-License-Identifier: MIT

package gpu_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Attach refuses tiers that no driver has. It needs no context for that.
func TestAttachRefusesTiers(t *testing.T) {
	for name, c := range map[string]struct {
		o    gpu.Options
		want string
	}{
		"an algorithm to force":  {gpu.Options{Force: gpu.Tier{Algorithm: 99}}, "gpu: Attach: Options.Force.Algorithm is algorithm(99), want a constant of gpu.Algorithm"},
		"lanes to force":         {gpu.Options{Force: gpu.Tier{Lanes: -1}}, "gpu: Attach: Options.Force.Lanes is lanes(-1), want a constant of gpu.Lanes"},
		"an algorithm to forbid": {gpu.Options{Forbid: []gpu.Tier{{Lanes: gpu.LanesKHR}, {Algorithm: -7}}}, "gpu: Attach: Options.Forbid[1].Algorithm is algorithm(-7)"},
		"lanes to forbid":        {gpu.Options{Forbid: []gpu.Tier{{Lanes: 4}}}, "gpu: Attach: Options.Forbid[0].Lanes is lanes(4)"},
		"all to forbid":          {gpu.Options{Forbid: []gpu.Tier{{}}}, "gpu: Attach: Options.Forbid[0] is the zero Tier"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := gpu.Attach(c.o)
			if d != nil || !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// A buffer of items of 1 or 2 bytes is rounded up to words. What lies behind its items takes none.
func TestUploadOfMoreItemsThanTheBufferHas(t *testing.T) {
	dev := gputest.Device(t)
	b, err := gpu.NewBufferFrom(dev, []uint16{1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	if err := b.Upload([]uint16{5, 6, 7, 8}); !errors.Is(err, gpu.ErrView) || !strings.Contains(err.Error(), "gpu: Buffer.Upload: 4 items, want at most the 3 of the buffer") {
		t.Errorf("four items: %v", err)
	}
	got, err := b.Download()
	if err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "the items", got, []uint16{1, 2, 3})
	if err := b.Upload([]uint16{5, 6, 7}); err != nil {
		t.Errorf("three items: %v", err)
	}
}
