// SPDX-License-Identifier: MIT

//go:build !headless

package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/scatter"
	"github.com/combgl/comb/viewer/internal/flags"
)

// control is something in a panel that changes a flag. A new flag gets into the window by one line in controls, and by none
// into saved settings.
type control struct {
	panel, label, flag string
	choices            []string  // one of these, or else
	toggle             [2]string // off and on, or else a number:
	least, most        float64
	whole, steep       bool   // steep: a scale of logarithms
	part               string // of a flag that is NAME=VALUE,..., this name
	word               string // what the flag may say instead of a number
}

// controls are the panels' rows, in their order.
func controls() []control {
	onOff := [2]string{"off", "on"}
	all := []control{
		{panel: "Picture", label: "transparency", flag: "transparency", choices: names(hair.Transparencies())},
		{panel: "Picture", label: "order", flag: "order", choices: names(hair.Orders())},
		{panel: "Picture", label: "key bits", flag: "keybits", least: 1, most: 32, whole: true},
		{panel: "Picture", label: "exposure", flag: "exposure", least: 0.05, most: 20, steep: true},
		{panel: "Picture", label: "head", flag: "head", toggle: onOff},
		{panel: "Picture", label: "tone curve", flag: "tone", choices: names(hair.ToneMaps())},
		{panel: "Picture", label: "backdrop", flag: "backdrop", choices: []string{"studio", "none"}},
		{panel: "Hair's light", label: "shading", flag: "shading", choices: names(hair.Shadings())},
		{panel: "Hair's light", label: "colour", flag: "color", choices: append([]string{""}, scatter.Presets()...)},
		{panel: "Hair's light", label: "roughness", flag: "roughness", least: 0.05, most: 1},
		{panel: "Hair's light", label: "around it", flag: "azimuthal", least: 0.1, most: 1},
		{panel: "Hair's light", label: "tilt, degrees", flag: "tilt", least: 0, most: 11},
		{panel: "Hairs", label: "level of detail", flag: "lod", least: hair.LeastDetail, most: 1, steep: true, word: "auto"},
		{panel: "Hairs", label: "cull", flag: "cull", toggle: onOff},
		{panel: "Hairs", label: "opaque core", flag: "core", toggle: [2]string{"false", "true"}},
		{panel: "Hairs", label: "times as wide", flag: "width-scale", least: 0.1, most: 10, steep: true},
		{panel: "Hairs", label: "opacity (0: own)", flag: "alpha", least: 0, most: 1},
		{panel: "Shadow and light", label: "shadow", flag: "shadow", choices: movingShadows()},
		{panel: "Shadow and light", label: "map, texels", flag: "shadow-size", choices: []string{"0", "256", "512", "1024", "2048", "4096"}},
		{panel: "Shadow and light", label: "all around", flag: "env", choices: []string{"studio", "sky", "even", "none"}},
		{panel: "Motion", label: "wind", flag: "wind", least: 0, most: 12},
		{panel: "Motion", label: "gravity", flag: "gravity", least: 0, most: 30},
		{panel: "Motion", label: "stiffness", flag: "stiffness", least: 0, most: 1},
		{panel: "Groom", label: "style", flag: "style", choices: groom.Styles()},
		{panel: "Groom", label: "strands", flag: "strands", least: groom.MinStrands, most: 200_000, whole: true, steep: true},
		{panel: "Groom", label: "seed", flag: "seed", least: 1, most: 100, whole: true},
	}
	for _, n := range groom.Numbers() {
		all = append(all, control{panel: "Groom", label: n.Name, flag: "groom", part: n.Name, least: float64(n.Least), most: float64(n.Most)})
	}
	return all
}

func names[T fmt.Stringer](all []T) (out []string) {
	for _, v := range all {
		out = append(out, v.String())
	}
	return out
}

// movingShadows are all ways but the exact one, which is not for moving pictures.
func movingShadows() (out []string) {
	for _, s := range hair.Shadows() {
		if s != hair.ExactShadow {
			out = append(out, s.String())
		}
	}
	return out
}

// defaultTexts are what flags say that nobody gave.
func defaultTexts() map[string]string {
	out := flags.Defaults()
	out["env"] = "studio"
	return out
}

// number is a control's value by the flag's text, and whether the text is its word instead.
func (c control) number(text string, o flags.Options) (v float64, word bool) {
	if c.word != "" && text == c.word {
		return c.most, true
	}
	if c.part != "" {
		g, err := o.Shape.Grown()
		if err != nil {
			return c.least, false
		}
		for _, n := range groom.Numbers() {
			if n.Name == c.part {
				return float64(*n.At(&g)), false
			}
		}
	}
	first, _, _ := strings.Cut(text, ":") // of -wind
	v, err := strconv.ParseFloat(first, 64)
	if err != nil {
		return c.least, false
	}
	if c.flag == "strands" && v == 0 {
		if g, err := o.Shape.Grown(); err == nil && o.File == "" {
			v = float64(g.Strands)
		}
	}
	return v, false
}

// text is what the flag says with a number, after it said what it did before.
func (c control) text(v float64, before string) string {
	number := strconv.FormatFloat(v, 'g', 4, 64)
	if c.whole {
		number = strconv.FormatFloat(math.Round(v), 'f', 0, 64)
	}
	if c.part != "" {
		changes, err := flags.ParseGroom(before)
		if err != nil {
			changes = map[string]float32{}
		}
		short, _ := strconv.ParseFloat(number, 32)
		changes[c.part] = float32(short)
		return flags.GroomText(changes)
	}
	if _, rest, two := strings.Cut(before, ":"); two {
		number += ":" + rest
	}
	return number
}
