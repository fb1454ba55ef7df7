package motion

import (
	"os"
	"strconv"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/groom"
	"github.com/go-gl/mathgl/mgl32"
)

func TestProbe(t *testing.T) {
	dev := gputest.Device(t)
	f, _ := strconv.ParseFloat(os.Getenv("STYLE"), 32)
	fr, _ := strconv.ParseFloat(os.Getenv("FRICTION"), 32)
	o := storm()
	o.Style, o.Bend = float32(f), float32(f)
	o.Friction = float32(fr)
	m := move(t, dev, wig(), o)
	m.after(240)
	o.Wind = mgl32.Vec3{}
	if err := m.Set(o); err != nil {
		t.Fatal(err)
	}
	a := m.after(960)
	b := m.after(30)
	c := m.after(1)
	d := m.after(1)
	shown := 0
	bad := map[int]bool{}
	for i := range a {
		if vec3(a[i]).Sub(vec3(b[i])).Len() > 1e-3 {
			bad[i/32] = true
		}
	}
	t.Logf("%d strands move", len(bad))
	for s := range bad {
		if shown++; shown > 2 {
			break
		}
		for i := s * 32; i < s*32+32; i++ {
			t.Logf("%d.%d at %v head %.5f  steps %.6v %.6v", s, i%32, b[i][:3], groom.HeadDistance(vec3(b[i])), vec3(c[i]).Sub(vec3(b[i])), vec3(d[i]).Sub(vec3(c[i])))
		}
	}
}
