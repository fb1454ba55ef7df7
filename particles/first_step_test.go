// SPDX-License-Identifier: MIT

package particles

import (
	"testing"

	"github.com/combgl/comb/gpu/gputest"
)

// New compiles and allocates what steps need. A step that had to could fail in its middle, with
// particles that have moved and a count that has not.
func TestFirstStepNeitherCompilesNorAllocates(t *testing.T) {
	dev := gputest.Device(t)
	const cull = "bool visible(Particle p) { return true; }"
	byKey := Sort{By: ByKey, Key: "uint key(Particle p) { return p.life; }"}
	gathered := byKey
	gathered.Gather = true
	for name, set := range map[string]func(o *Options){
		"plain":               func(o *Options) {},
		"slots":               func(o *Options) { o.Slots, o.Trail.Points = true, 3 },
		"channels":            func(o *Options) { o.Channels = []EventChannel{{Name: "sparks", Capacity: 10, ToHost: true}} },
		"sorted":              func(o *Options) { o.Sort = byKey },
		"sorted slots":        func(o *Options) { o.Sort, o.Slots = byKey, true },
		"culled":              func(o *Options) { o.Cull = cull },
		"culled and sorted":   func(o *Options) { o.Cull, o.Sort = cull, byKey },
		"gathered":            func(o *Options) { o.Sort = gathered },
		"culled and gathered": func(o *Options) { o.Cull, o.Sort = cull, gathered },
	} {
		for _, tune := range gputest.Paths(dev) {
			gputest.Run(t, dev, name+","+gputest.Name(tune), func(t *testing.T) {
				o := moteOptions(20000)
				o.Tuning, o.Emitters = tune, []Emitter{{}}
				set(&o)
				s := newSystem(t, dev, o)
				if err := s.Emit(0, 100); err != nil {
					t.Fatal(err)
				}
				programs := gputest.Programs(dev)
				gputest.LeavesNothing(t, dev, "the first step", func() {
					if err := s.Step(0.1); err != nil {
						t.Fatal(err)
					}
				})
				if now := gputest.Programs(dev); now != programs {
					t.Errorf("the first step compiles %d programs", now-programs)
				}
			})
		}
	}
}
