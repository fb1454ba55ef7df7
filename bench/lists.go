// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

func pickFrom(flag, list string, known []string) ([]string, error) {
	var out []string
	for _, s := range strings.Split(list, ",") {
		if s = strings.TrimSpace(s); !slices.Contains(known, s) {
			return nil, fmt.Errorf("%s: %q is none of %s", flag, s, strings.Join(known, ", "))
		}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out, nil
}

// numbers reads "1000,2^16".
func numbers(flag, list string, least, most int) ([]int, error) {
	var out []int
	for _, s := range strings.Split(list, ",") {
		var v int
		var err error
		s = strings.TrimSpace(s)
		if power, ok := strings.CutPrefix(s, "2^"); ok {
			v, err = strconv.Atoi(power)
			if err == nil && (v < 0 || v > 31) {
				err = strconv.ErrRange
			}
			v = 1 << max(0, min(v, 40))
		} else {
			v, err = strconv.Atoi(s)
		}
		if err != nil || v < least || v > most {
			return nil, fmt.Errorf("%s: %q is no number from %d to %d", flag, s, least, most)
		}
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out, nil
}
