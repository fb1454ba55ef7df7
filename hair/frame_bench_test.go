// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// BenchmarkFrame is a frame of the default groom, of one of COMB_STRANDS strands, or of the file
// that COMB_HAIR names, stage by stage in milliseconds of the GPU, each a median. In "turning" the
// camera goes around: its lights, and so the shadow, go with it. In "world" they stay. In "still"
// nothing changes.
func BenchmarkFrame(b *testing.B) {
	set, head := benchHair(b)
	for _, size := range [][2]int{{1280, 720}, {1920, 1080}, {3840, 2160}} {
		for _, how := range []string{"turning", "world", "still"} {
			b.Run(fmt.Sprintf("%dx%d/%s", size[0], size[1], how), func(b *testing.B) {
				dev := gputest.Device(b) // of this goroutine's thread
				m, err := NewModel(dev, set)
				if err != nil {
					b.Fatal(err)
				}
				defer m.Release()
				o := Options{Head: head, Transparency: TransparencyOptions{Method: Tiles}}
				if how == "world" {
					o.Light.Lights = []Light{
						{Direction: mgl32.Vec3{-0.55, 0.65, 0.75}, Strength: 2.8},
						{Direction: mgl32.Vec3{0.75, 0.45, -0.75}, Strength: 1.2},
					}
				}
				benchFrame(b, dev, m, o, size[0], size[1], how != "still")
			})
		}
	}
}

func benchHair(b testing.TB) (*strands.Set, *groom.Head) {
	if name := os.Getenv("COMB_HAIR"); name != "" {
		set, err := strands.Open(name, strands.Options{})
		if err != nil {
			b.Fatal(err)
		}
		return set, nil
	}
	o := groom.Defaults()
	if n, err := strconv.Atoi(os.Getenv("COMB_STRANDS")); err == nil {
		o.Strands = n
	}
	set, err := groom.New(o)
	if err != nil {
		b.Fatal(err)
	}
	return set, groom.NewHead()
}

func benchFrame(b *testing.B, dev *gpu.Device, m *Model, o Options, width, height int, turns bool) {
	r, err := NewRenderer(dev, m, o)
	if err != nil {
		b.Fatal(err)
	}
	defer r.Release()
	if err := r.Resize(width, height); err != nil {
		b.Fatal(err)
	}
	low, high := r.Bounds()
	camera := Fit(low, high, float32(width)/float32(height))
	if err := r.Reserve(camera); err != nil {
		b.Fatal(err)
	}
	timer, err := dev.NewTimer(Stages())
	if err != nil {
		b.Fatal(err)
	}
	defer timer.Release()
	target := Target{Framebuffer: newTarget(b, width, height)}
	var names []string
	took := map[string][]time.Duration{}
	const warm = 3
	for i := range max(b.N, 5) + warm {
		if turns {
			camera.Azimuth = 0.01 * float32(i)
		}
		timer.Begin()
		if err := r.Frame(camera, target, timer); err != nil {
			b.Fatal(err)
		}
		stages, all, err := timer.Stages()
		if err != nil {
			b.Fatal(err)
		}
		if i < warm {
			continue
		}
		names = names[:0]
		for _, s := range stages {
			names = append(names, s.Name)
			took[s.Name] = append(took[s.Name], s.Time)
		}
		took["frame"] = append(took["frame"], all)
	}
	for _, name := range append(names, "frame") {
		all := took[name]
		slices.Sort(all)
		b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, strings.ReplaceAll(name, " ", "_")+"-ms")
	}
	drawn, err := r.Inspect()
	if err != nil || drawn.Segments == 0 || drawn.Inversions != 0 {
		b.Fatalf("%+v, %v", drawn, err)
	}
}
