// SPDX-License-Identifier: MIT

package gpu

import "fmt"

// Input is which records of src an operation reads. Item i is made of one record.
type Input int

// The inputs.
const (
	InputDirect   Input = iota // record i
	InputStrided               // record i*Stride; with a Stride of 0 all items are record 0, a constant
	InputGathered              // record indices[i], where SetIndices gives the indices
	InputCounting              // no record: item i is the number i
)

func (i Input) String() string {
	if i < InputDirect || i > InputCounting {
		return fmt.Sprintf("input(%d)", int(i))
	}
	return [...]string{"direct", "strided", "gathered", "counting"}[i]
}
