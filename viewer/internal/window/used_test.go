// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
)

func init() { windowJobs["used"] = usedJob }

// Keys of the order change nothing with a method that sorts nothing, and say so. Settings that the
// method ignores stay for another one. A point light too near the hair is named by its flag.
func TestUnusedKeysSayWhy(t *testing.T) { runJob(t, "used") }

func usedJob(file string) error {
	return in(file, gpu.Options{}, func(v *view) error {
		says := func(words string) func() error {
			return func() error {
				return unless(strings.Contains(v.ui.latest(), words), "says %q, want %q", v.ui.latest(), words)
			}
		}
		press := func(key string) func() error { return func() error { return keyActions[key](v) } }
		bits := func(want int) func() error {
			return func() error {
				return unless(v.o.KeyBits == want && v.o.Order == hair.PerStrand, "%d bits, %v", v.o.KeyBits, v.o.Order)
			}
		}
		return all(
			press("O"), press("K"), bits(12),
			func() error { return v.change("transparency", "lists8") },
			press("K"), says(`"lists8" sorts nothing`), bits(12),
			func() error { v.notify("-"); return nil },
			press("O"), says(`"lists8" sorts nothing`), bits(12),
			func() error { return v.change("transparency", "blend") }, bits(12),
			func() error { return v.change("order", "unsorted") },
			press("K"), says(`"unsorted" sorts nothing`),
			func() error { return unless(v.o.KeyBits == 12, "%d bits", v.o.KeyBits) },
			func() error { v.try(v.change("lights", "sun,0,0,1,1;point,0,0,0,1")); return nil },
			says("-lights: light 2, the point at 0,0,0, is "),
			func() error {
				return unless(v.o.Light.Lamps == nil || len(v.o.Light.Lamps) != 2 || !v.o.Light.Lamps[1].Point, "lights %v", v.o.Light.Lamps)
			},
		)
	})
}
