// SPDX-License-Identifier: MIT

package result

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// Amount writes a number of items: 2^16, or in digits where it is no power of two.
func Amount(n int) string {
	if n >= 1024 && n&(n-1) == 0 {
		return fmt.Sprintf("2^%d", bits.TrailingZeros(uint(n)))
	}
	return Digits(n)
}

// Digits writes a whole number with its thousands apart.
func Digits(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Figures writes a value with three figures: 7.10, 72.2, 642, 1,615.
func Figures(v float64) string {
	switch a := math.Abs(v); {
	case a == 0:
		return "0"
	case a < 9.995:
		return strconv.FormatFloat(v, 'f', max(0, 2-int(math.Floor(math.Log10(a*1.00051)))), 64)
	case a < 99.95:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return Digits(int(math.Round(v)))
}

// Wrapped breaks words behind a start into lines of at most 100 columns, each ended and indented as
// far as the start.
func Wrapped(start, words string) string {
	var s strings.Builder
	line, indent := start, strings.Repeat(" ", len(start))
	for _, word := range strings.Fields(words) {
		if len(line)+len(word) > 100 {
			s.WriteString(strings.TrimRight(line, " ") + "\n")
			line = indent
		}
		line += word + " "
	}
	return s.String() + strings.TrimRight(line, " ") + "\n"
}

// KeyName names what a sort sorts.
func (r Row) KeyName() string {
	name := fmt.Sprintf("%d-bit keys", r.KeyBits)
	if r.PayloadBytes > 0 {
		name += fmt.Sprintf(" + %d bytes", r.PayloadBytes)
	}
	return name
}

// Input describes what the row worked on in a few letters: "50% clustered 16 B".
func (r Row) Input() string {
	var parts []string
	add := func(format string, a ...any) { parts = append(parts, fmt.Sprintf(format, a...)) }
	if r.Kept >= 0 {
		add("%d%%", r.Kept)
	}
	if r.KeyBits >= 0 && r.PayloadBytes > 0 {
		add("%d+%d", r.KeyBits, r.PayloadBytes*8)
	} else if r.KeyBits >= 0 {
		add("%d", r.KeyBits)
	}
	if r.FetchBits >= 0 {
		add("%d bits", r.FetchBits)
	}
	if r.Workers >= 0 {
		add("x %d", r.Workers)
	}
	if r.Operator != "" {
		add("%s", r.Operator)
	}
	if r.Element != "" {
		add("%s", r.Element)
	}
	if !r.Usual() {
		add("%s", r.Dist)
	}
	if r.RecordBytes > 4 {
		add("%d B", r.RecordBytes)
	}
	if r.Checked && (r.Op == "tiles" || r.Op == "frame" || r.Op == "hair-chain") {
		add("%s", r.Note) // the image's size
	}
	return strings.Join(parts, " ")
}
