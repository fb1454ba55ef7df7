// SPDX-License-Identifier: MIT

package particles

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// mayChange are the names of gputest.State that a call may change without
// gpu.Options.PreserveState: what gpu.Device and System.BindUniforms say.
func mayChange(t *testing.T) (all []string) {
	var bindings int32
	gl.GetIntegerv(gl.MAX_UNIFORM_BUFFER_BINDINGS, &bindings)
	for i := range gpu.UserBinding {
		all = append(all, fmt.Sprintf("storage %d ", i))
	}
	return append(all, "program:", "storage:", "dispatch:", "copy read:", "copy write:", "uniform:", fmt.Sprintf("uniform %d ", bindings-2), fmt.Sprintf("uniform %d ", bindings-1))
}

// With PreserveState every call leaves the state of the caller unchanged. Without it calls change
// the documented state only.
func TestStateIsPreservedOrAsDocumented(t *testing.T) {
	for _, preserve := range []bool{true, false} {
		t.Run(fmt.Sprint("preserve=", preserve), func(t *testing.T) {
			dev := gputest.DeviceWith(t, gpu.Options{PreserveState: preserve, CacheDir: t.TempDir()}) // with self-tests
			litter := gputest.Litter(t, dev)
			litter()
			mine := gputest.StateNow()["program"]
			var allowed []string
			if !preserve {
				allowed = mayChange(t)
			}
			call := func(t *testing.T, name string, f func() error) {
				t.Helper()
				gputest.Unchanged(t, litter, fmt.Sprintf("PreserveState %v: %s", preserve, name), f, allowed...)
				if program := gputest.StateNow()["program"]; program != 0 && program != mine {
					t.Errorf("%s leaves the program at %d, the doc says 0", name, program)
				}
			}
			var depth uint32
			gl.GenTextures(1, &depth)
			gl.BindTexture(gl.TEXTURE_2D, depth)
			gl.TexStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT32F, 4, 4)
			for name, change := range map[string]func(o *Options){
				"dense": func(o *Options) {
					o.DepthCollider, o.Cull = true, "bool visible(Particle p) { return inView(p.position, 1.0); }"
					o.Update = "bool update(inout Particle p) { if (hitDepth(p.position, p.velocity, 0.1, 0.5, 0.9)) emit(sparks); emit(sparks); return true; }"
				},
				"gathered": func(o *Options) { o.Sort.Gather = true },
				"slots":    func(o *Options) { o.Slots, o.Trail.Points = true, 3 },
			} {
				if name == "gathered" && !gputest.Nightly() {
					continue
				}
				gputest.Run(t, dev, name, func(t *testing.T) {
					o := moteOptions(200)
					o.Emitters, o.Channels = []Emitter{{Rate: 600}}, []EventChannel{{Name: "sparks", Capacity: 10, ToHost: true}}
					o.Sort, o.Elements, o.Curves = Sort{By: ByDepth}, true, []Curve{{Name: "fade", Keys: []Key{{}}}}
					change(&o)
					var s *System
					var err error
					call(t, name+": New", func() error { s, err = New(dev, o); return err })
					if s == nil {
						t.FailNow()
					}
					s.SetCamera(alongZ)
					if o.DepthCollider {
						s.SetDepth(depth, 1)
					}
					for range 2 {
						call(t, name+": Step", func() error { return s.Step(0.1) })
					}
					call(t, name+": Advance", func() error { return second(s.Advance(0.1)) })
					call(t, name+": Stats", func() error { _, _, err := s.Stats(); return err })
					call(t, name+": StatsNow", func() error { return second(s.StatsNow()) })
					call(t, name+": Events", func() error { _, _, _, err := Events[mote](s, "sparks", nil); return err })
					call(t, name+": Read", func() error { return second(Read[mote](s)) })
					call(t, name+": SetCurve", func() error { return s.SetCurve(0, []Key{{}}) })
					call(t, name+": SetUniforms", func() error { return s.SetUniforms(&motion{}) })
					var b bytes.Buffer
					call(t, name+": Snapshot", func() error { return s.Snapshot(io.MultiWriter(&b, io.Discard)) })
					call(t, name+": Restore", func() error { return s.Restore(&b) })
					call(t, name+": Reset", s.Reset)
					call(t, name+": a refused Step", func() error { _ = s.Step(-1); s.Emitter(0).Rate = -1; _ = s.Step(0.1); return nil })
					call(t, name+": Release", func() error { s.Release(); return nil })
				})
			}
			gl.DeleteTextures(1, &depth)
		})
	}
}
