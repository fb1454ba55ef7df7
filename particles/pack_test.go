// SPDX-License-Identifier: MIT

package particles

import (
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/go-gl/mathgl/mgl32"
)

// Records of every type and of every width of part, and how many parts they have.
var packed = []struct {
	record any
	parts  int
}{
	{struct{ A uint32 }{}, 1},
	{struct {
		A float32
		B int32
		C uint32
	}{}, 3},
	{struct {
		A [2]float32
		B [2]int32
		C [2]uint32
	}{}, 3},
	{struct {
		M    mgl32.Mat4
		At   [3]float32
		_    uint32
		Kind [2]int32
		Rest [6]uint32
		Back [3][2]float32
		Both [2]int32
		Last [4]uint32
		Turn [4]float32
		Cell [3]int32
		One  float32
		Some [3]uint32
		Two  uint32
	}{}, 13},
}

func TestRecordPacking(t *testing.T) {
	for _, c := range packed {
		l, err := layoutOf("Record", reflect.TypeOf(c.record))
		if err != nil || l.parts() != c.parts {
			t.Errorf("%T has %d parts, expected %d (%v)", c.record, l.parts(), c.parts, err)
		}
		// Each word of the record is taken once and put once.
		text := l.packing("Particle")
		for i := range l.stride / 4 {
			if n := strings.Count(text, "("+l.word(i)+")"); n != 1 {
				t.Errorf("%T: word %d is taken %d times in\n%s", c.record, i, n, text)
			}
		}
	}
}

// A step that changes nothing keeps all bits of a record, including NaNs.
func TestRecordsKeepTheirBits(t *testing.T) {
	dev := gputest.Device(t)
	for i, c := range packed {
		gputest.Run(t, dev, fmt.Sprint("record=", i), func(t *testing.T) {
			for k, slots := range []bool{false, true} {
				if !gputest.Share(i+k, 2) {
					continue
				}
				gputest.Run(t, dev, fmt.Sprint("slots=", slots), func(t *testing.T) {
					random := rand.New(rand.NewSource(1))
					const n = 2500
					s := newSystem(t, dev, Options{
						Capacity: n, Record: c.record, Emitters: []Emitter{{}}, Slots: slots, Channels: []EventChannel{{Name: "thirds", Capacity: n}},
						Init:   "void init(inout Particle p, Birth b) {}",
						Update: "bool update(inout Particle p) { if (slot % 3u == 0u && step_number > 0u) emit(thirds); return slot % 5u > 0u || step_number == 0u; }",
					})
					if err := s.Emit(0, n); err != nil {
						t.Fatal(err)
					}
					if err := s.Step(0); err != nil {
						t.Fatal(err)
					}
					each := s.text.record.stride / 4
					words := make([]uint32, n*each)
					for i := range words {
						words[i] = random.Uint32()
					}
					dev.Finish()
					if err := gpu.Upload(dev, s.Records(), words); err != nil {
						t.Fatal(err)
					}
					if err := s.Step(0); err != nil {
						t.Fatal(err)
					}
					var alive, events []uint32
					for i := range n {
						record := words[i*each : (i+1)*each]
						if i%5 > 0 {
							alive = append(alive, record...)
						}
						if i%3 == 0 {
							events = append(events, record...)
						}
					}
					what := fmt.Sprintf("%d bytes, slots %v", 4*each, slots)
					if got, err := s.living(); err != nil || !slices.Equal(got, alive) {
						t.Errorf("%s: %d words live, expected %d (%v), or with other bits", what, len(got), len(alive), err)
					}
					got := make([]uint32, len(events))
					if err := gpu.Download(dev, s.EventRecords(0), got); err != nil || !slices.Equal(got, events) {
						t.Errorf("%s: other events (%v)", what, err)
					}
				})
			}
		})
	}
}
