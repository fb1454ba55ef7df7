// SPDX-License-Identifier: MIT

package merge

import (
	"strings"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
)

// Each operation names the variant of its line in the report, and a nil one none.
func TestVariant(t *testing.T) {
	dev := gputest.Device(t)
	made := map[string]interface{ Variant() string }{
		"merge: sort":   built[*Sorter](t)(NewSorter(dev, Options{})),
		"merge: merge":  built[*Merger](t)(NewMerger(dev, Options{})),
		"merge: search": built[*Searcher](t)(NewSearcher(dev, Options{})),
		"merge: sets":   built[*Sets](t)(NewSets(dev, Options{})),
	}
	report := strings.Join(dev.Report(), "\n")
	for name, o := range made {
		if line := name + ": " + o.Variant() + ","; !strings.Contains(report, line) {
			t.Errorf("the report has no line %q:\n%s", line, report)
		}
	}
	for _, o := range []interface{ Variant() string }{(*Sorter)(nil), (*Merger)(nil), (*Searcher)(nil), (*Sets)(nil)} {
		if v := o.Variant(); v != "" {
			t.Errorf("a nil %T has the variant %q", o, v)
		}
	}
}
