// SPDX-License-Identifier: MIT

package scan

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// scanned is the plain loop over items of words, from head to head.
func scanned(o gputest.Oracle, words []uint32, inclusive bool, head func(i int) bool) []uint32 {
	out := make([]uint32, 0, len(words))
	sum := o.Identity
	for i := 0; i*o.Words < len(words); i++ {
		if head != nil && head(i) {
			sum = o.Identity
		}
		next := o.Combine(sum, words[i*o.Words:(i+1)*o.Words])
		if inclusive {
			out = append(out, next...)
		} else {
			out = append(out, sum...)
		}
		sum = next
	}
	return out
}

// pathOf is the index that types, operators and callers' operators give to gputest.Turn, in tests
// of results and in self-tests: both then compile the same kernels.
func pathOf(typ, op int) int { return 3*typ + op }

// An ordinary run takes sums of each type, and minima or maxima in turn.
func TestScanEveryTypeAndOperator(t *testing.T) {
	dev := gputest.Device(t)
	for i, typ := range gputest.TypesWithFloat64() {
		gputest.Run(t, dev, typ.String(), func(t *testing.T) {
			for j, op := range kernel.Ops {
				if j > 0 && !gputest.Share(i+j, 2) {
					continue
				}
				gputest.Run(t, dev, op.String(), func(t *testing.T) {
					for _, tune := range gputest.Turn(dev, pathOf(i, j)) {
						gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
							s, err := New(dev, Options{Op: op, Type: typ, Tuning: tune})
							if err != nil {
								t.Fatal(err)
							}
							oracle := gputest.OracleOf(op, typ)
							shape := s.shape
							for _, n := range []int{1, shape.GroupSize + 1, shape.TileSize() - 1, shape.TileSize()*shape.Workers*2 + 5} {
								gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
									r := rand.New(rand.NewSource(3))
									inclusive := n%2 == 0
									in := gputest.Items(r, op, typ, n)
									src, dst := gputest.Words(t, dev, in), gputest.Fresh(t, dev, len(in))
									if err := run(s, inclusive, dst.View(), src.View(), gpu.N(n)); err != nil {
										t.Fatal(err)
									}
									want := scanned(oracle, in, inclusive, nil)
									what := op.String() + " of " + typ.String() + " by " + tune.Lanes.String()
									gputest.EqualItems(t, what, typ, dst.Get(), want)
									if err := run(s, inclusive, src.View(), src.View(), gpu.N(n)); err != nil {
										t.Fatal(err)
									}
									gputest.EqualItems(t, what+" in place", typ, src.Get(), want)
									src.Free()
									dst.Free()
								})
							}
							s.Release()
						})
					}
				})
			}
		})
	}
}

// The caller's operators, associative and not commutative.
var (
	// affine composes x -> a x + b: the earlier map is applied first.
	affine = gpu.Operator{
		GLSL: `struct Affine { uint a; uint b; };
Affine combine(Affine f, Affine g) { return Affine(f.a * g.a, g.a * f.b + g.b); }`,
		Item: "Affine", Bytes: 8, Identity: "Affine(1u, 0u)",
	}
	affineOracle = gputest.Oracle{Words: 2, Identity: []uint32{1, 0}, Combine: func(f, g []uint32) []uint32 {
		return []uint32{f[0] * g[0], g[0]*f[1] + g[1]}
	}}
	// matrix multiplies 2 x 2 matrices, as a vector: lanes can hand it over only if it is reported
	// to be no struct.
	matrix = gpu.Operator{
		GLSL: `uvec4 combine(uvec4 a, uvec4 b)
{
	return uvec4(a.x * b.x + a.y * b.z, a.x * b.y + a.y * b.w, a.z * b.x + a.w * b.z, a.z * b.y + a.w * b.w);
}`,
		Item: "uvec4", Bytes: 16, Identity: "uvec4(1u, 0u, 0u, 1u)",
	}
	matrixOracle = gputest.Oracle{Words: 4, Identity: []uint32{1, 0, 0, 1}, Combine: func(a, b []uint32) []uint32 {
		return []uint32{a[0]*b[0] + a[1]*b[2], a[0]*b[1] + a[1]*b[3], a[2]*b[0] + a[3]*b[2], a[2]*b[1] + a[3]*b[3]}
	}}
	// large is affine in a record of the largest size, and adds the rest of it.
	large = gpu.Operator{
		GLSL: `struct Large { uint w[16]; };
Large identity() { Large l; for (int i = 0; i < 16; i++) l.w[i] = i == 0 ? 1u : 0u; return l; }
Large combine(Large f, Large g)
{
	Large l = Large(g.w);
	l.w[0] = f.w[0] * g.w[0];
	l.w[1] = g.w[0] * f.w[1] + g.w[1];
	for (int i = 2; i < 16; i++) l.w[i] += f.w[i];
	return l;
}`,
		Item: "Large", Bytes: 64, Identity: "identity()",
	}
	largeOracle = gputest.Oracle{Words: 16, Identity: []uint32{1, 15: 0}, Combine: func(f, g []uint32) []uint32 {
		l := append([]uint32(nil), g...)
		l[0], l[1] = f[0]*g[0], g[0]*f[1]+g[1]
		for i := 2; i < 16; i++ {
			l[i] += f[i]
		}
		return l
	}}
)

// An ordinary run scans vectors by flags only, and no items of the largest size.
func TestScanOfTheCallersOperator(t *testing.T) {
	dev := gputest.Device(t)
	for i, c := range []struct {
		op     gpu.Operator
		oracle gputest.Oracle
	}{{affine, affineOracle}, {matrix, matrixOracle}, {large, largeOracle}} {
		gputest.Run(t, dev, c.op.Item, func(t *testing.T) {
			for _, by := range []By{Whole, Flags} {
				if (i == 1 && by == Whole || i == 2) && !gputest.Nightly() {
					continue
				}
				gputest.Run(t, dev, by.String(), func(t *testing.T) {
					for _, tune := range gputest.Turn(dev, 2*i+int(by)) {
						gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
							s, err := New(dev, Options{Operator: &c.op, By: by, Tuning: tune})
							if err != nil {
								t.Fatal(err)
							}
							shape := s.shape
							for _, n := range []int{0, 1, shape.LaneCount + 1, shape.TileSize() + 1, shape.TileSize()*shape.Workers*2 + 5} {
								gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
									r := rand.New(rand.NewSource(4))
									in := gputest.Items(r, gpu.Sum, gpu.Uint32, n*c.oracle.Words)
									heads := make([]uint32, n)
									for i := range heads {
										heads[i] = uint32(max(0, r.Intn(40)-38))
									}
									// Records begin a whole number of records in.
									src := gputest.WordsAt(t, dev, in, 3*c.oracle.Words)
									dst := gputest.WordsAt(t, dev, make([]uint32, len(in)), 5*c.oracle.Words)
									flags := gputest.Words(t, dev, heads)
									inclusive := n%2 == 0
									call := func() error {
										switch {
										case by == Whole:
											return run(s, inclusive, dst.View(), src.View(), gpu.N(n))
										case inclusive:
											return s.InclusiveBy(dst.View(), src.View(), flags.View(), gpu.N(n))
										}
										return s.ExclusiveBy(dst.View(), src.View(), flags.View(), gpu.N(n))
									}
									if err := call(); err != nil {
										t.Fatal(err)
									}
									head := func(i int) bool { return by == Flags && heads[i] != 0 }
									gputest.Equal(t, c.op.Item, dst.Get(), scanned(c.oracle, in, inclusive, head))
									gputest.Equal(t, "src", src.Get(), in)
									src.Free()
									dst.Free()
									flags.Free()
								})
							}
							s.Release()
						})
					}
				})
			}
		})
	}
}

// With more workers than a workgroup has invocations, an invocation combines several workers'
// totals, in their order.
func TestScanOfMoreWorkersThanInvocations(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{Operator: &affine, Tuning: gpu.Tuning{Lanes: gpu.LanesShared, Workers: 300}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	if s.shape.Workers <= s.shape.GroupSize {
		t.Fatalf("%d workers of %d invocations, want more", s.shape.Workers, s.shape.GroupSize)
	}
	in := words(rand.New(rand.NewSource(8)), affineOracle.Words*s.shape.Workers*s.shape.TileSize())
	src, dst := gputest.WordsAt(t, dev, in, 4), gputest.WordsAt(t, dev, make([]uint32, len(in)), 4)
	if err := s.Inclusive(dst.View(), src.View(), gpu.N(len(in)/affineOracle.Words)); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "affine", dst.Get(), scanned(affineOracle, in, true, nil))
}

// Running sums of floats that cancel in pairs are the exact ones rounded once, also from a start
// value and by segment.
func TestScanCompensated(t *testing.T) {
	dev := gputest.Device(t)
	for i, by := range []By{Whole, Flags} {
		gputest.Run(t, dev, by.String(), func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, 2+i) {
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					s, err := New(dev, Options{Type: gpu.Float32, Compensated: true, By: by, Ends: true, Tuning: tune})
					if err != nil {
						t.Fatal(err)
					}
					defer s.Release()
					r := rand.New(rand.NewSource(12))
					n := s.shape.TileSize()*s.shape.Workers*2 + 5
					in, heads, want := make([]uint32, n), make([]uint32, n), make([]float64, n)
					const start = 1.5
					exact, plain, size, lost := start, float32(start), 0.0, 0.0
					for i := range in {
						v := float32(r.NormFloat64() * math.Pow(10, float64(r.Intn(6))))
						if i%2 == 1 {
							v = -math.Float32frombits(in[i-1]) + float32(r.Float64())
						}
						if by == Flags && r.Intn(1000) == 0 {
							heads[i], exact, plain = 1, start, start
						}
						in[i], exact, plain, size = math.Float32bits(v), exact+float64(v), plain+v, size+math.Abs(float64(v))
						want[i], lost = exact, max(lost, math.Abs(float64(plain)-exact)/math.Abs(exact))
					}
					src, flags, from := gputest.Words(t, dev, in), gputest.Words(t, dev, heads), gputest.Words(t, dev, []uint32{math.Float32bits(start)})
					c := Call{Dst: src.View(), Src: src.View(), N: gpu.N(n), Inclusive: true, Start: from.View()}
					if by == Flags {
						c.By = flags.View()
					}
					if err := s.Scan(c); err != nil {
						t.Fatal(err)
					}
					worst := 0.0
					for i, w := range src.Get() {
						off := math.Abs(float64(math.Float32frombits(w))-want[i]) - 1e-14*size // the second floats are rounded too
						worst = max(worst, off/math.Abs(want[i]))
					}
					if worst > 1.2e-7 || lost < 1e-5 {
						t.Errorf("off by a part of %v, want at most 1.2e-7; plain sums are off by %v", worst, lost)
					}
				})
			}
		})
	}
	for _, o := range []Options{{Compensated: true}, {Compensated: true, Type: gpu.Float32, Op: gpu.Max}, {Compensated: true, Type: gpu.Float32, Operator: &affine}} {
		if _, err := New(dev, o); !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}
