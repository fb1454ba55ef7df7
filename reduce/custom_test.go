// SPDX-License-Identifier: MIT

package reduce

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// box finds the bounding box of particles in one pass, and how many were not finite and left out.
var box = Custom{
	Operator: gpu.Operator{
		GLSL: `struct Particle { vec4 position; vec4 velocity; float age; float pad0; float pad1; float pad2; };
struct Box { vec4 low; vec4 high; };
Box map(Particle p, uint index) { return Box(p.position, p.position); }
Box combine(Box a, Box b) { return Box(min(a.low, b.low), max(a.high, b.high)); }`,
		Item: "Box", Bytes: 32, Identity: "Box(vec4(3e38), vec4(-3e38))", Name: "box",
	},
	Record: "Particle", RecordBytes: 48,
}

func TestReduceBoundingBoxOfParticles(t *testing.T) {
	dev := gputest.Device(t)
	for _, tune := range gputest.Tunings(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			red, err := New(dev, Options{Custom: &box, Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range []int{0, 1, 63, red.shape.TileSize()*red.shape.Workers*2 + 3} {
				gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
					r := rand.New(rand.NewSource(5))
					words := make([]uint32, 12*n)
					want := []float32{3e38, 3e38, 3e38, 3e38, -3e38, -3e38, -3e38, -3e38}
					for i := range words {
						v := float32(r.NormFloat64())
						words[i] = math.Float32bits(v)
						if c := i % 12; c < 4 {
							want[c], want[c+4] = min(want[c], v), max(want[c+4], v)
						}
					}
					src, dst := gputest.WordsAt(t, dev, words, 12*4), gputest.WordsAt(t, dev, make([]uint32, 8), 8*5)
					if err := red.Reduce(dst.View(), src.View(), gpu.N(n)); err != nil {
						t.Fatal(err)
					}
					var got []float32
					for _, w := range dst.Get() {
						got = append(got, math.Float32frombits(w))
					}
					gputest.Equal(t, "box", got, want)
					src.Free()
					dst.Free()
				})
			}
			red.Release()
		})
	}
}

// Norms: map before, finish after.
func TestReduceNorms(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(6))
	const n = 10_000
	values := make([]uint32, n)
	var l1, l2, most float64
	for i := range values {
		v := float32(r.NormFloat64())
		values[i] = math.Float32bits(v)
		l1 += math.Abs(float64(v))
		l2 += float64(v) * float64(v)
		most = max(most, math.Abs(float64(v)))
	}
	src := gputest.Words(t, dev, values)
	for name, c := range map[string]struct {
		glsl string
		want float64
	}{
		"L1":        {"float map(float v, uint i) { return abs(v); } float combine(float a, float b) { return a + b; } float finish(float v, uint n) { return v; }", l1},
		"L2":        {"float map(float v, uint i) { return v * v; } float combine(float a, float b) { return a + b; } float finish(float v, uint n) { return sqrt(v); }", math.Sqrt(l2)},
		"L-inf":     {"float map(float v, uint i) { return abs(v); } float combine(float a, float b) { return max(a, b); } float finish(float v, uint n) { return v; }", most},
		"mean of i": {"float map(float v, uint i) { return float(i); } float combine(float a, float b) { return a + b; } float finish(float v, uint n) { return v / float(n); }", (n - 1) / 2.},
	} {
		gputest.Run(t, dev, name, func(t *testing.T) {
			o := Options{Custom: &Custom{
				Operator: gpu.Operator{GLSL: c.glsl, Item: "float", Bytes: 4, Identity: "0.0"},
				Record:   "float", RecordBytes: 4, Result: "float", ResultBytes: 4,
			}}
			red, err := New(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			var first []uint32
			for range 3 {
				dst := gputest.Fresh(t, dev, 1)
				if err := red.Reduce(dst.View(), src.View(), gpu.N(n)); err != nil {
					t.Fatal(err)
				}
				got := dst.Get()
				if v := float64(math.Float32frombits(got[0])); math.Abs(v-c.want) > 1e-5*c.want {
					t.Errorf("%s: %v, want %v", name, v, c.want)
				}
				if first == nil {
					first = slices.Clone(got)
				}
				gputest.Equal(t, name+" again", got, first) // fixed order: the same bits on every run
				dst.Free()
			}
			red.Release()
		})
	}
}

// A dot product: map reads the second array by the index, from a buffer that the caller binds.
func TestReduceDotProduct(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(8))
	const n = 20_000
	a, b := make([]uint32, n), make([]uint32, n)
	var want uint32
	for i := range a {
		a[i], b[i] = r.Uint32(), r.Uint32()
		want += a[i] * b[i]
	}
	red, err := New(dev, Options{Custom: &Custom{
		Operator: gpu.Operator{
			GLSL: `layout(std430, binding = 8) readonly buffer Other { uint other[]; };
uint map(uint v, uint index) { return v * other[index]; }
uint combine(uint x, uint y) { return x + y; }`,
			Item: "uint", Bytes: 4, Identity: "0u",
		},
		Record: "uint", RecordBytes: 4,
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer red.Release()
	other, err := gpu.NewBufferFrom(dev, b)
	if err != nil {
		t.Fatal(err)
	}
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, gpu.UserBinding, other.View().ID())
	src, dst := gputest.Words(t, dev, a), gputest.Fresh(t, dev, 1)
	if err := red.Reduce(dst.View(), src.View(), gpu.N(n)); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "dot product", dst.Get(), []uint32{want})
}

// An operator that is not commutative shows the order.
func TestReduceOrdered(t *testing.T) {
	dev := gputest.Device(t)
	matrix := Custom{Ordered: true, Operator: gpu.Operator{
		GLSL: `uvec4 combine(uvec4 a, uvec4 b)
{
	return uvec4(a.x * b.x + a.y * b.z, a.x * b.y + a.y * b.w, a.z * b.x + a.w * b.z, a.z * b.y + a.w * b.w);
}`,
		Item: "uvec4", Bytes: 16, Identity: "uvec4(1u, 0u, 0u, 1u)",
	}}
	for i, segmented := range []bool{false, true} {
		gputest.Run(t, dev, fmt.Sprint("segmented=", segmented), func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, i) {
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					red, err := New(dev, Options{Custom: &matrix, Segmented: segmented, Tuning: tune})
					if err != nil {
						t.Fatal(err)
					}
					for _, n := range []int{1, red.shape.TileSize() + 7, red.shape.TileSize()*red.shape.Workers*2 + 3} {
						gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
							r := rand.New(rand.NewSource(7))
							words := gputest.Items(r, gpu.Sum, gpu.Uint32, 4*n)
							want := []uint32{1, 0, 0, 1}
							for i := 0; i < len(words); i += 4 {
								a, b := want, words[i:]
								want = []uint32{a[0]*b[0] + a[1]*b[2], a[0]*b[1] + a[1]*b[3], a[2]*b[0] + a[3]*b[2], a[2]*b[1] + a[3]*b[3]}
							}
							src, dst := gputest.WordsAt(t, dev, words, 20), gputest.WordsAt(t, dev, make([]uint32, 4), 12)
							if segmented {
								offsets := gputest.Words(t, dev, []uint32{0, uint32(n)})
								err = red.SegmentedReduce(dst.View(), src.View(), offsets.View(), gpu.N(1), gpu.N(n))
							} else {
								err = red.Reduce(dst.View(), src.View(), gpu.N(n))
							}
							if err != nil {
								t.Fatal(err)
							}
							gputest.Equal(t, "product", dst.Get(), want)
							src.Free()
							dst.Free()
						})
					}
					red.Release()
				})
			}
		})
	}
}

// Sizes of records and results are multiples of 4 up to gpu.MaxRecordBytes.
func TestCustomSizes(t *testing.T) {
	for bytes, want := range map[int]error{
		-4: gpu.ErrArgument, 0: gpu.ErrArgument, 3: gpu.ErrArgument, 4: nil, 6: gpu.ErrArgument, gpu.MaxRecordBytes: nil, gpu.MaxRecordBytes + 4: gpu.ErrArgument,
	} {
		record, result := box, box
		record.Record, record.RecordBytes = "vec4", bytes
		result.Result, result.ResultBytes = "vec4", bytes
		for _, c := range []Custom{record, result} {
			if err := c.check("map"); !errors.Is(err, want) {
				t.Errorf("%d bytes: %v, want %v", bytes, err, want)
			}
		}
	}
}

func TestReduceRefusesCustom(t *testing.T) {
	dev := gputest.Device(t)
	change := func(f func(*Custom)) *Custom {
		c := box
		f(&c)
		return &c
	}
	for what, c := range map[string]struct {
		c        *Custom
		want     error
		wantText string
	}{
		"nothing":            {&Custom{}, gpu.ErrArgument, "GLSL"},
		"a stride too small": {change(func(c *Custom) { c.RecordBytes = 32 }), gpu.ErrArgument, "48"},
		"an odd stride":      {change(func(c *Custom) { c.RecordBytes = 3 }), gpu.ErrArgument, "Record"},
		"another item":       {change(func(c *Custom) { c.Bytes = 16 }), gpu.ErrArgument, "32"},
		"a result of 0":      {change(func(c *Custom) { c.Result = "float" }), gpu.ErrArgument, "Result"},
		"no such function":   {change(func(c *Custom) { c.GLSL = "\n\nfloat f() { return nothing; }" + c.GLSL }), gpu.ErrShader, "box:3"},
	} {
		gputest.Run(t, dev, what, func(t *testing.T) {
			_, err := New(dev, Options{Custom: c.c})
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.wantText) {
				t.Errorf("%s: %v, want %v that says %q", what, err, c.want, c.wantText)
			}
			gputest.DropMessages(t, dev)
		})
	}
	red, err := New(dev, Options{Custom: &box})
	if err != nil {
		t.Fatal(err)
	}
	defer red.Release()
	b := gputest.WordsAt(t, dev, make([]uint32, 48), 5) // no whole record before it reaches an aligned byte
	dst := gputest.WordsAt(t, dev, make([]uint32, 8), 8)
	if err := red.Reduce(dst.View(), b.View(), gpu.N(1)); dev.Caps().StorageAlignment > 4 && !errors.Is(err, gpu.ErrView) {
		t.Errorf("records at an odd word: %v", err)
	}
}

// finish gets the number of items: of a segment those that lie in the input, and none of an empty
// one.
func TestFinishGetsTheLengthOfTheSegment(t *testing.T) {
	dev := gputest.Device(t)
	r, err := New(dev, Options{Segmented: true, Custom: &Custom{
		Operator: gpu.Operator{GLSL: "uint combine(uint a, uint b) { return a + b; }\nuvec2 finish(uint v, uint n) { return uvec2(v, n); }", Item: "uint", Bytes: 4, Identity: "0u"},
		Result:   "uvec2", ResultBytes: 8,
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	src, offsets := gputest.Words(t, dev, []uint32{1, 2, 4, 8, 16}), gputest.Words(t, dev, []uint32{1, 1, 3, 9})
	results, err := gpu.NewBuffer[[2]uint32](dev, 3)
	if err != nil {
		t.Fatal(err)
	}
	defer results.Release()
	if err := r.SegmentedReduce(results.View(), src.View(), offsets.View(), gpu.N(3), gpu.N(5)); err != nil {
		t.Fatal(err)
	}
	got, err := results.Download()
	if err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "sums and lengths", got, [][2]uint32{{0, 0}, {6, 2}, {24, 2}})
}
