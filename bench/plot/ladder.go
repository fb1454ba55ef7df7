// SPDX-License-Identifier: MIT

package plot

import (
	"fmt"
	"slices"
	"strings"

	"github.com/combgl/comb/bench/result"
)

// ladders draws the rungs of reduction: a picture for each operator of each element.
func (b *book) ladders() []picture {
	var kinds []string
	kind := func(r result.Row) string { return r.Operator + "-" + r.Element }
	for _, r := range b.op("ladder") {
		if !slices.Contains(kinds, kind(r)) {
			kinds = append(kinds, kind(r))
		}
	}
	var all []picture
	for _, k := range kinds {
		mine := func(r result.Row) bool { return r.Op == "ladder" && kind(r) == k }
		rows := b.where(mine)
		n := result.Tallest(rows)
		rows = slices.DeleteFunc(rows, func(r result.Row) bool { return r.N != n })
		wall := result.Wall(rows)
		r := rows[0]
		c := &barChart{head: head{name: "ladder-" + strings.Trim(k, "-")}, label: "time of a call"}
		c.title = fmt.Sprintf("The ladder of reduction: %s of %s", operators(r.Operator), elements(r.Element))
		c.sub = fmt.Sprintf("%s items. Blue: comb.", result.Amount(n))
		if r.Bytes > 0 {
			if rate := b.copied("read", float64(r.Bytes)/4, wall); rate > 0 {
				c.limit, c.says = float64(r.Bytes)/rate, "at the rate of reading:"
			}
		}
		c.groups = []barGroup{{bars: bars(rows, wall, variant)}}
		c.cannot = refusals(b.refused, rows, func(r result.Row) bool { return mine(r) && r.N == n })
		c.foot = b.foot(rows, "")
		all = append(all, c)
	}
	return all
}

func operators(name string) string {
	if name == "min" || name == "max" {
		return name + "imum"
	}
	return name
}

func elements(name string) string {
	switch name {
	case "f32":
		return "floats"
	case "vec4":
		return "positions (four floats)"
	}
	return name
}

func variant(r result.Row) string {
	if r.OrderLost() {
		return r.Variant + " (order lost)"
	}
	return r.Variant
}

// bars are rows as bars, the fastest first.
func bars(rows []result.Row, wall bool, named func(result.Row) string) []bar {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b result.Row) int {
		if a.By(wall) < b.By(wall) {
			return -1
		} else if a.By(wall) > b.By(wall) {
			return 1
		}
		return 0
	})
	var all []bar
	for _, r := range rows {
		v := value(r, wall, 0, func(us float64) float64 { return us })
		one := bar{name: named(r), us: v.y, low: v.low, high: v.high, ours: r.Ours()}
		if r.Bytes > 0 {
			one.more = result.Figures(float64(r.Bytes)/v.y/1e3) + " GB/s"
		}
		all = append(all, one)
	}
	return all
}

// refusals are the rows of those that could not, where they have no bar.
func refusals(refused, rows []result.Row, pass func(result.Row) bool) []refusal {
	var all []refusal
	for _, r := range refused {
		if !pass(r) || slices.ContainsFunc(rows, func(o result.Row) bool { return o.Variant == r.Variant }) {
			continue
		}
		if !slices.ContainsFunc(all, func(o refusal) bool { return o == refusal{r.Variant, r.Why()} }) {
			all = append(all, refusal{r.Variant, r.Why()})
		}
	}
	return all
}

// tiles draws the reductions of an image to tiles, a group for each size.
func (b *book) tiles() []picture {
	rows := b.op("tiles")
	if len(rows) == 0 {
		return nil
	}
	wall := result.Wall(rows)
	c := &barChart{head: head{name: "tiles", title: "An image reduced to the luminance of its tiles"}, label: "time of a call"}
	c.sub = "Each pixel is read once. Blue: comb."
	var sizes []string
	for _, r := range rows {
		if !slices.Contains(sizes, r.Note) {
			sizes = append(sizes, r.Note)
		}
	}
	for _, size := range sizes {
		mine := slices.DeleteFunc(slices.Clone(rows), func(r result.Row) bool { return r.Note != size })
		c.groups = append(c.groups, barGroup{size, bars(mine, wall, variant)})
	}
	c.cannot = refusals(b.refused, nil, func(r result.Row) bool { return r.Op == "tiles" })
	c.foot = b.foot(rows, "")
	return []picture{c}
}
