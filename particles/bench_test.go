// SPDX-License-Identifier: MIT

package particles

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A step of n living particles of 48 bytes, of which some 2 in 100 die and are born in each: emit,
// update, keep, sort by 16 bits of depth. gpu-us is the median of its GPU time, and of each stage;
// ns/op has the waiting for it too.
func BenchmarkStep(b *testing.B) {
	for _, slots := range []bool{false, true} {
		for _, log := range []int{16, 20, 22, 24} {
			b.Run(fmt.Sprintf("slots=%v/n=2^%d", slots, log), func(b *testing.B) { benchmarkStep(b, 1<<log, slots) })
		}
	}
}

func benchmarkStep(b *testing.B, n int, slots bool) {
	dev := gputest.Device(b)
	if dev.Caps().Software && n > 1<<16 {
		b.Skip("a software renderer")
	}
	o := moteOptions(n)
	o.Slots, o.Sort = slots, Sort{By: ByDepth}
	o.Uniforms = motion{Gravity: [3]float32{0, -9, 0}, Least: 40, Spread: 20}
	o.Emitters = []Emitter{{Shape: Box, Size: [3]float32{10, 10, 10}, Rate: 60 * float64(n) / 50}}
	s, err := New(dev, o)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Release()
	s.SetCamera(Camera{View: [16]float32{2: 1, 15: 1}, Near: -5000, Far: 10})
	timer, err := dev.NewTimer(Stages())
	if err != nil {
		b.Fatal(err)
	}
	defer timer.Release()
	step := func() []gpu.Stage {
		timer.Begin()
		if err := s.Step(1.0 / 60); err != nil {
			b.Fatal(err)
		}
		stages, _, err := timer.Stages()
		if err != nil {
			b.Fatal(err)
		}
		return stages
	}
	s.SetTimer(timer)
	for range 60 {
		step()
	}
	b.ResetTimer()
	took := map[string][]time.Duration{}
	for range b.N {
		total := time.Duration(0)
		for _, st := range step() {
			took[st.Name] = append(took[st.Name], st.Time)
			total += st.Time
		}
		took["gpu"] = append(took["gpu"], total)
	}
	b.StopTimer()
	for name, all := range took {
		slices.Sort(all)
		b.ReportMetric(float64(all[len(all)/2].Nanoseconds())/1000, name+"-us")
	}
	if stats, err := s.StatsNow(); err != nil || stats.Alive < n*9/10 {
		b.Errorf("%+v of %d, %v", stats, n, err)
	}
}
