// SPDX-License-Identifier: MIT

package radix

import "github.com/combgl/comb/gpu"

// proof is the sorter's self-test.
func (s *Sorter) proof(gpu.Shape) gpu.Proof { return gpu.Proof{} }
