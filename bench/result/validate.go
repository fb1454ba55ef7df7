// SPDX-License-Identifier: MIT

package result

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/combgl/comb/internal/printable"
)

// The limits of values in a file. They are far above the values that bench writes, and small enough
// that every valid row can be drawn.
const (
	mostRows    = 10_000
	mostItems   = math.MaxInt32
	mostTime    = 1e12 // microseconds: eleven days
	leastTime   = 1e-6
	mostBytes   = 1 << 50
	mostRatio   = 1e9
	mostLetters = 1000 // of a text
	mostName    = 64   // bytes of a name
)

// word matches a name that may become a part of a file name: it has no point, no slash, and no
// character that is special in a page or a shell.
var word = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_+-]{0,31}$`)

// Validate returns an error for a row of a file with a name that is no word, or with a number that
// is out of range or NaN. Control characters of its texts are escaped, not refused.
func (r *Row) Validate() error {
	for _, s := range []struct {
		name, value string
		must        bool
	}{{"op", r.Op, true}, {"element", r.Element, false}, {"operator", r.Operator, false}, {"dist", r.Dist, false}} {
		if !word.MatchString(s.value) && (s.must || s.value != "") {
			return fmt.Errorf("%s %s is no word of letters, digits and - of at most 32 bytes", s.name, quoted(s.value))
		}
	}
	for _, s := range []*string{&r.Variant, &r.Form, &r.Note, &r.Device, &r.Driver} {
		*s = shortened(printable.Line(*s))
	}
	for _, s := range []struct{ name, value string }{{"variant", r.Variant}, {"form", r.Form}} {
		if len(s.value) > mostName {
			return fmt.Errorf("%s %s: want at most %d bytes", s.name, quoted(s.value), mostName)
		}
	}
	for _, v := range []struct {
		name              string
		value, from, most int64
	}{
		{"n", int64(r.N), 0, mostItems}, {"kept", int64(r.Kept), -1, 100}, {"key_bits", int64(r.KeyBits), -1, 128},
		{"payload_bytes", int64(r.PayloadBytes), -1, 1 << 16}, {"record_bytes", int64(r.RecordBytes), -1, 1 << 16},
		{"fetch_bits", int64(r.FetchBits), -1, 1 << 16}, {"workers", int64(r.Workers), -1, 1 << 20}, {"bytes", r.Bytes, 0, mostBytes}, {"memory", r.Memory, 0, mostBytes},
		{"samples", int64(r.Samples), 0, mostItems}, {"batch", int64(r.Batch), 0, mostItems},
	} {
		if v.value < v.from || v.value > v.most {
			return fmt.Errorf("%s is %d, want %d to %d", v.name, v.value, v.from, v.most)
		}
	}
	for name, v := range r.fields() {
		us, most := strings.Contains(name, "_us"), mostRatio // a time, or else a rate
		if us {
			most = mostTime
		}
		if v.Kind() != reflect.Float64 {
			continue
		}
		if v := v.Float(); !(v >= 0 && v <= most) {
			return fmt.Errorf("%s is %v, want 0 to %v", name, v, most)
		} else if us && v > 0 && v < leastTime {
			return fmt.Errorf("%s is %v microseconds, want 0 or at least %v", name, v, leastTime)
		}
	}
	return nil
}

// quoted is a text as errors show it.
func quoted(s string) string { return fmt.Sprintf("%q", shortened(s)) }

func shortened(s string) string {
	if len(s) <= mostLetters {
		return s
	}
	cut := mostLetters
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "..."
}

// mostKinds is the most different values of one field that a table or a chart can show.
const mostKinds = 64

// CheckKinds returns an error that names a field with more values in an operation's rows than a
// table or a chart can show; nil if there is none.
func CheckKinds(rows []Row) error {
	type kind struct{ op, field, value string }
	type field struct{ op, field string }
	seen, count := map[kind]bool{}, map[field]int{}
	for _, r := range rows {
		for _, f := range []struct{ name, value string }{
			{"variant", r.Variant}, {"n", fmt.Sprint(r.N)}, {"kept", fmt.Sprint(r.Kept)}, {"dist", r.Dist}, {"record_bytes", fmt.Sprint(r.RecordBytes)},
			{"key_bits and payload_bytes", fmt.Sprint(r.KeyBits, r.PayloadBytes)}, {"operator and element", r.Operator + " " + r.Element},
			{"fetch_bits", fmt.Sprint(r.FetchBits)}, {"workers", fmt.Sprint(r.Workers)}, {"note", r.noteKind()},
		} {
			k, at := kind{r.Op, f.name, f.value}, field{r.Op, f.name}
			if seen[k] {
				continue
			}
			seen[k] = true
			if count[at]++; count[at] > mostKinds {
				return fmt.Errorf("more than %d values of %s in rows of %s", mostKinds, f.name, r.Op)
			}
		}
	}
	if len(Distinct(rows, func(r Row) string { return r.Op })) > mostKinds {
		return fmt.Errorf("more than %d operations", mostKinds)
	}
	return nil
}

// noteKind is the note where it distinguishes rows.
func (r Row) noteKind() string {
	if (r.Op == "tiles" || r.Op == "frame") && r.Good() {
		return r.Note
	}
	return ""
}
