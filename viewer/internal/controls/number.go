// SPDX-License-Identifier: MIT

package controls

import (
	"math"
	"strconv"
	"strings"

	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/viewer/internal/flags"
)

// limit is the most that the number box takes.
func (c Control) limit() float64 { return max(c.Most, c.TypedMost) }

// Clamped returns a number of the number box, within the limits of the flag.
func (c Control) Clamped(v float64) float64 {
	least := c.Least
	if c.second == ":" || c.Flag == "gravity" { // angles and directions go both ways
		least = -c.limit()
	}
	return min(max(v, least), c.limit())
}

// Shown returns what the window shows for a number of the flag.
func (c Control) Shown(v float64) float64 {
	switch {
	case c.stops:
		return math.Log2(v)
	case c.factor != 0:
		return v * c.factor
	}
	return v
}

// Flagged is the inverse of Shown.
func (c Control) Flagged(shown float64) float64 {
	switch {
	case c.stops:
		return math.Exp2(shown)
	case c.factor != 0:
		return shown / c.factor
	}
	return shown
}

// mostSeed is the largest seed of NewSeed: four digits can be read and typed.
const mostSeed = 9999

// NewSeed returns the text of another seed from 1 to 9999. random(n) is a number from 0 below n.
func NewSeed(now uint64, random func(n int) int) string {
	if now < 1 || now > mostSeed {
		return strconv.Itoa(1 + random(mostSeed))
	}
	seed := 1 + random(mostSeed-1)
	if uint64(seed) >= now { // any but this one
		seed++
	}
	return strconv.Itoa(seed)
}

// Format returns a shown number with three or four digits.
func (c Control) Format(shown float64) string {
	if math.Abs(shown) < 5e-5 { // a logarithm's zero, and no -0
		shown = 0
	}
	switch size := math.Abs(shown); {
	case c.Whole || size >= 1000:
		return strconv.FormatFloat(math.Round(shown), 'f', 0, 64)
	case size >= 100:
		return trimmed(strconv.FormatFloat(shown, 'f', 1, 64))
	case size >= 10 || c.stops:
		return trimmed(strconv.FormatFloat(shown, 'f', 2, 64))
	}
	return trimmed(strconv.FormatFloat(shown, 'g', 3, 64))
}

func trimmed(s string) string {
	if !strings.Contains(s, ".") || strings.Contains(s, "e") {
		return s
	}
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}

// Number returns the control's value for a text of the flag. word reports whether the text is Word.
func (c Control) Number(text string, o flags.Options) (v float64, word bool) {
	if c.Word != "" && text == c.Word {
		return c.afterWord(), true
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
	if c.second != "" {
		if _, rest, two := strings.Cut(text, c.second); two {
			text = rest
		} else {
			return c.absent, false
		}
	}
	first, _, _ := strings.Cut(text, ":") // of -wind
	v, err := strconv.ParseFloat(first, 64)
	if err != nil {
		return max(c.Least, c.absent), false
	}
	if c.Flag == "strands" && v == 0 {
		if g, err := o.Shape.Grown(); err == nil && o.File == "" {
			v = float64(g.Strands)
		}
	}
	return v, false
}

// afterWord is the number that the row gets when its word is unticked.
func (c Control) afterWord() float64 {
	if c.Unword != 0 {
		return c.Unword
	}
	return c.Most
}

// Changed reports whether the row differs from its default. A groom's number differs if the flag
// names it.
func (c Control) Changed(text string) bool {
	if c.part != "" {
		changes, err := flags.ParseGroom(text)
		_, ok := changes[c.part]
		return err == nil && ok
	}
	usual := defaults()[c.Flag]
	switch {
	case c.second != "":
		v, _ := c.Number(text, flags.Options{})
		return v != c.absent
	case c.Flag == "env", c.Flag == "wind":
		first, _, _ := strings.Cut(text, ",")
		first, _, _ = strings.Cut(first, ":")
		return first != usual
	}
	return text != usual
}

// Reset returns the flag's text with the row at its default. It keeps the other parts of the text.
func (c Control) Reset(text string) string {
	usual := defaults()[c.Flag]
	switch {
	case c.part != "":
		changes, err := flags.ParseGroom(text)
		if err != nil {
			return usual
		}
		delete(changes, c.part)
		return flags.GroomText(changes)
	case c.second != "":
		first, _, _ := strings.Cut(text, c.second)
		return first
	case c.Flag == "env":
		return c.Choose(usual, text)
	case c.Flag == "wind":
		return c.Text(0, text)
	}
	return usual
}

// Choose returns the flag's text with another choice. It keeps a number behind it.
func (c Control) Choose(choice, before string) string {
	if _, rest, two := strings.Cut(before, ","); two && c.Flag == "env" {
		return choice + "," + rest
	}
	return choice
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
	if c.second != "" {
		first, _, _ := strings.Cut(before, c.second)
		if first == "" {
			first = defaults()[c.Flag]
		}
		return first + c.second + number
	}
	if _, rest, two := strings.Cut(before, ":"); two {
		number += ":" + rest
	}
	return number
}
