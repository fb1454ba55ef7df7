// SPDX-License-Identifier: MIT

package particles

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A snapshot fits channels of the same names in the same order, and emitters that take their number
// from the same place.
func TestRestoreRefusesOtherChannelsAndEmitters(t *testing.T) {
	dev := gputest.Device(t)
	word := gputest.Words(t, dev, []uint32{3})
	made := func(channels []string, emitters ...Emitter) *System {
		o := moteOptions(100)
		o.Emitters = emitters
		for _, name := range channels {
			o.Channels = append(o.Channels, EventChannel{Name: name, Capacity: 10})
		}
		return newSystem(t, dev, o)
	}
	host, counted := Emitter{Rate: 100}, Emitter{Count: gpu.CountAt(word.View(), 4)}
	events, err := made([]string{"sparks"}, host).Source("sparks")
	if err != nil {
		t.Fatal(err)
	}
	a := made([]string{"first", "second"}, host, counted)
	steps(t, a, 2)
	for _, c := range []struct {
		s        *System
		wantText string // "" accepts it
	}{
		{made([]string{"first", "second"}, Emitter{}, counted), ""},
		{made([]string{"second", "first"}, host, counted), `channel 0 is "first", this system's is "second"`},
		{made([]string{"first", "third"}, host, counted), `channel 1 is "second", this system's is "third"`},
		{made([]string{"first", "second"}, host, host), "emitter 1 has a Count, this system's has a number from the host"},
		{made([]string{"first", "second"}, host, Emitter{Events: events}), "emitter 1 has a Count, this system's has Events"},
		{made([]string{"first", "second"}, counted, host), "emitter 0 "},
	} {
		err := c.s.Restore(bytes.NewReader(saved(t, a)))
		if c.wantText == "" && err != nil || c.wantText != "" && (!errors.Is(err, ErrSnapshot) || !strings.Contains(err.Error(), c.wantText)) {
			t.Errorf("%v, expected %q", err, c.wantText)
		}
		if n, err := c.s.StatsNow(); err != nil || (c.wantText == "") != (n.Step == 2) {
			t.Errorf("%q: %+v, %v", c.wantText, n, err)
		}
	}
	// A snapshot of version 2 has no kinds. Particles that wait for an emitter are not lost.
	one := made([]string{"first"}, host, host)
	if err := one.Emit(1, 5); err != nil {
		t.Fatal(err)
	}
	old := olderVersion(saved(t, one), 2)
	if err := made([]string{"first"}, host, counted).Restore(bytes.NewReader(old)); !errors.Is(err, ErrSnapshot) || !strings.Contains(err.Error(), "emitter 1 carries 0 and 5 particles from the host, this system's has a Count") {
		t.Errorf("particles for an emitter with a Count: %v", err)
	}
	if err := made([]string{"second"}, host, host).Restore(bytes.NewReader(old)); err != nil {
		t.Errorf("version 2: %v", err)
	}
	// Kinds and names of any value.
	data := saved(t, one)
	at, _ := partsOf(data)
	for i, wantText := range map[int]string{0: "emitter 0 is of kind 255, want less than 3", 8: "channel 0 has a name of 255 bytes", 11: "want at most 1024", 12: `is "\xffirst"`} {
		bad := resealed(data, func(b []byte) []byte { b[at+i] = 255; return b })
		if i == 8 {
			wantText = "channel" // cut short, or another name
		}
		if err := one.Restore(bytes.NewReader(bad)); !errors.Is(err, ErrSnapshot) || !strings.Contains(err.Error(), wantText) {
			t.Errorf("byte %d of the kinds and names: %v, expected %q", i, err, wantText)
		}
	}
}
