// SPDX-License-Identifier: MIT

package controls

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

// Control is a widget in a panel that changes a flag. A new flag needs one line in controls to
// appear in the window. Saved settings have it without a line.
type Control struct {
	Panel, Label, Flag string
	Choices            []string  // the texts to choose from; nil for a toggle or a number
	Toggle             [2]string // the texts for off and on; empty for a number
	Least, Most        float64
	Whole, Steep       bool   // Steep: a logarithmic scale
	part               string // the name in a flag of the form NAME=VALUE,...
	Word               string // a text that the flag may have instead of a number
}

// All returns the rows of the panels, in order.
func All() []Control {
	onOff := [2]string{"off", "on"}
	all := []Control{
		{Panel: "Image", Label: "transparency", Flag: "transparency", Choices: names(hair.Transparencies())},
		{Panel: "Image", Label: "order", Flag: "order", Choices: names(hair.Orders())},
		{Panel: "Image", Label: "key bits", Flag: "keybits", Least: 1, Most: 32, Whole: true},
		{Panel: "Image", Label: "exposure", Flag: "exposure", Least: 0.05, Most: 20, Steep: true},
		{Panel: "Image", Label: "head", Flag: "head", Toggle: onOff},
		{Panel: "Image", Label: "tone curve", Flag: "tone", Choices: names(hair.ToneMaps())},
		{Panel: "Image", Label: "backdrop", Flag: "backdrop", Choices: []string{"studio", "none"}},
		{Panel: "Hair's light", Label: "shading", Flag: "shading", Choices: names(hair.Shadings())},
		{Panel: "Hair's light", Label: "colour", Flag: "color", Choices: append([]string{""}, scatter.Presets()...)},
		{Panel: "Hair's light", Label: "roughness", Flag: "roughness", Least: 0.05, Most: 1},
		{Panel: "Hair's light", Label: "around it", Flag: "azimuthal", Least: 0.1, Most: 1},
		{Panel: "Hair's light", Label: "tilt, degrees", Flag: "tilt", Least: 0, Most: 11},
		{Panel: "Hairs", Label: "level of detail", Flag: "lod", Least: hair.LeastDetail, Most: 1, Steep: true, Word: "auto"},
		{Panel: "Hairs", Label: "cull", Flag: "cull", Toggle: onOff},
		{Panel: "Hairs", Label: "opaque core", Flag: "core", Toggle: [2]string{"false", "true"}},
		{Panel: "Hairs", Label: "times as wide", Flag: "width-scale", Least: 0.1, Most: 10, Steep: true},
		{Panel: "Hairs", Label: "opacity (0: own)", Flag: "alpha", Least: 0, Most: 1},
		{Panel: "Shadow and light", Label: "shadow", Flag: "shadow", Choices: movingShadows()},
		{Panel: "Shadow and light", Label: "map, texels", Flag: "shadow-size", Choices: []string{"0", "256", "512", "1024", "2048", "4096"}},
		{Panel: "Shadow and light", Label: "all around", Flag: "env", Choices: []string{"studio", "sky", "even", "none"}},
		{Panel: "Motion", Label: "wind", Flag: "wind", Least: 0, Most: 12},
		{Panel: "Motion", Label: "gravity", Flag: "gravity", Least: 0, Most: 30},
		{Panel: "Motion", Label: "stiffness", Flag: "stiffness", Least: 0, Most: 1},
		{Panel: "Groom", Label: "style", Flag: "style", Choices: groom.Styles()},
		{Panel: "Groom", Label: "strands", Flag: "strands", Least: groom.MinStrands, Most: 200_000, Whole: true, Steep: true},
		{Panel: "Groom", Label: "seed", Flag: "seed", Least: 1, Most: 100, Whole: true},
	}
	for _, n := range groom.Numbers() {
		all = append(all, Control{Panel: "Groom", Label: n.Name, Flag: "groom", part: n.Name, Least: float64(n.Least), Most: float64(n.Most)})
	}
	return all
}

func names[T fmt.Stringer](all []T) (out []string) {
	for _, v := range all {
		out = append(out, v.String())
	}
	return out
}

// movingShadows returns all shadow methods except the exact one, which is not for moving images.
func movingShadows() (out []string) {
	for _, s := range hair.Shadows() {
		if s != hair.ExactShadow {
			out = append(out, s.String())
		}
	}
	return out
}

// Defaults returns the texts of flags that were not given.
func Defaults() map[string]string {
	out := flags.Defaults()
	out["env"] = "studio"
	return out
}

// Number returns the control's value for a text of the flag. word reports whether the text is Word.
func (c Control) Number(text string, o flags.Options) (v float64, word bool) {
	if c.Word != "" && text == c.Word {
		return c.Most, true
	}
	if c.part != "" {
		g, err := o.Shape.Grown()
		if err != nil {
			return c.Least, false
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
		return c.Least, false
	}
	if c.Flag == "strands" && v == 0 {
		if g, err := o.Shape.Grown(); err == nil && o.File == "" {
			v = float64(g.Strands)
		}
	}
	return v, false
}

// Text returns the flag's text with a new number. It keeps the other parts of the text before.
func (c Control) Text(v float64, before string) string {
	number := strconv.FormatFloat(v, 'g', 4, 64)
	if c.Whole {
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
