// SPDX-License-Identifier: MIT

package host

import (
	"unsafe"

	"github.com/combgl/comb/gpu"
)

// unsigned are the bits of a key.
type unsigned interface {
	uint8 | uint16 | uint32 | uint64
}

// sortInGo sorts keys in plain Go, and moves values with them if there are any. It is stable.
func sortInGo[K Key](keys []K, order Order, values []uint32) {
	t, descending := typeOf[K](), order == Descending
	switch unsafe.Sizeof(keys[0]) {
	case 1:
		sortBits(recast[uint8](keys), t, descending, values)
	case 2:
		sortBits(recast[uint16](keys), t, descending, values)
	case 4:
		sortBits(recast[uint32](keys), t, descending, values)
	case 8:
		sortBits(recast[uint64](keys), t, descending, values)
	}
}

// argsortInGo writes the indices of the keys in their order.
func argsortInGo[K Key](keys []K, order Order, indices []uint32) {
	for i := range indices {
		indices[i] = uint32(i)
	}
	sortInGo(append([]K(nil), keys...), order, indices)
}

func sortBits[U unsigned](keys []U, t gpu.Type, descending bool, values []uint32) {
	var flip U
	if descending {
		flip = ^flip
	}
	for i, k := range keys {
		keys[i] = sortable(k, t) ^ flip
	}
	radixSort(keys, values)
	for i, k := range keys {
		keys[i] = unsortable(k^flip, t)
	}
}

// sortable returns an unsigned number that sorts as the key does, as shaders/lib/key.glsl does.
func sortable[U unsigned](k U, t gpu.Type) U {
	top := ^U(0) ^ ^U(0)>>1
	switch t {
	case gpu.Int8, gpu.Int16, gpu.Int32, gpu.Int64:
		return k ^ top
	case gpu.Float32, gpu.Float64:
		if k&top != 0 {
			return ^k
		}
		return k ^ top
	}
	return k
}

// unsortable is the inverse of sortable.
func unsortable[U unsigned](k U, t gpu.Type) U {
	top := ^U(0) ^ ^U(0)>>1
	switch t {
	case gpu.Int8, gpu.Int16, gpu.Int32, gpu.Int64:
		return k ^ top
	case gpu.Float32, gpu.Float64:
		if k&top == 0 {
			return ^k
		}
		return k ^ top
	}
	return k
}

// radixSort sorts by 8 bits a pass, the lowest first. Passes whose digit all keys share are left
// out.
func radixSort[U unsigned](keys []U, values []uint32) {
	from, to := keys, make([]U, len(keys))
	valuesFrom, valuesTo := values, make([]uint32, len(values))
	for shift := 0; shift < 8*int(unsafe.Sizeof(keys[0])); shift += 8 {
		var starts [256]int
		for _, k := range from {
			starts[uint8(k>>shift)]++
		}
		if starts[uint8(from[0]>>shift)] == len(from) {
			continue
		}
		sum := 0
		for digit, count := range starts {
			starts[digit], sum = sum, sum+count
		}
		for i, k := range from {
			at := starts[uint8(k>>shift)]
			starts[uint8(k>>shift)]++
			to[at] = k
			if values != nil {
				valuesTo[at] = valuesFrom[i]
			}
		}
		from, to, valuesFrom, valuesTo = to, from, valuesTo, valuesFrom
	}
	if &from[0] != &keys[0] {
		copy(keys, from)
		copy(values, valuesFrom)
	}
}
