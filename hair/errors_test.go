// SPDX-License-Identifier: MIT

package hair

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/motion"
	"github.com/combgl/comb/hair/scatter"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/internal/imagediff"
)

// A caller's mistake is an argument's error, and no driver's limit.
func TestMistakesAreArgumentErrors(t *testing.T) {
	for _, err := range []error{ErrLight, scatter.ErrOptions, groom.ErrOptions, motion.ErrOptions, motion.ErrSet, strands.ErrSet, strands.ErrOption, imagediff.ErrSize, imagediff.ErrMask} {
		if !errors.Is(err, gpu.ErrArgument) || errors.Is(err, gpu.ErrUnsupported) {
			t.Errorf("%v is of another kind", err)
		}
	}
	dev := gputest.Device(t)
	m, err := NewModel(dev, tuft(3))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Release()
	for wantText, o := range map[string]Options{
		"Detail is 2": {Strands: StrandOptions{Detail: 2}}, "WidthScale is 101": {Strands: StrandOptions{WidthScale: 101}}, "KeyBits is 33": {Transparency: TransparencyOptions{KeyBits: 33}}, "ToneMap is 9": {Image: ImageOptions{ToneMap: 9}},
		"WidthPixels is -1": {Debug: DebugOptions{WidthPixels: -1}}, "Opacity is 1.5": {Strands: StrandOptions{Opacity: 1.5}}, "Samples is -1": {Image: ImageOptions{Samples: -1}}, "FragmentBytes is -1": {Transparency: TransparencyOptions{FragmentBytes: -1}},
		"ListNodes is -1": {Transparency: TransparencyOptions{ListNodes: -1}}, "Light.Lights[0].Direction is": {Light: LightOptions{Lights: []Light{{}}}},
	} {
		gputest.Run(t, dev, wantText, func(t *testing.T) {
			r, err := NewRenderer(dev, m, o)
			if r != nil || !errors.Is(err, gpu.ErrArgument) || errors.Is(err, gpu.ErrUnsupported) || !strings.HasPrefix(err.Error(), "hair: ") || !strings.Contains(err.Error(), wantText) {
				t.Errorf("%s: %v", wantText, err)
			}
		})
	}
	if _, err := NewRenderer(dev, m, Options{Image: ImageOptions{Samples: 1 << 20}}); !errors.Is(err, gpu.ErrUnsupported) {
		t.Errorf("more samples than any driver has: %v", err)
	}
	if _, err := NewModel(dev, nil); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("no set: %v", err)
	}
	if _, err := NewRenderer(dev, nil, Options{}); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("no model: %v", err)
	}
	r, err := NewRenderer(dev, m, Options{Light: LightOptions{Shadow: NoShadow}})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	if err := r.Resize(0, 5); !errors.Is(err, gpu.ErrArgument) || errors.Is(err, gpu.ErrUnsupported) {
		t.Errorf("no pixels: %v", err)
	}
}
