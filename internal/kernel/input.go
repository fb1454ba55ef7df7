// SPDX-License-Identifier: MIT

package kernel

import (
	"fmt"
	"math"
	"strings"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
)

// Input is which records of src an operation reads, and what they are.
type Input struct {
	Kind        gpu.Input
	Stride      int // in records, with InputStrided
	Type        gpu.Type
	Signs       bool   // of Type, the result depends on the signs of integers
	Custom      bool   // the caller's operator replaces Type
	Record      string // what its map is called with; "" for none
	RecordBytes int
}

// Check returns an error for an input that cannot work. Errors: ErrArgument.
func (in Input) Check() error {
	switch {
	case in.Kind < gpu.InputDirect || in.Kind > gpu.InputCounting:
		return ArgumentError("Input is %v, want one of the constants", in.Kind)
	case in.Kind != gpu.InputStrided && in.Stride != 0, in.Stride < 0 || in.Stride > gpu.MaxItems:
		return ArgumentError("Stride is %d with Input %v, want from 0 to %d with %v, and 0 otherwise", in.Stride, in.Kind, gpu.MaxItems, gpu.InputStrided)
	case in.Kind != gpu.InputCounting:
		return nil
	case in.Custom && (in.Record != "uint" || in.RecordBytes != 4):
		return ArgumentError("Record is %q of %d bytes with Input %v, want \"uint\" of 4 and a function map", in.Record, in.RecordBytes, in.Kind)
	case !in.Custom && counted[in.Type] == "":
		return ArgumentError("Type is %v with Input %v, want u32, i32, f32, u64 or i64", in.Type, in.Kind)
	}
	return nil
}

// counted are the GLSL functions from a number to the words of an item.
var counted = map[gpu.Type]string{gpu.Uint32: "uint", gpu.Int32: "uint", gpu.Float32: "countedFloat", gpu.Uint64: "widen", gpu.Int64: "widen"}

// Fill changes the slot SOURCE of a kernel, which is filled for InputDirect, and adds the
// constants and the buffer that the input needs.
func (in Input) Fill(s *Spec) {
	file, part, _ := strings.Cut(s.Slots["SOURCE"].File, "#")
	file = strings.Replace(file, "source", "input", 1)
	switch in.Kind {
	case gpu.InputDirect:
		return
	case gpu.InputCounting:
		s.Buffers = append([]string{"Src?"}, s.Buffers[1:]...)
		switch part {
		case "words":
			part = "counted"
		default:
			part = "counted_" + part
		}
		if !in.Custom {
			s.Constants["COUNTED"] = counted[in.Type]
		}
	case gpu.InputStrided:
		s.Slots["INPUT"] = shaders.Snippet{File: "lib/input.glsl#strided"}
	case gpu.InputGathered:
		s.Slots["INPUT"] = shaders.Snippet{File: "lib/input.glsl#gathered"}
		s.Buffers = append(s.Buffers[:len(s.Buffers):len(s.Buffers)], "Indices")
	}
	s.Slots["SOURCE"] = shaders.Snippet{File: file + "#" + part}
}

// OfTest returns the input with a stride for which a self-test needs little memory.
func (in Input) OfTest() Input {
	in.Stride = min(in.Stride, 3)
	return in
}

// InputNames are the names of an operation and its views in errors, such as "scan" and "scan: src".
type InputNames struct{ What, Src, Indices string }

// Need checks the views that the input reads for n items, of records of a number of bytes. Errors:
// those of NeedRecords and NeedItems; ErrArgument for a src with InputCounting, and for indices
// that the input does not use.
func (in Input) Need(d *gpu.Device, names *InputNames, src, indices gpu.View, n gpu.Count, bytes int) error {
	records := n
	if err := NeedCount(d, names.What, n); err != nil {
		return err
	}
	if in.Kind != gpu.InputGathered && indices.Size() > 0 {
		return fmt.Errorf("%s are given with Input %v, want Input %v for them: %w", names.Indices, in.Kind, gpu.InputGathered, gpu.ErrArgument)
	}
	switch in.Kind {
	case gpu.InputCounting:
		if src != (gpu.View{}) {
			return fmt.Errorf("%s is given, want the zero View with Input %v: %w", names.Src, in.Kind, gpu.ErrArgument)
		}
		return nil
	case gpu.InputStrided:
		if records = gpu.N(0); n.Max() > 0 {
			last := (n.Max() - 1) * in.Stride
			if last >= gpu.MaxItems {
				return fmt.Errorf("%s: item %d is record %d with Stride %d, want one below %d: %w", names.Src, n.Max()-1, last, in.Stride, gpu.MaxItems, gpu.ErrCount)
			}
			records = gpu.N(last + 1)
		}
	case gpu.InputGathered:
		if err := Need(d, names.Indices, indices, n, 4); err != nil {
			return err
		}
		if err := NeedType(d, names.Indices, indices, gpu.Uint32); err != nil {
			return err
		}
		if records = gpu.N(0); n.Max() > 0 {
			records = gpu.N(max(1, allRecords(src, bytes))) // an index may name any of them
		}
	}
	if in.Custom {
		return NeedRecords(d, names.Src, src, records, bytes)
	}
	if err := Need(d, names.Src, src, records, bytes); err != nil {
		return err
	}
	return NeedItems(d, names.Src, src, in.Type, in.Signs)
}

// allRecords is how many whole records a view has, at most gpu.MaxItems.
func allRecords(v gpu.View, bytes int) int { return min(v.Size()/bytes, gpu.MaxItems) }

// Made returns the items that a self-test reads by the input, if it is given some of its own.
func (in Input) Made(items []uint32, words int) []uint32 {
	made := append([]uint32(nil), items...)
	for i := range len(items) / words {
		item := made[i*words : (i+1)*words]
		switch {
		case in.Kind == gpu.InputStrided && in.Stride == 0:
			copy(item, items)
		case in.Kind == gpu.InputCounting && in.Custom:
			for w := range item {
				item[w] = uint32(i)*2654435761 | 1
			}
		case in.Kind == gpu.InputCounting:
			clear(item)
			if item[0] = uint32(i); in.Type == gpu.Float32 {
				item[0] = math.Float32bits(float32(i))
			}
		}
	}
	return made
}

// MapOf is the GLSL of a self-test's map, for items of Made: it maps a record to itself, or a
// number to an item.
func (in Input) MapOf() string {
	if in.Kind == gpu.InputCounting {
		return "\nVALUE map(uint r, uint index) { return VALUE(r * 2654435761u | 1u); }"
	}
	return "\nVALUE map(VALUE r, uint index) { return r; }"
}

// MostMade is the largest number of items of a self-test: the sums of more numbers are not exact.
func (in Input) MostMade() int {
	if in.Kind == gpu.InputCounting && !in.Custom && in.Type == gpu.Float32 {
		return 5000
	}
	return gpu.MaxItems
}

// Laid returns what src and the indices hold so that the input reads items.
func (in Input) Laid(items []uint32, words int) (src, indices []uint32) {
	n := len(items) / words
	switch in.Kind {
	case gpu.InputStrided:
		if n == 0 {
			return nil, nil
		}
		src = repeat(0x7FC0BEEF, ((n-1)*in.Stride+1)*words)
		for i := range n {
			copy(src[i*in.Stride*words:], items[i*words:(i+1)*words])
		}
		return src, nil
	case gpu.InputGathered: // the last index is past the end, and the last record is the last item
		src = repeat(0x7FC0BEEF, 2*n*words)
		for i := range n {
			at := 2*(n-1-i) + 1
			if i == n-1 {
				at = 2*n - 1
			} else if i == 0 {
				at = 0
			}
			copy(src[at*words:], items[i*words:(i+1)*words])
			indices = append(indices, uint32(at))
		}
		if n > 0 {
			indices[n-1] = math.MaxUint32
		}
		return src, indices
	case gpu.InputCounting:
		return nil, nil
	}
	return items, nil
}
