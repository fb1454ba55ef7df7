// SPDX-License-Identifier: MIT

package host

import (
	"fmt"
	"math"
	"sort"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/scan"
)

// maxBins is the most bins that package scan takes.
const maxBins = 1 << 20

// Histogram returns the number of items in each of a number of bins of equal width, and the number
// of items in no bin, such as NaN. src is only read.
//
// An item x is in a bin if lower <= x < upper. For integers both are whole, upper may be one above
// the largest item, and upper-lower is a multiple of bins. For float32 both are rounded to float32,
// and the bin of x is floor((x-lower) * scale) in float32 with scale = bins/(upper-lower), or the
// last bin where that rounds to bins. The counts are the same bits everywhere.
//
// On the GPU it copies the items there and the counts back, and waits once. The first call with a
// range and a number of bins compiles a kernel. Errors, before anything is enqueued: gpu.ErrCount
// for more than gpu.MaxItems items; gpu.ErrArgument for bins outside 1 to 2^20 or another range.
func Histogram[T Binned](src []T, bins int, lower, upper float64) (counts []uint32, outside uint32, err error) {
	const call = "Histogram"
	bin, err := evenBins[T](call, bins, lower, upper)
	if err != nil {
		return nil, 0, err
	}
	o := scan.HistogramOptions{Type: typeOf[T](), Bins: bins, Lower: lower, Upper: upper, Outside: true}
	return counted(call, src, o, bin, func(_ *session, h *scan.Histogram, dst, v gpu.View) error {
		return h.HistogramEven(dst, v, gpu.N(len(src)))
	})
}

// HistogramRange is Histogram for bins between ascending edges: bin b holds
// edges[b] <= x < edges[b+1]. Equal edges make an empty bin. Edges may be infinite, not NaN.
//
// The first call with a number of edges compiles a kernel. Errors: gpu.ErrCount as for Histogram;
// gpu.ErrArgument for edges that are fewer than 2 or more than 2^20 + 1, not ascending, or NaN.
func HistogramRange[T Binned](src, edges []T) (counts []uint32, outside uint32, err error) {
	const call = "HistogramRange"
	bins := len(edges) - 1
	if bins < 1 || bins > maxBins {
		return nil, 0, fmt.Errorf("host: %s: edges has %s, want from 2 to %d: %w", call, number(len(edges), "item"), maxBins+1, gpu.ErrArgument)
	}
	for i, e := range edges {
		if e != e || i > 0 && e < edges[i-1] {
			return nil, 0, fmt.Errorf("host: %s: edges[%d] is %v, want a number that is not below the edge before: %w", call, i, e, gpu.ErrArgument)
		}
	}
	o := scan.HistogramOptions{Type: typeOf[T](), Bins: bins, Edges: true, Outside: true}
	return counted(call, src, o, func(x T) int {
		below := sort.Search(len(edges), func(i int) bool { return !(edges[i] <= x) })
		if below == 0 {
			return bins
		}
		return below - 1
	}, func(s *session, h *scan.Histogram, dst, v gpu.View) error {
		at, err := upload(s, slotC, edges)
		if err != nil {
			return err
		}
		return h.HistogramRange(dst, v, at, gpu.N(len(src)))
	})
}

// counted runs a histogram. bin returns the bin of an item, or the number of bins for none.
func counted[T Binned](call string, src []T, o scan.HistogramOptions, bin func(T) int,
	enqueue func(s *session, h *scan.Histogram, dst, src gpu.View) error) ([]uint32, uint32, error) {
	if err := checkLength(call, "src", len(src)); err != nil {
		return nil, 0, err
	}
	counts := make([]uint32, o.Bins+1)
	if len(src) == 0 {
		return counts[:o.Bins:o.Bins], 0, nil
	}
	err := run(call, func(s *session) error {
		h, err := operation(s, o, func() (*scan.Histogram, error) { return scan.NewHistogram(s.dev, o) })
		if err != nil {
			return err
		}
		v, err := upload(s, slotA, src)
		if err != nil {
			return err
		}
		dst, err := s.view(slotB, 4*len(counts))
		if err != nil {
			return err
		}
		if err := enqueue(s, h, dst, v); err != nil {
			return err
		}
		return gpu.Download(s.dev, dst, counts)
	}, func() {
		clear(counts)
		for _, x := range src {
			counts[bin(x)]++
		}
	})
	if err != nil {
		return nil, 0, err
	}
	return counts[:o.Bins:o.Bins], counts[o.Bins], nil
}

// evenBins returns the function from an item to its bin, or to the number of bins for none. It
// refuses what scan.NewHistogram refuses, with or without OpenGL.
func evenBins[T Binned](call string, bins int, lower, upper float64) (func(T) int, error) {
	if bins < 1 || bins > maxBins {
		return nil, fmt.Errorf("host: %s: bins is %d, want from 1 to %d: %w", call, bins, maxBins, gpu.ErrArgument)
	}
	t := typeOf[T]()
	if t == gpu.Float32 {
		return evenFloats[T](call, bins, lower, upper)
	}
	least, most := 0.0, float64(1<<32)
	if t == gpu.Int32 {
		least, most = -1<<31, 1<<31
	}
	// Written so that a NaN fails.
	if !(least <= lower && lower < upper && upper <= most) || math.Trunc(lower) != lower || math.Trunc(upper) != upper {
		return nil, fmt.Errorf("host: %s: lower is %s and upper %s, want whole numbers of %v from %.0f to %.0f, lower first: %w", call, digits(lower), digits(upper), t, least, most, gpu.ErrArgument)
	}
	first, span := int64(lower), int64(upper)-int64(lower)
	if span%int64(bins) != 0 {
		return nil, fmt.Errorf("host: %s: upper - lower is %d, want a multiple of bins, which is %d: %w", call, span, bins, gpu.ErrArgument)
	}
	width := span / int64(bins)
	return func(x T) int {
		distance := int64(x) - first
		if distance < 0 || distance >= span {
			return bins
		}
		return int(distance / width)
	}, nil
}

// digits returns a whole number without an exponent, up to where it says nothing more.
func digits(x float64) string {
	if math.Trunc(x) == x && math.Abs(x) < 1e15 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprint(x)
}

// evenFloats is evenBins for float32. Its limits of the scale are those of package scan.
func evenFloats[T Binned](call string, bins int, lower, upper float64) (func(T) int, error) {
	least, most := float32(lower), float32(upper)
	scale := float32(bins) / (most - least)
	// Written so that a NaN fails.
	if !(math.Abs(lower) <= math.MaxFloat32 && math.Abs(upper) <= math.MaxFloat32 && least < most && scale >= 0x1p-126 && scale <= 0x1p+100) {
		return nil, fmt.Errorf("host: %s: lower is %v and upper %v with %d bins of f32, want finite numbers, lower first, and bins whose width float32 can hold: %w", call, lower, upper, bins, gpu.ErrArgument)
	}
	return func(item T) int {
		x := float32(item)
		if !(x >= least && x < most) {
			return bins
		}
		distance := x - least
		place := float32(distance * scale)
		return min(int(place), bins-1)
	}, nil
}
