// SPDX-License-Identifier: MIT

package compact

import "github.com/combgl/comb/gpu"

// proof is the compactor's self-test.
func (c *Compactor) proof(gpu.Shape) gpu.Proof { return gpu.Proof{} }
