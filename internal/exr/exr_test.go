// SPDX-License-Identifier: MIT

package exr

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand"
	"strings"
	"testing"
)

// file is what read finds.
type file struct {
	width, height int
	channels      []string
	attributes    map[string][]byte
	stored        int // chunks without compression
	pixels        map[string][]uint16
}

// read follows the format's description: every offset, size and name is taken from the file.
func read(t *testing.T, data []byte) (f file) {
	t.Helper()
	u32 := func(at int) int { return int(int32(binary.LittleEndian.Uint32(data[at:]))) }
	if !bytes.Equal(data[:8], []byte{0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0}) {
		t.Fatalf("begins with % x", data[:8])
	}
	at := 8
	word := func() string {
		n := bytes.IndexByte(data[at:], 0)
		s := string(data[at : at+n])
		at += n + 1
		return s
	}
	f.attributes = map[string][]byte{}
	for {
		name := word()
		if name == "" {
			break
		}
		kind := word()
		size := u32(at)
		f.attributes[name+" "+kind] = data[at+4 : at+4+size]
		at += 4 + size
	}
	list := f.attributes["channels chlist"]
	for list[0] != 0 {
		n := bytes.IndexByte(list, 0)
		f.channels = append(f.channels, string(list[:n]))
		list = list[n+1:]
		if binary.LittleEndian.Uint32(list) != 1 || binary.LittleEndian.Uint32(list[8:]) != 1 || binary.LittleEndian.Uint32(list[12:]) != 1 {
			t.Fatalf("channel % x", list[:16])
		}
		list = list[16:]
	}
	window := f.attributes["dataWindow box2i"]
	f.width, f.height = int(binary.LittleEndian.Uint32(window[8:]))+1, int(binary.LittleEndian.Uint32(window[12:]))+1
	f.pixels = map[string][]uint16{}
	for _, c := range f.channels {
		f.pixels[c] = make([]uint16, f.width*f.height)
	}
	for chunk := range (f.height + 15) / 16 {
		place := int(binary.LittleEndian.Uint64(data[at+8*chunk:]))
		top, size := u32(place), u32(place+4)
		count := min(16, f.height-top)
		raw := data[place+8 : place+8+size]
		if whole := 2 * len(f.channels) * f.width * count; size == whole {
			f.stored++
		} else {
			raw = unzipped(t, raw, whole)
		}
		for y := top; y < top+count; y++ {
			for _, c := range f.channels {
				for x := range f.width {
					f.pixels[c][y*f.width+x] = binary.LittleEndian.Uint16(raw)
					raw = raw[2:]
				}
			}
		}
	}
	return f
}

func unzipped(t *testing.T, data []byte, size int) []byte {
	t.Helper()
	z, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	split, err := io.ReadAll(z)
	if err != nil || len(split) != size {
		t.Fatalf("%v, %d bytes, expected %d", err, len(split), size)
	}
	for i := 1; i < size; i++ {
		split[i] += split[i-1] - 128
	}
	raw := make([]byte, size)
	for i := range raw {
		raw[i] = split[i/2+(i%2)*((size+1)/2)]
	}
	return raw
}

func float(bits uint16) float64 {
	sign := 1 - 2*float64(bits>>15)
	fraction, exponent := float64(bits&1023), int(bits>>10&31)
	switch {
	case exponent == 31 && fraction != 0:
		return math.NaN()
	case exponent == 0:
		return sign * fraction * 0x1p-24
	}
	return sign * math.Ldexp(1+fraction/1024, exponent-15)
}

func TestWriteReadRoundTrip(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {3, 2}, {17, 16}, {16, 17}, {5, 33}, {64, 48}} {
		t.Run(fmt.Sprintf("size=%dx%d", size[0], size[1]), func(t *testing.T) {
			for _, smooth := range []bool{true, false} {
				t.Run(fmt.Sprint("smooth=", smooth), func(t *testing.T) {
					r := rand.New(rand.NewSource(1))
					width, height := size[0], size[1]
					pixels := make([]float32, 4*width*height)
					for i := range pixels {
						if pixels[i] = float32(i/(4*width)) / 7; !smooth {
							pixels[i] = float32(max(-6e4, min(r.NormFloat64()*math.Exp(4*r.NormFloat64()), 6e4)))
						}
					}
					var b bytes.Buffer
					if err := Write(&b, width, height, pixels); err != nil {
						t.Fatal(err)
					}
					f := read(t, b.Bytes())
					if f.width != width || f.height != height || strings.Join(f.channels, "") != "ABGR" {
						t.Fatalf("%dx%d of %v, expected %v", f.width, f.height, f.channels, size)
					}
					if smooth && f.stored > 0 && width > 5 {
						t.Errorf("%v: %d chunks are not compressed", size, f.stored)
					}
					for i, want := range pixels {
						got := float(f.pixels[string("RGBA"[i%4])][i/4])
						if math.Abs(got-float64(want)) > math.Abs(float64(want))/2048+0x1p-25 {
							t.Fatalf("%v: value %d is %v, expected %v", size, i, got, want)
						}
					}
				})
			}
		})
	}
}

// Every attribute that the format demands is there, of the right size.
func TestHeader(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, 20, 10, make([]float32, 800)); err != nil {
		t.Fatal(err)
	}
	f := read(t, b.Bytes())
	for name, size := range map[string]int{"channels chlist": 73, "compression compression": 1, "dataWindow box2i": 16, "displayWindow box2i": 16,
		"lineOrder lineOrder": 1, "pixelAspectRatio float": 4, "screenWindowCenter v2f": 8, "screenWindowWidth float": 4, "chromaticities chromaticities": 32} {
		if value, ok := f.attributes[name]; !ok || len(value) != size {
			t.Errorf("%s has %d bytes, expected %d", name, len(value), size)
		}
	}
	if f.attributes["compression compression"][0] != 3 {
		t.Error("the compression is not zip")
	}
}

func TestHalf(t *testing.T) {
	for v, want := range map[float32]uint16{0: 0, 1: 0x3C00, -2: 0xC000, 65504: 0x7BFF, 1e9: 0x7BFF, 0x1p-24: 1, 0x1p-26: 0, 0.99999: 0x3C00,
		1 + 0x1p-11: 0x3C00, 1 + 3*0x1p-11: 0x3C02, 0x1p-14: 0x0400, float32(math.Inf(-1)): 0xFBFF, -0x1p-14: 0x8400} {
		t.Run(fmt.Sprint("v=", v), func(t *testing.T) {
			if got := half(v); got != want {
				t.Errorf("%v became %#x, expected %#x", v, got, want)
			}
		})
	}
	if got := float(half(float32(math.NaN()))); got == got {
		t.Errorf("NaN became %v", got)
	}
}

type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteRefusesInvalidImages(t *testing.T) {
	for _, c := range []struct{ width, height, values int }{{0, 1, 0}, {1, -1, 4}, {MaxSize + 1, 1, 4}, {2, 2, 15}} {
		t.Run(fmt.Sprintf("size=%dx%d,values=%d", c.width, c.height, c.values), func(t *testing.T) {
			if err := Write(io.Discard, c.width, c.height, make([]float32, c.values)); err == nil {
				t.Errorf("%+v is written", c)
			}
		})
	}
	if err := Write(full{}, 1, 1, make([]float32, 4)); !errors.Is(err, errFull) {
		t.Errorf("%v", err)
	}
}
