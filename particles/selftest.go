// SPDX-License-Identifier: MIT

package particles

import "github.com/combgl/comb/gpu"

func (s *System) proof(gpu.Shape) gpu.Proof { return gpu.Proof{} }
