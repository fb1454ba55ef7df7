// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/hair/internal/shadow"
	"github.com/go-gl/mathgl/mgl32"
)

// No fragment is lost between tiles: the volume of tiles with hair has the same sum in every texel
// as a map of them all.
func TestVolumeSumsEveryFragment(t *testing.T) {
	dev := gputest.Device(t)
	drawn := false // to the bit as the map that it is compared with
	shadow.FormForTests = &drawn
	defer func() { shadow.FormForTests = nil }()
	for i, o := range []Options{
		{},
		{Debug: DebugOptions{WidthPixels: 0.1}},
		{Debug: DebugOptions{WidthPixels: 7}},
		{Debug: DebugOptions{WidthPixels: 25}, Light: LightOptions{ShadowSize: 61}},
		{Light: LightOptions{ShadowSize: 16}},
		{Light: LightOptions{Lights: []Light{{Point: true, Position: mgl32.Vec3{1.2, 0.8, 1}, Strength: 1}}}},
	} {
		gputest.Run(t, dev, fmt.Sprintf("%d,width=%v,size=%d", i, o.Debug.WidthPixels, o.Light.ShadowSize), func(t *testing.T) {
			if o.Light.Lights == nil {
				o.Light.Lights = []Light{{Direction: mgl32.Vec3{1, 2, 3}, Strength: 1}}
			}
			r := newStage(t, dev, tuft(60), o)
			size := r.o.Light.ShadowSize
			litOf(t, r, SliceShadow, front(r))
			total, err := r.shadow.(*shadow.Slices).Total.Download()
			if err != nil {
				t.Fatal(err)
			}
			litOf(t, r, VolumeShadow, front(r))
			v := r.shadow.(*shadow.Volume)
			get := func(b *gpu.Buffer[uint32]) []uint32 {
				words, err := b.Download()
				if err != nil {
					t.Fatal(err)
				}
				return words
			}
			begins, slots, planned := get(v.Begins), get(v.Slots), get(v.Planned)
			used := uint32(0)
			for i, b := range begins {
				if slots[i] != used {
					t.Fatalf("tile %d has slot %d, want %d", i, slots[i], used)
				}
				if b != 0 {
					used++
				}
			}
			words := used * shadow.Tile * shadow.Tile * shadow.HalfSlices
			gputest.Equal(t, "plan", planned, []uint32{words, (words + 4*scene.GroupSize - 1) / (4 * scene.GroupSize), 1, 1})
			if size == 64 && o.Debug.WidthPixels < 7 && int(used) >= len(begins) {
				t.Errorf("all %d tiles hold hair: nothing is spared", used)
			}
			across := (size + shadow.Tile - 1) / shadow.Tile
			nearer, farther, some := get(v.Nearer), get(v.Farther), 0
			for y := range size {
				for x := range size {
					got, i := 0.0, y/shadow.Tile*across+x/shadow.Tile
					if begins[i] != 0 {
						word := func(slice int) (before, with float64) {
							half, at := nearer, slots[i]*shadow.HalfSlices+uint32(slice%shadow.HalfSlices)
							if slice >= shadow.HalfSlices {
								half = farther
							}
							w := half[(at*shadow.Tile+uint32(y%shadow.Tile))*shadow.Tile+uint32(x%shadow.Tile)]
							return halfOf(uint16(w)), halfOf(uint16(w >> 16))
						}
						_, all := word(2*shadow.HalfSlices - 1)
						front := func(fromAnEnd float64) float64 {
							if fromAnEnd < 0 {
								return all + fromAnEnd
							}
							return fromAnEnd
						}
						last := 0.0
						for s := range 2 * shadow.HalfSlices {
							before, with := word(s)
							if slack := all / 1024; math.Abs(front(before)-last) > slack || front(with) < last-slack {
								t.Fatalf("%+v: texel %d, %d: the sum is %v to slice %d and %v before it, %v with the slice before", o, x, y, front(with), s, front(before), last)
							}
							last = front(with)
						}
						got = all * 16384
					}
					if want := float64(total[y*size+x]); math.Abs(got-want) > want/1024+1 {
						t.Fatalf("%+v: texel %d, %d holds %v steps, want %v", o, x, y, got, want)
					}
					if got > 0 {
						some++
					}
				}
			}
			if some < size {
				t.Errorf("%+v: only %d texels hold hair", o, some)
			}
		})
	}
}

// halfOf is the value of a half float that is no infinity.
func halfOf(bits uint16) float64 {
	exponent, fraction := int(bits>>10&31), float64(bits&1023)
	v := math.Ldexp(fraction, -24)
	if exponent > 0 {
		v = math.Ldexp(1024+fraction, exponent-25)
	}
	if bits>>15 != 0 {
		return -v
	}
	return v
}
