// SPDX-License-Identifier: MIT

package main

import (
	"slices"
	"strings"
	"testing"
)

func TestGoMutants(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"comments": {"// a < b", nil},
		"errors":   {`x = fmt.Errorf("%d", a+b)`, nil},
		"strings":  {`x += "a" + y`, nil},
		"boundary": {"x = a < b", []string{"boundary: x = a <= b"}},
		"logic":    {"x = a && b", []string{"logic: x = a || b"}},
		"offbyone": {"x = a[n-1]", []string{"offbyone: x = a[n-0]"}},
		"check":    {"if a > b { return err }", []string{"boundary: if a >= b { return err }", "check: if false && (a > b) { return err }"}},
		"handed":   {"if err != nil { return err }", []string{"equality: if err == nil { return err }"}},
		"negate":   {"if a { b() }", []string{"drop: if a {  }", "negate: if !(a) { b() }"}},
		"last":     {"for i := 0; i < n; i += s {}", []string{"arith: for i := 0; i < n; i -= s {}", "boundary: for i := 0; i <= n; i += s {}", "last: for i := 0; i+s < n; i += s {}"}},
		"minmax":   {"x = max(a, b)", []string{"minmax: x = min(a, b)"}},
		"const":    {"const x = a + b", nil},
	} {
		t.Run(name, func(t *testing.T) {
			text := "package p\n\nfunc f() {\n\t" + c.text + "\n}\n"
			all, err := goMutants("f.go", text)
			if err != nil {
				t.Fatal(err)
			}
			got := changed(all)
			slices.Sort(got)
			if !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}
