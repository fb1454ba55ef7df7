// SPDX-License-Identifier: MIT

package strands

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func TestOBJSyntaxVariants(t *testing.T) {
	want := []mgl32.Vec3{{0, 2, 0}, {0, 1, 0}, {0, 0, 0}, {1, 2, 0}, {1, 1, 0}}
	vertices := "v 0 2 0\nv 0 1 0\nv 0 0 0\nv 1 2 0\nv 1 1 0\n"
	for name, text := range map[string]string{
		"a line a strand":     vertices + "l 1 2 3\nl 4 5\n",
		"a line a segment":    vertices + "l 1 2\nl 2 3\nl 4 5\n",
		"counted back":        "v 0 2 0\nv 0 1 0\nv 0 0 0\nl -3 -2 -1\nv 1 2 0\nv 1 1 0\nl -2 -1\n",
		"with textures":       vertices + "vt 0 0\nl 1/1 2/1 3/1\nl 4/1/7 5\n",
		"no last newline":     vertices + "l 1 2 3\nl 4 5",
		"carriage returns":    strings.ReplaceAll(vertices+"l 1 2 3\nl 4 5\n", "\n", "\r\n"),
		"joined lines":        vertices + "l 1 \\\n2\\\r\n 3\nl 4 5 \\\n",
		"tabs and comments":   "#" + strings.Repeat("-", 200) + "\n\n  \n" + strings.ReplaceAll(vertices, " ", "\t ") + "l 1 2 3 # one\nl\t4 5\t#two\n",
		"a fourth coordinate": strings.ReplaceAll(vertices, " 0\n", " 0 1\n") + "l 1 2 3\nl 4 5\n",
		"between other words": "mtllib " + strings.Repeat("x", 300) + "\ng a\n" + vertices + "vn 0 0 1\ng b\nusemtl c\ns off\nl 1 2 3\nf 1 2 4\nl 4 5\n",
		"out of order":        "v 1 1 0\nv 0 0 0\nv 0 2 0\nv 1 2 0\nv 0 1 0\nl 3 5 2\nl 4 1\n",
		"a root alone":        vertices + "l 1 2 3\nl 5\nl 4 5\n",
	} {
		t.Run(name, func(t *testing.T) {
			s := must(t, []byte(text), Options{Format: OBJ, Unit: 1, Up: UpY})
			if !reflect.DeepEqual(s.Points, want) || !slices.Equal(s.First, []uint32{0, 3, 5}) || s.Color != nil {
				t.Errorf("%s: %v %v %v", name, s.First, s.Points, s.Color)
			}
		})
	}
	s := must(t, []byte("v 0 0 0 1 0.5 0\nv 0 1 0 0 0 1\nl 1 2\n"), Options{})
	if want := []mgl32.Vec3{{1, 0.5, 0}, {0, 0, 1}}; !reflect.DeepEqual(s.Color, want) {
		t.Errorf("colours are %v", s.Color)
	}
	if s := must(t, []byte("v 0 0 0 1 0.5 0\nv 0 1 0\nl 1 2\n"), Options{}); s.Color != nil {
		t.Errorf("colours of some vertices: %v", s.Color)
	}
}

// Lists that go past the blocks in which they are kept.
func TestOBJWithManyPoints(t *testing.T) {
	s := big(3000, 30, false)
	got := must(t, obj(s), Options{Unit: 1, Up: UpY})
	if !reflect.DeepEqual(got.Points, s.Points) || !slices.Equal(got.First, s.First) {
		t.Errorf("%d strands, %d points", got.Strands(), len(got.Points))
	}
}

func TestPLYNumberTypes(t *testing.T) {
	types := []struct {
		name string
		put  func(binary.AppendByteOrder, []byte, float64) []byte
	}{
		{"char", func(o binary.AppendByteOrder, b []byte, v float64) []byte { return append(b, byte(int8(v))) }},
		{"uint8", func(o binary.AppendByteOrder, b []byte, v float64) []byte { return append(b, byte(v)) }},
		{"short", func(o binary.AppendByteOrder, b []byte, v float64) []byte { return o.AppendUint16(b, uint16(int16(v))) }},
		{"uint16", func(o binary.AppendByteOrder, b []byte, v float64) []byte { return o.AppendUint16(b, uint16(v)) }},
		{"int", func(o binary.AppendByteOrder, b []byte, v float64) []byte { return o.AppendUint32(b, uint32(int32(v))) }},
		{"uint32", func(o binary.AppendByteOrder, b []byte, v float64) []byte { return o.AppendUint32(b, uint32(v)) }},
		{"float", func(o binary.AppendByteOrder, b []byte, v float64) []byte {
			return o.AppendUint32(b, math.Float32bits(float32(v)))
		}},
		{"float64", func(o binary.AppendByteOrder, b []byte, v float64) []byte {
			return o.AppendUint64(b, math.Float64bits(v))
		}},
	}
	kinds := map[string]string{"uint8": "uchar", "uint16": "ushort", "uint32": "uint", "float64": "double", "char": "char", "short": "short", "int": "int", "float": "float"}
	points := []mgl32.Vec3{{0, 2, 0}, {0, 1.5, 0}, {1, 2, 3}, {1, 1.5, 3}, {1, 1, 3.25}}
	for order, name := range map[binary.AppendByteOrder]string{binary.LittleEndian: "binary_little_endian", binary.BigEndian: "binary_big_endian"} {
		t.Run(name, func(t *testing.T) {
			for _, k := range types {
				t.Run(k.name, func(t *testing.T) {
					for _, list := range []bool{false, true} {
						t.Run(fmt.Sprint("list=", list), func(t *testing.T) {
							head := "ply\nformat " + name + " 1.0\nelement strand 2\nproperty " + k.name + " nsegs\nelement vertex 5\nproperty double x\nproperty " + k.name + " skip\n"
							if list {
								head += "property list " + strings.ReplaceAll(strings.ReplaceAll(k.name, "float64", "uchar"), "float", "uchar") + " short many\n"
							}
							head += "property float y\nproperty float32 z\nelement other 1\nproperty list uchar double far\nend_header\n"
							data := k.put(order, k.put(order, []byte(head), 1), 2)
							for _, p := range points {
								data = order.AppendUint64(data, math.Float64bits(float64(p[0])))
								data = k.put(order, data, 3)
								if list {
									put := k.put
									if strings.HasPrefix(k.name, "float") {
										put = types[1].put
									}
									data = append(put(order, data, 2), 1, 2, 3, 4)
								}
								data = order.AppendUint32(data, math.Float32bits(p[1]))
								data = order.AppendUint32(data, math.Float32bits(p[2]))
							}
							data = append(data, 1, 0, 0, 0, 0, 0, 0, 0, 0)
							for _, data := range [][]byte{data, bytes.Replace(data, []byte(" "+k.name+" "), []byte(" "+kinds[k.name]+" "), -1)} {
								s := must(t, data, Options{Unit: 1, Up: UpY})
								if !reflect.DeepEqual(s.Points, points) || !slices.Equal(s.First, []uint32{0, 2, 5}) {
									t.Errorf("%s, %s, lists %v: %v %v", name, k.name, list, s.First, s.Points)
								}
							}
						})
					}
				})
			}
		})
	}
}

func TestPLYColoursAndWidths(t *testing.T) {
	file := header("element vertex 2\n"+xyz+"property ushort r\nproperty uchar g\nproperty float b\nproperty uchar a\nproperty float radius\nelement strand 1\nproperty uchar npoints\n",
		"0 0 0 65535 51 0.25 255 0.5\n\n0 1 0 0 0 1 51 0.25\n2\n")
	s := must(t, file, Options{})
	if s.Color[0] != (mgl32.Vec3{1, 0.2, 0.25}) || s.Color[1] != (mgl32.Vec3{0, 0, 1}) || s.Opacity[1] != 0.2 || s.Thickness[0] != 1 || s.Thickness[1] != 0.5 {
		t.Errorf("%v, %v, %v", s.Color, s.Opacity, s.Thickness)
	}
}

func TestStrandLengthsAreFoundInPointLists(t *testing.T) {
	for _, each := range []int{5, 8, 100} {
		t.Run(fmt.Sprint("each=", each), func(t *testing.T) {
			s := big(60, each, false)
			list := header("element vertex "+fmt.Sprint(len(s.Points))+"\n"+xyz, rows(s.Points))
			for name, data := range map[string][]byte{
				"ply": list,
				"obj": []byte("v " + strings.ReplaceAll(strings.TrimSuffix(rows(s.Points), "\n"), "\n", "\nv ") + "\n"),
				"npy": npy("{'descr': '>f4', 'fortran_order': False, 'shape': ("+fmt.Sprint(len(s.Points))+", 3)}", bigEndian(s.Points)),
			} {
				t.Run(name, func(t *testing.T) {
					got := must(t, data, Options{})
					if got.Strands() != 60 || !reflect.DeepEqual(got.First, s.First) || len(got.Points) != len(s.Points) {
						t.Errorf("%s of strands of %d: %d strands", name, each, got.Strands())
					}
					if got := must(t, data, Options{StrandPoints: 2 * each}); got.Strands() != 30 {
						t.Errorf("%s: asked for %d, got %d strands", name, 2*each, got.Strands())
					}
					if _, err := Read(bytes.NewReader(data), Options{StrandPoints: 7}); err == nil || !strings.Contains(err.Error(), "strands of 7") {
						t.Errorf("%s: strands of 7 of %d points: %v", name, len(s.Points), err)
					}
				})
			}
		})
	}
}

// rows are points as text.
func rows(points []mgl32.Vec3) string {
	var b bytes.Buffer
	for _, p := range points {
		fmt.Fprintln(&b, p[0], p[1], p[2])
	}
	return b.String()
}

func bigEndian(points []mgl32.Vec3) (data []byte) {
	for _, p := range points {
		for _, v := range p {
			data = binary.BigEndian.AppendUint32(data, math.Float32bits(v))
		}
	}
	return data
}

func TestNPYMemoryOrders(t *testing.T) {
	s := even(5)
	var c4, c8 []byte
	for _, p := range s.Points {
		for _, v := range p {
			c4 = binary.LittleEndian.AppendUint32(c4, math.Float32bits(v))
			c8 = binary.LittleEndian.AppendUint64(c8, math.Float64bits(float64(v)))
		}
	}
	long := npy("", nil)
	words := "{ 'shape':(5,4,3),'fortran_order' : False , \"descr\": '=f4' }" + strings.Repeat(" ", 300) + "\n"
	long = append(append(long[:6], 2, 0), byte(len(words)), byte(len(words)>>8), 0, 0)
	for name, data := range map[string][]byte{
		"f4, C":         npy("{'descr': '<f4', 'fortran_order': False, 'shape': (5, 4, 3), }\n", c4),
		"f4, big, C":    npy("{'descr': '>f4', 'fortran_order': False, 'shape': (5, 4, 3), }\n", bigEndian(s.Points)),
		"f8, C":         npy("{'descr': '<f8', 'fortran_order': False, 'shape': (5, 4, 3), }\n", c8),
		"f8, Fortran":   columns(s, 5, 4),
		"long header 2": append(append(long, words...), c4...),
		"more behind":   append(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (5, 4, 3), }\n", c4), "another"...),
	} {
		t.Run(name, func(t *testing.T) {
			for _, unsized := range []bool{false, true} {
				t.Run(fmt.Sprint("unsized=", unsized), func(t *testing.T) {
					var r io.Reader = bytes.NewReader(data)
					if unsized {
						r = onlyReads{bytes.NewReader(data)}
					}
					got, err := Read(r, Options{Unit: 1, Up: UpY})
					if err != nil || !reflect.DeepEqual(got.Points, s.Points) || !slices.Equal(got.First, s.First) {
						t.Errorf("%s: %v, %v", name, got, err)
					}
				})
			}
		})
	}
}
