// SPDX-License-Identifier: MIT

package particles

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/combgl/comb/gpu"
)

// renamed maps the former names of GLSL helpers to those of today.
var renamed = map[string]string{
	"tell": "emit", "dragged": "drag", "pulledTo": "attract", "whirledAround": "vortex", "blownBy": "wind",
}

var (
	formerCall = regexp.MustCompile(`\b(tell|dragged|pulledTo|whirledAround|blownBy)\s*\(`)
	formerOwn  = regexp.MustCompile(`\b(?:void|bool|u?int|float|[biu]?vec[234])\s+(tell|dragged|pulledTo|whirledAround|blownBy)\s*\(`)
)

// namedText is one of the caller's texts.
type namedText struct{ name, glsl string }

func (o *Options) texts() []namedText {
	return []namedText{{"Functions", o.Functions}, {"Init", o.Init}, {"Update", o.Update}, {"Cull", o.Cull}, {"Sort.Key", o.Sort.Key}}
}

// explain replaces a compiler's error by one that names a former helper, if the options' GLSL calls
// one and does not define it.
func (o *Options) explain(err error) error {
	if !errors.Is(err, gpu.ErrShader) {
		return err
	}
	own := map[string]bool{}
	texts := o.texts()
	for _, t := range texts {
		for _, m := range formerOwn.FindAllStringSubmatch(t.glsl, -1) {
			own[m[1]] = true
		}
	}
	for _, t := range texts {
		for i, line := range strings.Split(t.glsl, "\n") {
			code, _, _ := strings.Cut(line, "//")
			for _, m := range formerCall.FindAllStringSubmatch(code, -1) {
				if !own[m[1]] {
					return fmt.Errorf("particles: New: %s:%d: %s() was renamed: write %s(): %w: %w", t.name, i+1, m[1], renamed[m[1]], gpu.ErrArgument, gpu.ErrShader)
				}
			}
		}
	}
	return err
}
