// SPDX-License-Identifier: MIT

package flags

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/strands"
)

// Shape has the flags of widths, level of detail, culling and the groom.
type Shape struct {
	lodText, cullText            string // as given
	millimetres, tip, widthScale float64

	Detail  float32 // hair.StrandOptions.Detail
	keepAll bool
	style   string // of the groom
	groom   string // -groom, as given
}

func (s *Shape) flags(f *flag.FlagSet) {
	f.StringVar(&s.style, "style", groom.Styles()[0], "")
	f.StringVar(&s.groom, "groom", "", "")
	f.StringVar(&s.lodText, "lod", "1", "")
	f.StringVar(&s.cullText, "cull", "on", "")
	number[float64]{at: &s.millimetres, most: 1000, unit: " millimetres"}.define(f, "width", 0)
	number[float64]{at: &s.tip, most: 10, also: []float64{-1}, or: ", or -1 for what the file says"}.define(f, "width-tip", -1)
	number[float64]{at: &s.widthScale, least: 0.01, most: 100}.define(f, "width-scale", 1)
}

// parse validates the flags and parses their texts.
func (s *Shape) parse() (err error) {
	if s.Detail, err = parseDetail(s.lodText); err != nil {
		return fmt.Errorf("-lod %w", err)
	}
	switch {
	case !slices.Contains(groom.Styles(), s.style):
		return fmt.Errorf("-style %q: want %s", s.style, oneOf(groom.Styles()))
	case s.cullText != "on" && s.cullText != "off":
		return fmt.Errorf("-cull %q: want on or off", s.cullText)
	}
	s.keepAll = s.cullText == "off"
	_, err = ParseGroom(s.groom)
	return err
}

func parseDetail(text string) (float32, error) {
	if text == "auto" {
		return hair.AutoDetail, nil
	}
	v, err := strconv.ParseFloat(text, 32)
	if err != nil || !(float32(v) >= hair.LeastDetail && v <= 1) {
		return 0, fmt.Errorf("%q: want a number from %v to 1, or auto", text, float32(hair.LeastDetail))
	}
	return float32(v), nil
}

// set writes the flags to a renderer's options.
func (s *Shape) set(o *hair.Options) {
	o.Strands.Detail, o.Debug.KeepAll, o.Strands.WidthScale = s.Detail, s.keepAll, float32(s.widthScale)
}

// Widths returns a set with the widths of the flags. Without -width-tip, hair of a file that has no
// width along its strands gets thinner towards the tip.
func (o Options) Widths(set *strands.Set) (*strands.Set, error) {
	s, tip := &o.Shape, o.Shape.tip
	if tip == -1 && o.File != "" && !o.Files.Raw && (s.millimetres > 0 || !set.Tapers()) {
		tip = strands.UsualTip
	}
	if s.millimetres == 0 && tip == -1 {
		return set, nil
	}
	w := strands.Widths{Root: float32(s.millimetres / 1000)}
	if tip != -1 {
		w.Profile = strands.Taper(float32(tip))
	}
	return set.WithWidths(w)
}

// ParseGroom reads changes to a style: NAME=VALUE separated by commas.
func ParseGroom(text string) (map[string]float32, error) {
	changes := map[string]float32{}
	if text == "" {
		return changes, nil
	}
	for _, part := range strings.Split(text, ",") {
		name, number, _ := strings.Cut(strings.TrimSpace(part), "=")
		i := slices.IndexFunc(groom.Numbers(), func(n groom.Number) bool { return n.Name == name })
		if i < 0 {
			var names []string
			for _, n := range groom.Numbers() {
				names = append(names, n.Name)
			}
			return nil, fmt.Errorf("-groom %q: want NAME=VALUE with commas between, and as a NAME %s", part, oneOf(names))
		}
		n := groom.Numbers()[i]
		v, err := strconv.ParseFloat(number, 32)
		if err != nil || !(float32(v) >= n.Least && float32(v) <= n.Most) {
			return nil, fmt.Errorf("-groom %q: want a number from %v to %v", part, n.Least, n.Most)
		}
		if _, twice := changes[name]; twice {
			return nil, fmt.Errorf("-groom %q: %s is there twice", text, name)
		}
		changes[name] = float32(v)
	}
	return changes, nil
}

// GroomText is the inverse of ParseGroom.
func GroomText(changes map[string]float32) string {
	var parts []string
	for name, v := range changes {
		parts = append(parts, fmt.Sprintf("%s=%v", name, v))
	}
	slices.Sort(parts)
	return strings.Join(parts, ",")
}

// Grown returns the options of the groom.
func (s *Shape) Grown() (groom.Options, error) {
	g, err := groom.Style(s.style)
	if err != nil {
		return g, fmt.Errorf("-style: %w", err)
	}
	changes, err := ParseGroom(s.groom)
	if err != nil {
		return g, err
	}
	for _, n := range groom.Numbers() {
		if v, ok := changes[n.Name]; ok {
			*n.At(&g) = v
		}
	}
	return g, nil
}
