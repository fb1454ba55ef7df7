// SPDX-License-Identifier: MIT

package controls

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/motion"
	"github.com/combgl/comb/hair/scatter"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/viewer/internal/flags"
)

// grown has the rows of -groom: the label, the unit that the window shows, what multiplies the
// flag's number, and the text.
var grown = map[string]struct {
	label, unit string
	factor      float64
	steep       bool
	advanced    bool
	tip         string
}{
	"length":    {"Length", "cm", 100, true, false, "From root to tip."},
	"variation": {"Variation", "%", 100, false, false, "How much the length varies."},
	"parting":   {"Parting", "mm", 1000, false, false, "Where the hair parts, from the middle."},
	"crown":     {"Crown", "%", 100, false, false, "How much shorter the sides and the back are than the crown."},
	"cut":       {"Cut", "mm", 1000, false, false, "A straight cut so far below the ears. 0 leaves the hair uncut."},
	"fringe":    {"Fringe", "mm", 1000, false, false, "Hair over the forehead."},
	"tuck":      {"Tuck", "", 1, false, false, "How far the ends bend in below the ears."},
	"curl":      {"Curl", "mm", 1000, false, false, "The width of a wave."},
	"wave":      {"Wave", "mm", 1000, true, false, "From crest to crest."},
	"coil":      {"Coil", "", 1, false, false, "0 swings from side to side, 1 winds around."},
	"hold":      {"Hold", "", 1, false, true, "How much of the combed shape stays."},
	"noise":     {"Noise", "mm", 1000, false, true, "How far locks wander."},
	"clump":     {"Clump", "", 1, false, false, "How much hairs gather into locks."},
	"frizz":     {"Frizz", "mm", 1000, false, false, "How far hairs leave their lock."},
	"stray":     {"Stray", "%", 100, false, false, "The hairs that go their own course."},
	"lift":      {"Lift", "mm", 1000, false, false, "How high the hair stands off the scalp."},
	"thickness": {"Thickness", "µm", 1e6, true, true, "A hair's diameter at the root."},
}

func model() []Control {
	all := []Control{
		{Label: "Style", Flag: "style", Of: Grown, Choices: groom.Styles(), Tip: "Start from this haircut. Your changes below stay."},
		{Label: "Strands", Flag: "strands", Of: Grown, Least: groom.MinStrands, Most: 200_000, TypedMost: groom.MaxStrands, Whole: true, Steep: true, Tip: "How many hairs to grow."},
		{Label: "Strands", Flag: "strands", Of: File, Least: 1, Most: 1_000_000, TypedMost: 1e9, Whole: true, Steep: true, Word: "0", WordName: "all", Tip: "How many hairs of the file to keep."},
		{Label: "Seed", Flag: "seed", Least: 1, Most: 100, TypedMost: 1e9, Whole: true, Tip: "Another head of hair of the same style. Of a file: other hairs that are kept."},
	}
	for _, n := range groom.Numbers() {
		g, ok := grown[n.Name]
		if !ok { // a number that this table lacks still has a row
			g.label, g.factor, g.tip = n.Name, 1, "A number of the groom."
		}
		all = append(all, Control{
			Label: g.label, Unit: g.unit, Tip: g.tip, Advanced: g.advanced, Of: Grown, Flag: "groom", part: n.Name,
			Least: float64(n.Least), Most: float64(n.Most), Steep: g.steep, factor: g.factor,
		})
	}
	all = append(all, []Control{
		{Label: "Head", Flag: "head", Choices: []string{"on", flags.Scalp, flags.Milliner, "none"}, Names: []string{"own", flags.Scalp, flags.Milliner, "none"}, Tip: "What the hair grows from. Own is the groom's head, and the scalp of a file."},
		{Label: "Raw", Flag: "raw", Of: File, Advanced: true, Toggle: [2]string{"false", "true"}, Clears: []string{"follow", "auto", "smooth", "auto"}, Tip: "Show just what the file says: no scalp, no hairs around guides, no smooth strands, no thinner tips."},
		{Label: "Unit", Flag: "unit", Of: File, Advanced: true, Choices: []string{"auto", "m", "cm", "mm", "in", "0.1in"}, Tip: "The file's unit of length. Auto takes that of the format, or guesses by the size."},
		{Label: "Up axis", Flag: "up", Of: File, Advanced: true, Choices: []string{"auto", "x", "y", "z", "-x", "-y", "-z"}, Tip: "The file's axis that points up. Auto takes that of the format, or sees how hair hangs."},
		{Label: "Points", Flag: "points", Of: File, Advanced: true, Least: 2, Most: 64, TypedMost: strands.MaxStrandPoints, Whole: true, Word: "0", WordName: "auto", Unword: 16, Tip: "Points of a strand, for a .ply, .npy or .obj file that lists points alone."},
		{Label: "Hairs around each", Flag: "follow", Of: File, Advanced: true, Least: 0, Most: 64, TypedMost: strands.MaxFollow, Whole: true, Word: "auto", WordName: "auto", Unword: 4, Clears: []string{"raw", "false"}, Tip: "Fill in hairs around those of the file. Auto fills guides up to the density of hair."},
		{Label: "Spread", Flag: "spread", Of: File, Advanced: true, Unit: "mm", factor: 1000, Least: 0, Most: 0.05, TypedMost: strands.MaxSpread, Tip: "How far around. 0 is half the way to the next guides, or a hundredth of the model."},
		{Label: "Tip spread", Flag: "spread-tip", Of: File, Advanced: true, Unit: "×", Least: 0, Most: 10, TypedMost: strands.MaxTip, Tip: "So many times as far more at the tip."},
		{Label: "Smooth", Flag: "smooth", Of: File, Advanced: true, Unit: "°", Least: 0, Most: 45, TypedMost: strands.MaxSmooth, Word: "auto", WordName: "auto", Unword: strands.UsualSmooth, Clears: []string{"raw", "false"}, Tip: "Bend strands to curves through their points, in parts that turn so far. 0 leaves them straight between points."},
	}...)
	return in("Model", all)
}

func fibre() []Control {
	return in("Hair", []Control{
		{Label: "Colour", Flag: "color", Color: func(o flags.Options) ([3]float32, bool) { return o.Appearance.HairColor() }, Choices: append([]string{""}, scatter.Presets()...), Names: append([]string{"own"}, scatter.Presets()...), Clears: []string{"melanin", "-1", "redness", "0"}, Tip: "The colour that thick hair shows in even white light: its albedo."},
		{Label: "Melanin", Flag: "melanin", Least: 0, Most: 1, Word: "-1", WordName: "not used", Unword: 0.5, Clears: []string{"color", ""}, Tip: "The pigment of hair, in place of a colour: 0 is white, 1 is black."},
		{Label: "Redness", Flag: "redness", Least: 0, Most: 1, Tip: "The red part of the melanin.", Needs: func(o flags.Options) string {
			if text, ok := o.Given["melanin"]; !ok || text == "-1" {
				return "Set Melanin first."
			}
			return ""
		}},
		{Label: "Roughness", Flag: "roughness", Least: 0.05, Most: 1, Tip: "Along the hair. Low: narrow bright bands."},
		{Label: "Roundness blur", Flag: "azimuthal", Least: 0.1, Most: 1, Tip: "Around the hair. High: softer, flatter light."},
		{Label: "Scale tilt", Flag: "tilt", Unit: "°", Least: 0, Most: 11, Tip: "How far apart the two highlights lie."},
		{Label: "Width", Flag: "width-scale", Unit: "×", Least: 0.1, Most: 10, TypedMost: 100, Steep: true, Tip: "All hairs so many times as wide."},
		{Label: "Opacity", Flag: "alpha", Least: 0.01, Most: 1, Word: "0", WordName: "own", Tip: "Of all hairs. Own is that of the model."},
		{Label: "Shading", Flag: "shading", Advanced: true, Choices: names(hair.Shadings()), Tip: "How hair scatters light. All are about as bright. dual is the most exact, kajiya the simplest."},
		{Label: "Light per fragment", Flag: "fragment-light", Advanced: true, Toggle: [2]string{"false", "true"}, Tip: "Find the light for each fragment, not at the points of the hairs: a slow reference."},
		{Label: "Root width", Flag: "width", Advanced: true, Unit: "mm", Least: 0.01, Most: 2, TypedMost: 1000, Steep: true, Word: "0", WordName: "own", Unword: 0.07, Tip: "One width at the root for all hairs."},
		{Label: "Tip width", Flag: "width-tip", Advanced: true, Unit: "×", Least: 0, Most: 2, TypedMost: 10, Word: "-1", WordName: "auto", Unword: 0.5, Tip: "The width at the tip, as a part of that at the root. Auto makes tips of a file thinner if it has no widths along its hairs."},
		{Label: "Pixel width", Flag: "width-px", Advanced: true, Unit: "px", Least: 0.1, Most: 20, TypedMost: 1024, Word: "0", WordName: "own", Unword: 2, Tip: "One width on the screen for all hairs."},
	})
}

func light() []Control {
	return in("Light", []Control{
		{Label: "Surroundings", Flag: "env", Choices: []string{"studio", "sky", "horizon", "even", "none"}, Tip: "Light from all around."},
		{Label: "Strength", Flag: "env", Unit: "×", second: ",", absent: 1, Least: 0, Most: 5, TypedMost: 100, Tip: "Of the light from all around."},
		{Label: "Shadow", Flag: "shadow", Choices: movingShadows(), Tip: "How hair shades itself and the head."},
		{Label: "Shadow map", Flag: "shadow-size", Advanced: true, Unit: "texels", Choices: []string{"0", "256", "512", "1024", "2048", "4096"}, Names: []string{"auto", "256", "512", "1024", "2048", "4096"}, Needs: mapped, Tip: "The side of a light's map. Finer shadows take more time."},
		{Label: "Shading strands", Flag: "shadow-share", Advanced: true, Choices: []string{"0", "0.25", "0.5", "1"}, Names: []string{"auto", "a quarter", "half", "all"}, Needs: shared, Tip: "The share of the strands that shade others. A smaller one is faster and has more noise."},
	})
}

func image() []Control {
	return in("Camera and image", []Control{
		{Label: "Exposure", Flag: "exposure", Unit: "stops", stops: true, Least: 1.0 / 16, Most: 16, TypedMost: 100, absent: 1, Tip: "Brighter or darker. One stop doubles the light.", Needs: func(o flags.Options) string {
			if o.Appearance.AutoExposure {
				return "Auto exposure finds it."
			}
			return ""
		}},
		{Label: "Auto exposure", Flag: "exposure", Toggle: [2]string{"1", "auto"}, Tip: "Goes by the light of hair and head in each image. It follows smoothly while something moves."},
		{Label: "Tone curve", Flag: "tone", Choices: names(hair.ToneMaps()), Tip: "How bright light is fitted to a screen."},
		{Label: "Backdrop", Flag: "backdrop", Choices: []string{"studio", "horizon", "none"}, Tip: "Horizon also lights the hair, if the surroundings are as by default. None is black, and clear in an .exr image."},
	})
}

func quality() []Control {
	onOff := [2]string{"off", "on"}
	return in("Quality", []Control{
		{Label: "Transparency", Flag: "transparency", Choices: names(hair.Transparencies()), Tip: "How hair over hair is blended. tiles and blend sort, weighted is fast and rough, exact is the reference."},
		{Label: "Level of detail", Flag: "lod", Unit: "%", factor: 100, Least: hair.LeastDetail, Most: 1, Steep: true, Word: "auto", WordName: "auto", Tip: "Draw fewer, wider hairs. Auto goes by their width on the screen."},
		{Label: "Order", Flag: "order", Advanced: true, Choices: names(hair.Orders()), Needs: sorting, Tip: "sorted: segments from far to near. strands: whole hairs. unsorted: as the model has them."},
		{Label: "Key bits", Flag: "keybits", Advanced: true, Least: 1, Most: 32, Whole: true, Needs: keyed, Tip: "Fewer bits sort faster and less exactly."},
		{Label: "Cull", Flag: "cull", Advanced: true, Toggle: onOff, Tip: "Leave out what cannot be seen."},
		{Label: "Opaque core", Flag: "core", Advanced: true, Choices: []string{"auto", "true", "false"}, Names: []string{"auto", "on", "off"}, Tip: "Draw what is nearly opaque first: for thick hair. Auto does where it helps.", Needs: func(o flags.Options) string {
			if o.Transparency == hair.Exact {
				return "Transparency \"exact\" draws no core."
			}
			return ""
		}},
		{Label: "Edge samples", Flag: "samples", Advanced: true, Choices: []string{"0", "1", "2", "4", "8"}, Names: []string{"auto", "1", "2", "4", "8"}, Needs: sorting, Tip: "Samples of a pixel, for smooth edges of the head."},
		{Label: "Subdivide", Flag: "subdivide", Advanced: true, Least: 1, Most: 16, TypedMost: strands.MaxParts, Whole: true, Tip: "Cut each segment into parts: closer to the right order."},
	})
}

func moving() []Control {
	return in("Motion", []Control{
		{Label: "Wind", Flag: "wind", Unit: "m/s", Least: 0, Most: 12, TypedMost: 40, Tip: "Moves the hair."},
		{Label: "From", Flag: "wind", Unit: "°", second: ":", absent: 60, Least: -180, Most: 180, TypedMost: 360, Whole: true, Tip: "Where the wind blows from, around the model. 0 is the front."},
		{Label: "Gravity", Flag: "gravity", Unit: "m/s²", Least: 0, Most: 30, TypedMost: 100, Tip: "On the earth it is 9.81."},
		{Label: "Stiffness", Flag: "stiffness", Least: 0, Most: 1, Tip: "How firmly hair keeps its style."},
		{Label: "Guides", Flag: "guides", Advanced: true, Least: 100, Most: 100_000, TypedMost: motion.MaxGuides, Whole: true, Steep: true, Word: "0", WordName: "all", Unword: 2000, Tip: "Simulate about so many hairs. Each other one follows the one that is most like it, so locks stay together."},
	})
}

// in puts rows into a section.
func in(section string, rows []Control) []Control {
	for i := range rows {
		rows[i].Section = section
	}
	return rows
}

// Help returns the text of a row's tooltip, and a second text with the range, the default and the
// flag. The defaults of -groom are those of the style that was given.
func (c Control) Help(slow bool, given map[string]string) (text, dim string) {
	text = c.Tip
	if slow {
		text += " Applies on release."
	}
	usual := defaults()[c.Flag]
	switch {
	case c.Choices == nil && c.Toggle == [2]string{}:
		dim = fmt.Sprintf("%s to %s", grouped(c.Format(c.Shown(c.Least))), grouped(c.Format(c.Shown(c.limit()))))
		if c.Unit != "" {
			dim += " " + c.Unit
		}
		if c.part != "" || c.Flag == "strands" && c.Of == Grown {
			dim += c.ofStyle(flags.Value(given, "style"))
		} else if v, word := c.Number(usual, flags.Options{}); !word {
			dim += fmt.Sprintf(", default %s", c.Format(c.Shown(v)))
		} else {
			dim += ", default " + c.WordName
		}
		dim += "\n"
	case c.part == "" && usual != "":
		dim = "default " + usual + "\n"
	}
	dim += "-" + c.Flag
	if c.part != "" {
		dim += " " + c.part + "=..."
	}
	return text, dim
}

// grouped puts gaps between the thousands of a whole number.
func grouped(s string) string {
	if strings.ContainsAny(s, ".e") {
		return s
	}
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}

// ofStyle is the default of a number that a style of the groom has.
func (c Control) ofStyle(style string) string {
	g, err := groom.Style(style)
	if err != nil {
		return ""
	}
	if c.Flag == "strands" {
		return ", default of the style " + grouped(strconv.Itoa(g.Strands))
	}
	for _, n := range groom.Numbers() {
		if n.Name == c.part {
			return ", default " + c.Format(c.Shown(float64(*n.At(&g))))
		}
	}
	return ""
}
