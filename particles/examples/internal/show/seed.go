// SPDX-License-Identifier: MIT

package show

import (
	"fmt"
	"strconv"
)

// Seed is the value of a flag: particles.Options.Seed, which has 32 bits.
type Seed uint32

func (s *Seed) String() string { return strconv.FormatUint(uint64(*s), 10) }

// Set is for package flag.
func (s *Seed) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		return fmt.Errorf("want 0 to %d", uint32(1<<32-1))
	}
	*s = Seed(n)
	return nil
}
