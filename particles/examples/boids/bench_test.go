// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/particles"
)

// A step of n birds that have flown for some seconds, in large pages: the median of its GPU time,
// and of each stage's.
func BenchmarkFlock(b *testing.B) {
	for _, flat := range []bool{false, true} {
		for _, n := range []int{1000, 1 << 16, 1_000_000, 8_000_000} {
			b.Run(fmt.Sprintf("flat=%v/n=%d", flat, n), func(b *testing.B) { benchmarkFlock(b, n, flat) })
		}
	}
}

func benchmarkFlock(b *testing.B, n int, flat bool) {
	dev := gputest.DeviceWith(b, gpu.Options{LargePages: true})
	if dev.Caps().Software && n > 1000 {
		b.Skip("a software renderer")
	}
	s := settings{count: n, hawks: 3, stones: true, flat: flat, seed: 1}
	f, err := newFlock(dev, s, s.rules())
	if err != nil {
		b.Fatal(err)
	}
	defer f.Release()
	timer, err := dev.NewTimer(16)
	if err != nil {
		b.Fatal(err)
	}
	defer timer.Release()
	step := func() {
		timer.Begin()
		if err := f.Step(1.0/60, particles.Camera{}); err != nil {
			b.Fatal(err)
		}
	}
	for range 200 {
		step()
	}
	f.SetTimer(timer)
	took := map[string][]time.Duration{}
	b.ResetTimer()
	for range b.N {
		step()
		stages, _, err := timer.Stages()
		if err != nil {
			b.Fatal(err)
		}
		total := time.Duration(0)
		for _, st := range stages {
			took[st.Name] = append(took[st.Name], st.Time)
			total += st.Time
		}
		took["gpu"] = append(took["gpu"], total)
	}
	for name, all := range took {
		slices.Sort(all)
		b.ReportMetric(float64(all[len(all)/2].Nanoseconds())/1000, name+"-us")
	}
	if numbers, err := f.Numbers(); err == nil {
		b.ReportMetric(numbers["neighbours"], "neighbours")
	}
}
