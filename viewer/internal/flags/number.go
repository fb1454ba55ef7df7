// SPDX-License-Identifier: MIT

package flags

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// number is a flag of a number within limits.
type number[T int | uint64 | float64] struct {
	at          *T
	least, most T      // a most of math.MaxInt or math.MaxUint64 is no limit
	also        []T    // numbers outside the limits that are taken too
	unit, or    string // what errors say behind the limits
}

// define adds the flag to a set, with its default.
func (n number[T]) define(f *flag.FlagSet, name string, usual T) {
	*n.at = usual
	f.Var(&n, name, "")
}

// Set reads a text. Its error says what is wanted.
func (n *number[T]) Set(text string) (err error) {
	var v T
	switch p := any(&v).(type) {
	case *int:
		var wide int64
		wide, err = strconv.ParseInt(text, 0, strconv.IntSize)
		*p = int(wide)
	case *uint64:
		*p, err = strconv.ParseUint(text, 0, 64)
	case *float64:
		*p, err = strconv.ParseFloat(text, 64)
	}
	if err != nil || !(v >= n.least && v <= n.most || slices.Contains(n.also, v)) {
		return errors.New(n.wanted())
	}
	*n.at = v
	return nil
}

func (n *number[T]) wanted() string {
	kind, least, most := "a whole number", any(n.least), any(n.most)
	if _, real := least.(float64); real {
		kind = "a number"
	}
	limits := fmt.Sprintf("from %v to %v", least, most)
	if most == any(math.MaxInt) || most == any(uint64(math.MaxUint64)) {
		limits = fmt.Sprintf("of %v or more", least)
	}
	return kind + " " + limits + n.unit + n.or
}

func (n *number[T]) String() string {
	if n == nil || n.at == nil { // of the flag package
		return ""
	}
	if v, real := any(*n.at).(float64); real {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return fmt.Sprint(*n.at)
}

// named is a flag's value whose errors name the flag and the text. The flag package drops the
// values' own errors.
type named struct {
	flag.Value
	name string
	err  *error
}

func (n named) Set(text string) error {
	err := n.Value.Set(text)
	if err == nil {
		return nil
	}
	words := err.Error()
	if n.IsBoolFlag() && words == "parse error" {
		words = "true or false"
	}
	*n.err = fmt.Errorf("-%s %s: want %s", n.name, shown(text), words)
	return *n.err
}

// shown is the text of a flag as errors show it: in quotes, if it is no number.
func shown(text string) string {
	if _, err := strconv.ParseFloat(text, 64); err != nil {
		return strconv.Quote(text)
	}
	return text
}

// IsBoolFlag reports whether the flag may stand without a value.
func (n named) IsBoolFlag() bool {
	b, ok := n.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// parseArgs parses the command line. Errors name the flag, its text and what it takes.
func parseArgs(f *flag.FlagSet, args []string) error {
	var bad error
	f.VisitAll(func(fl *flag.Flag) { fl.Value = named{fl.Value, fl.Name, &bad} })
	err := f.Parse(args)
	if bad != nil {
		return bad
	}
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return err
	}
	if name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); ok {
		text := fmt.Sprintf("-%s: there is no such flag", name)
		if near := nearest(f, name); near != "" {
			text += ", there is -" + near
		}
		return errors.New(text)
	}
	if name, ok := strings.CutPrefix(err.Error(), "flag needs an argument: -"); ok {
		return fmt.Errorf("-%s: its value is missing", name)
	}
	return err
}

// nearest is the name of the flag that a wrong name may stand for, or "".
func nearest(f *flag.FlagSet, wrong string) (name string) {
	least := min(3, 1+len(wrong)/3) // letters that differ
	f.VisitAll(func(fl *flag.Flag) {
		if far := distance(wrong, fl.Name); far < least {
			name, least = fl.Name, far
		}
	})
	return name
}

// distance is how many letters must be added, removed or replaced to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := corner
			if a[i] != b[j] {
				cost++
			}
			corner = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// oneOf lists what a flag takes: a, b or c.
func oneOf[T any](all []T) string {
	var words []string
	for _, v := range all {
		words = append(words, fmt.Sprint(v))
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
