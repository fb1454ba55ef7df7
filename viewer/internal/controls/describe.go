// SPDX-License-Identifier: MIT

package controls

import (
	"slices"
	"strings"

	"github.com/combgl/comb/viewer/internal/flags"
)

// Describe returns a flag and its text as the window shows them, in a few words, such as "exposure
// 1 stops".
func Describe(flag, text string) string {
	if flag == "lights" { // a list of numbers says little
		return "lights"
	}
	if flag == "groom" {
		return describeGroom(text)
	}
	rows := All()
	for _, c := range rows {
		if c.Flag == flag && c.Word != "" && text == c.Word {
			return strings.ToLower(c.Label) + " " + c.WordName
		}
	}
	for _, c := range rows {
		if c.Flag != flag || c.second != "" {
			continue
		}
		name := strings.ToLower(c.Label) + " "
		switch at := slices.Index(c.Choices, text); {
		case at >= 0 && c.Names != nil:
			return name + c.Names[at]
		case c.Choices != nil || c.Color != nil || c.Toggle != [2]string{} || strings.ContainsAny(text, ",:"):
			return name + short(text)
		}
		v, _ := c.Number(text, flags.Options{})
		return name + c.withUnit(v)
	}
	return flag + " " + short(text)
}

// withUnit is a number of the flag with the unit that the window shows.
func (c Control) withUnit(v float64) string {
	text := c.Format(c.Shown(v))
	if c.Unit == "" {
		return text
	}
	return text + " " + c.Unit
}

// describeGroom describes the changes of -groom.
func describeGroom(text string) string {
	changes, err := flags.ParseGroom(text)
	if err != nil || len(changes) == 0 {
		return "groom of the style"
	}
	var all []string
	for _, c := range model() {
		if v, ok := changes[c.part]; ok && c.part != "" {
			all = append(all, strings.ToLower(c.Label)+" "+c.withUnit(float64(v)))
		}
	}
	if len(all) > 2 {
		return strings.Join(all[:2], ", ") + ", ..."
	}
	return strings.Join(all, ", ")
}

// GroomChanges returns the labels of the numbers that differ between two texts of -groom.
func GroomChanges(before, after string) (labels []string) {
	was, err := flags.ParseGroom(before)
	now, err2 := flags.ParseGroom(after)
	if err != nil || err2 != nil {
		return []string{"groom"}
	}
	for _, c := range model() {
		a, given := was[c.part]
		b, gives := now[c.part]
		if c.part != "" && (a != b || given != gives) {
			labels = append(labels, strings.ToLower(c.Label))
		}
	}
	return labels
}

// short cuts a text that is too long for a plate.
func short(text string) string {
	if r := []rune(text); len(r) > 24 {
		return string(r[:23]) + "…"
	}
	return text
}
