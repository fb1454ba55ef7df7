// SPDX-License-Identifier: MIT

package compact_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// The macros of a predicate hold in the predicate alone: these are names that comb's own kernels
// use.
func TestPredicateMacrosDoNotLeak(t *testing.T) {
	dev := gputest.Device(t)
	words := make([]uint32, 5000)
	var want []uint32
	for i := range words {
		words[i] = uint32(i) * 2654435761 >> 20
		if words[i] > 1000 {
			want = append(want, words[i])
		}
	}
	src := gputest.Words(t, dev, words)
	for i, text := range []string{
		"bool keep(uint x) { return x > 1000u; }",
		"bool keep(uint x) { return x > 1000u; }\n#define if while",
		"#define LIMIT 1000u\n#define above(x) ((x) > LIMIT)\nbool keep(uint x) { return above(x); }\n#define min max\n#define n 0u\n#define return discard\n",
		"bool keep(uint x) { return x > 1000u; }\n#de\\\nfine TILE_COUNT 1\n#define tile 0u /*\n*/\n#define uint float",
	} {
		if i == 0 && !gputest.Nightly() {
			continue // without macros: as in the other tests
		}
		gputest.Run(t, dev, fmt.Sprint("text=", i), func(t *testing.T) {
			dst := gputest.Fresh(t, dev, len(words))
			c, err := compact.New(dev, compact.Options{Stride: 4, Record: "uint", Predicate: text, Name: "mine.glsl"})
			if strings.Contains(text, "#define uint") {
				// Record is uint: the kernel needs the name.
				if !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "mine.glsl: got the macro uint") {
					t.Error(err)
				}
				return
			}
			if err != nil {
				t.Errorf("%q: %v", text, err)
				return
			}
			if err := c.Compact(dst.View(), src.View(), gpu.N(len(words))); err != nil {
				t.Error(err)
			}
			gputest.Equal(t, text, dst.Get()[:len(want)], want)
			c.Release()
		})
	}
	_, err := compact.New(dev, compact.Options{Stride: 4, Record: "uint", Name: "mine.glsl", Predicate: "bool keep(uint x) { return true; }\n\x00"})
	if !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), `mine.glsl:2: the control character '\x00' in column 1`) {
		t.Errorf("NUL: %v", err)
	}
}
