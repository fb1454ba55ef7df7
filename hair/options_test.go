// SPDX-License-Identifier: MIT

package hair

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/scatter"
)

// Each field of zero Options has the default of its comment. A new field needs a row.
func TestZeroOptionsMeanTheDefaults(t *testing.T) {
	environment := DefaultEnvironment()
	want := map[string]any{
		"Head":                       nil,
		"Strands.Detail":             float32(1),
		"Strands.WidthScale":         float32(1),
		"Strands.Opacity":            float32(0), // the model's own
		"Light.Lights":               DefaultLights(),
		"Light.Environment":          &environment,
		"Light.Shadow":               VolumeShadow,
		"Light.ShadowSize":           512,
		"Light.ShadowShare":          float32(1),
		"Shading.Model":              DualShading,
		"Shading.Fibre":              scatter.Defaults(),
		"Shading.Dye":                nil,
		"Shading.PerFragment":        false,
		"Transparency.Method":        Blend,
		"Transparency.Order":         Sorted,
		"Transparency.KeyBits":       16,
		"Transparency.Resort":        0, // by the hair: see resortOf
		"Transparency.Core":          false,
		"Transparency.ListNodes":     0, // by the image
		"Transparency.FragmentBytes": 0, // by the image
		"Image.Samples":              4,
		"Image.Exposure":             float32(1),
		"Image.AutoExposure":         false,
		"Image.Backdrop":             StudioBackdrop,
		"Image.ToneMap":              ACES,
		"Image.NoBackdrop":           false,
		"Debug.KeepAll":              false,
		"Debug.WidthPixels":          float32(0), // the hairs' own
	}
	o, err := Options{}.withDefaults(8)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]any{}
	for name, v := range leaves("", reflect.ValueOf(o)) {
		got[name] = v
	}
	for name, v := range got {
		w, listed := want[name]
		if !listed {
			t.Errorf("Options.%s has no row", name)
		} else if !reflect.DeepEqual(v, w) {
			t.Errorf("Options.%s is %v, want %v", name, v, w)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d fields, want the %d of the table", len(got), len(want))
	}
}

// leaves are the fields of a struct by their paths; groups end in Options. A nil pointer is nil.
func leaves(path string, v reflect.Value) map[string]any {
	all := map[string]any{}
	for i := range v.NumField() {
		name, field := path+v.Type().Field(i).Name, v.Field(i)
		switch {
		case strings.HasSuffix(field.Type().Name(), "Options"):
			for k, leaf := range leaves(name+".", field) {
				all[k] = leaf
			}
		case field.Kind() == reflect.Pointer && field.IsNil():
			all[name] = nil
		default:
			all[name] = field.Interface()
		}
	}
	return all
}

func TestDefaultSamplesFollowMethodAndDriver(t *testing.T) {
	for _, c := range []struct {
		method        Transparency
		driver, wants int
	}{{Blend, 8, 4}, {Blend, 2, 2}, {Tiles, 8, 4}, {Weighted, 8, 1}, {Exact, 8, 1}} {
		o, err := Options{Transparency: TransparencyOptions{Method: c.method}}.withDefaults(c.driver)
		if err != nil || o.Image.Samples != c.wants {
			t.Errorf("%v on a driver of %d samples: got %d, %v, want %d", c.method, c.driver, o.Image.Samples, err, c.wants)
		}
	}
}

// Values at the ends of a range pass. Values next to them are refused by the path of the field.
func TestOptionsOutOfRangeAreNamedByPath(t *testing.T) {
	nan := float32(math.NaN())
	for _, c := range []struct {
		path      string
		set       func(o *Options, v float32)
		good, bad []float32
	}{
		{"Strands.Detail", func(o *Options, v float32) { o.Strands.Detail = v }, []float32{LeastDetail, 1, AutoDetail}, []float32{0.019, 1.01, -0.5, nan}},
		{"Strands.WidthScale", func(o *Options, v float32) { o.Strands.WidthScale = v }, []float32{0.01, 100}, []float32{0.009, 101, -1, nan}},
		{"Strands.Opacity", func(o *Options, v float32) { o.Strands.Opacity = v }, []float32{0, 1}, []float32{-0.1, 1.1, nan}},
		{"Light.Shadow", func(o *Options, v float32) { o.Light.Shadow = Shadow(v) }, []float32{0, float32(NoShadow)}, []float32{-1, float32(NoShadow) + 1}},
		{"Light.ShadowShare", func(o *Options, v float32) { o.Light.ShadowShare = v }, []float32{0.05, 1}, []float32{-1, 0.04, 1.01, nan}},
		{"Light.ShadowSize", func(o *Options, v float32) { o.Light.ShadowSize = int(v) }, []float32{16, 8192}, []float32{-1, 8, 15, 8193}},
		{"Shading.Model", func(o *Options, v float32) { o.Shading.Model = Shading(v) }, []float32{float32(KajiyaShading)}, []float32{-1, float32(KajiyaShading) + 1}},
		{"Transparency.Method", func(o *Options, v float32) { o.Transparency.Method = Transparency(v) }, []float32{float32(Exact)}, []float32{-1, float32(Exact) + 1}},
		{"Transparency.Order", func(o *Options, v float32) { o.Transparency.Order = Order(v) }, []float32{float32(Unsorted)}, []float32{-1, float32(Unsorted) + 1}},
		{"Transparency.KeyBits", func(o *Options, v float32) { o.Transparency.KeyBits = int(v) }, []float32{1, 32}, []float32{-1, 33}},
		{"Transparency.Resort", func(o *Options, v float32) { o.Transparency.Resort = int(v) }, []float32{1, 16}, []float32{-1, 17}},
		{"Transparency.ListNodes", func(o *Options, v float32) { o.Transparency.ListNodes = int(v) }, []float32{1}, []float32{-1}},
		{"Transparency.FragmentBytes", func(o *Options, v float32) { o.Transparency.FragmentBytes = int(v) }, []float32{1}, []float32{-1}},
		{"Image.Samples", func(o *Options, v float32) { o.Image.Samples = int(v) }, []float32{1, 8}, []float32{-1}},
		{"Image.ToneMap", func(o *Options, v float32) { o.Image.ToneMap = ToneMap(v) }, []float32{float32(NoToneMap)}, []float32{-1, float32(NoToneMap) + 1}},
		{"Image.Exposure", func(o *Options, v float32) { o.Image.Exposure = v }, []float32{1e-6, 1e6}, []float32{-1, 2e6, nan, float32(math.Inf(1))}},
		{"Debug.WidthPixels", func(o *Options, v float32) { o.Debug.WidthPixels = v }, []float32{1024}, []float32{-1, 1025, nan}},
	} {
		try := func(v float32) error {
			var o Options
			c.set(&o, v)
			_, err := o.withDefaults(8)
			return err
		}
		for _, v := range c.good {
			if err := try(v); err != nil {
				t.Errorf("%s %v: %v", c.path, v, err)
			}
		}
		for _, v := range c.bad {
			if err := try(v); !errors.Is(err, gpu.ErrArgument) || !strings.HasPrefix(fmt.Sprint(err), "hair: NewRenderer: Options."+c.path+" is ") {
				t.Errorf("%s %v: %v, want an argument error with the path", c.path, v, err)
			}
		}
	}
	if _, err := (Options{Image: ImageOptions{Samples: 9}}).withDefaults(8); !errors.Is(err, gpu.ErrUnsupported) || !strings.Contains(fmt.Sprint(err), "Options.Image.Samples is 9, want up to 8") {
		t.Errorf("more samples than the driver has: %v", err)
	}
}
