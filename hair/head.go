// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/groom"
)

// checkHead returns an error for a head that cannot be drawn.
func checkHead(h *groom.Head) error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("hair: NewRenderer: Options.Head"+format+": %w", append(args, gpu.ErrArgument)...)
	}
	vertices := len(h.Vertices)
	switch {
	case vertices == 0:
		return bad(" has no vertices, want some, or nil for no head")
	case len(h.Normals) != vertices:
		return bad(" has %d normals, want %d as vertices", len(h.Normals), vertices)
	case len(h.Scalp) != vertices:
		return bad(".Scalp has %d values, want %d as vertices", len(h.Scalp), vertices)
	case h.Open != nil && len(h.Open) != vertices:
		return bad(".Open has %d values, want %d as vertices, or nil", len(h.Open), vertices)
	case len(h.Indices)%3 != 0:
		return bad(" has %d indices, want a multiple of 3", len(h.Indices))
	}
	for i, index := range h.Indices {
		if int(index) >= vertices {
			return bad(".Indices[%d] is %d, want below the %d vertices", i, index, vertices)
		}
	}
	for i := range vertices {
		switch v, n := h.Vertices[i], h.Normals[i]; {
		case !finite(v[:]...):
			return bad(".Vertices[%d] is %v, want finite numbers", i, v)
		case !finite(n[:]...):
			return bad(".Normals[%d] is %v, want finite numbers", i, n)
		case !finite(h.Scalp[i]):
			return bad(".Scalp[%d] is %v, want 0 to 1", i, h.Scalp[i])
		case h.Open != nil && !finite(h.Open[i]):
			return bad(".Open[%d] is %v, want 0 to 1", i, h.Open[i])
		}
	}
	return nil
}
