// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// Shadow is how much light gets through the hair to a hair.
type Shadow int

// The ways.
const (
	NoShadow Shadow = iota // all of it
)

var shadows = [...]struct {
	name string
	make func(*Renderer) (shadow, error)
}{
	NoShadow: {"none", func(*Renderer) (shadow, error) { return noShadow{}, nil }},
}

func (s Shadow) String() string { return shadows[s].name }

// ParseShadow is the way of that name. Errors: gpu.ErrUnsupported, with the names there are.
func ParseShadow(name string) (Shadow, error) {
	var names []string
	for i, s := range shadows {
		if s.name == name {
			return Shadow(i), nil
		}
		names = append(names, s.name)
	}
	return 0, fmt.Errorf("%w: hair: shadow %q, there are %v", gpu.ErrUnsupported, name, names)
}

// shadow finds, for each light, the part of it that reaches each point of the model.
type shadow interface {
	stages() []stage // what is enqueued between expand and cull
	release()
}

type noShadow struct{}

func (noShadow) stages() []stage { return nil }
func (noShadow) release()        {}
