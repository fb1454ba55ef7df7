// SPDX-License-Identifier: MIT

package particles

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

func TestWhichSystemsTakeOnePass(t *testing.T) {
	children := Emitter{Events: &EventSource{}}
	sorted := Sort{By: ByDepth}
	events := []EventChannel{{Name: "sparks", Capacity: 1}}
	for _, c := range []struct {
		about string
		o     Options
		want  bool
	}{
		{"no more than emitters", Options{Emitters: []Emitter{{}}}, true},
		{"slots", Options{Slots: true}, false},
		{"sorted, with events", Options{Sort: sorted, Channels: events}, true},
		{"sorted children", Options{Emitters: []Emitter{{}, children}, Sort: sorted}, true},
		{"children with events", Options{Emitters: []Emitter{children}, Channels: events}, true},
		{"counted, sorted, with events", Options{Emitters: []Emitter{{Count: gpu.CountAt(gpu.View{}, 1)}}, Sort: sorted, Channels: events}, true},
		{"sorted children with events", Options{Emitters: []Emitter{children}, Sort: sorted, Channels: events}, false},
	} {
		if got := c.o.takesOnePass(); got != c.want {
			t.Errorf("%s: %t, want %t", c.about, got, c.want)
		}
	}
}

// Update and Sort.Key share a kernel in one pass only. So a name that both define makes New take
// two passes.
func TestNameOfUpdateAndKey(t *testing.T) {
	dev := gputest.Device(t)
	for _, a := range []gpu.Algorithm{gpu.SinglePass, gpu.ReduceThenScan} {
		o := moteOptions(300)
		o.Algorithm = a
		o.Functions = "float height(vec3 at) { return at.y; }\n"
		o.Sort = Sort{By: ByKey, Key: "float height(vec3 at) { return at.z; }\nuint key(Particle p) { return uint(height(p.position)); }"}
		s, err := New(dev, o)
		if a == gpu.ReduceThenScan && err != nil || a == gpu.SinglePass && !errors.Is(err, gpu.ErrShader) {
			t.Errorf("%v: %v", a, err)
		}
		s.Release()
		gputest.DropMessages(t, dev)
	}
}

// A step in one pass beside its twin: with tiles that are taken by ticket, that find predecessors
// which have not published, and that publish late.
func TestOnePassMatchesCPU(t *testing.T) {
	dev := gputest.Device(t)
	for _, tune := range gputest.Chains(dev) {
		for _, capacity := range []int{3000, 9000} { // 4 workers' workgroups: a tile for each, and more
			gputest.Run(t, dev, fmt.Sprintf("%s,capacity=%d", tune.Name(), capacity), func(t *testing.T) {
				gputest.Silence(t, dev, tune.Silent)
				o := moteOptions(capacity)
				o.Tuning, o.Elements = tune.Tuning, true
				o.Emitters = []Emitter{{Rate: 2 * float64(capacity), At: [3]float32{1, 2, 3}}, {Rate: 777.7}}
				o.Sort = Sort{By: ByKey, Key: "uint key(Particle p) { return p.life; }", Bits: 8}
				o.Channels = []EventChannel{{Name: "sparks", Capacity: capacity}, {Name: "few", Capacity: 100}}
				o.Update = strings.Replace(moteEvents, "    return", "    if (p.sum % 5u == 0u) emit(few);\n    return", 1)
				stepAndCheck(t, dev, o)
			})
		}
	}
}
