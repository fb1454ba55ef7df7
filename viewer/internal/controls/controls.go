// SPDX-License-Identifier: MIT

package controls

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/flags"
)

// Control is a row of a panel that changes a flag. CONTRIBUTING.md has the steps for a new flag.
type Control struct {
	Section, Label, Flag string
	Tip                  string // one or two sentences
	Unit                 string
	Advanced             bool // under a fold at the end of the section
	Of                   Model

	Choices []string  // the texts to choose from; nil for a toggle or a number
	Names   []string  // how the window shows them; nil for the texts themselves
	Toggle  [2]string // the texts for off and on; empty for a number

	// Color makes the row one of Choices, or a colour #rrggbb. It returns the colour that the
	// square beside the row shows. ok is false if the flags give none; the picker begins with rgb.
	Color func(flags.Options) (rgb [3]float32, ok bool)

	Least, Most  float64 // of the slider, in the flag's unit
	TypedMost    float64 // of the number box; 0 for Most
	Whole, Steep bool    // Steep: a logarithmic scale
	Word         string  // a text that the flag may have instead of a number
	WordName     string  // how the window shows it
	Unword       float64 // the number when the word is unticked; 0 for Most

	Clears []string                   // flags and their texts that go with a change: names and texts in turn
	Needs  func(flags.Options) string // why the row has no effect now; nil or "" when it has

	factor float64 // the window shows the flag's number times factor; 0 for 1
	stops  bool    // the window shows the logarithm to base 2
	part   string  // the name in a flag of the form NAME=VALUE,...
	second string  // separates the number from the text before it, as in -env sky,0.5
	absent float64 // the number where that second part is missing, or the text is a word of another row
}

// Model says which models a row is for.
type Model int

const (
	AnyModel Model = iota
	Grown          // the groom alone
	File           // a file alone
)

// Sections returns the names of the sections, in order.
func Sections() []string {
	return []string{"Model", "Hair", "Light", "Camera and image", "Quality", "Motion", "Compare"}
}

// All returns the rows of the panels, in order.
func All() []Control {
	return slices.Concat(model(), fibre(), light(), image(), quality(), moving())
}

// Shows reports whether the row is for the model of the options.
func (c Control) Shows(o flags.Options) bool {
	return c.Of == AnyModel || (c.Of == Grown) == (o.File == "")
}

// Reason returns why the row has no effect with these options, or "".
func (c Control) Reason(o flags.Options) string {
	if c.Needs == nil {
		return ""
	}
	return c.Needs(o)
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
func Defaults() map[string]string { return maps.Clone(defaults()) }

var defaults = sync.OnceValue(func() map[string]string {
	out := flags.Defaults()
	out["env"] = "studio"
	return out
})

// sorting explains rows that only sorted methods use.
func sorting(o flags.Options) string {
	if o.Sorts() {
		return ""
	}
	return fmt.Sprintf("Transparency %q sorts nothing. This is for blend and tiles.", o.Transparency)
}

// keyed explains the row of the key bits.
func keyed(o flags.Options) string {
	if why := sorting(o); why != "" || o.Order != hair.Unsorted {
		return why
	}
	return "Order \"unsorted\" sorts nothing."
}

// mapped explains the row of the lights' maps.
func mapped(o flags.Options) string {
	if o.Unused("shadow-size") == "" {
		return ""
	}
	return "There is no shadow."
}

// shared explains the row of the strands that shade others.
func shared(o flags.Options) string {
	if why := mapped(o); why != "" || o.Unused("shadow-share") == "" {
		return why
	}
	return fmt.Sprintf("With shadow %q all strands shade others. This is for volume.", o.Light.Shadow)
}
