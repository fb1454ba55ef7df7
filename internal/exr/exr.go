// SPDX-License-Identifier: MIT

// Package exr writes images of linear light as OpenEXR 2 files: scan lines, four channels of half
// floats, compressed by zip in chunks of 16 lines. Alpha is associated, as the format has it.
//
//	err := exr.Write(w, width, height, pixels)
//
// It has no tiles and no other channels, and reads no pixels: Check looks only whether a file is
// whole. Source: "OpenEXR File Layout", openexr.com.
package exr

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"
)

// lines are those of a chunk, which zip compression fixes.
const lines = 16

// MaxSize is the longest side of an image.
const MaxSize = 1 << 16

// Text is an attribute of type string.
type Text struct{ Name, Value string }

// maxName is the longest name of an attribute that every reader takes.
const maxName = 31

// Write writes red, green, blue, alpha of each pixel, row by row from the top, and texts as
// attributes. What half floats cannot hold becomes the next number that they can, NaN stays. It
// refuses images without pixels, of a side above MaxSize, or of another number of values, and
// attributes without a name or with one of more than 31 bytes.
func Write(w io.Writer, width, height int, pixels []float32, texts ...Text) error {
	if width < 1 || height < 1 || width > MaxSize || height > MaxSize {
		return fmt.Errorf("exr: Write: an image of %dx%d, want 1 to %d", width, height, MaxSize)
	}
	if len(pixels) != 4*width*height {
		return fmt.Errorf("exr: Write: %d values for %dx%d pixels, want 4 each", len(pixels), width, height)
	}
	for _, t := range texts {
		if t.Name == "" || len(t.Name) > maxName || strings.Contains(t.Name, "\x00") {
			return fmt.Errorf("exr: Write: an attribute with the name %q, want 1 to %d bytes", t.Name, maxName)
		}
	}
	var chunks [][]byte
	raw := make([]byte, 0, 8*width*lines)
	for top := 0; top < height; top += lines {
		raw = raw[:0]
		for y := top; y < min(top+lines, height); y++ {
			for _, channel := range [4]int{3, 2, 1, 0} { // by name: A, B, G, R
				for x := range width {
					raw = binary.LittleEndian.AppendUint16(raw, half(pixels[4*(y*width+x)+channel]))
				}
			}
		}
		data, err := compressed(raw)
		if err != nil {
			return fmt.Errorf("exr: %w", err)
		}
		chunk := binary.LittleEndian.AppendUint32(nil, uint32(top))
		chunks = append(chunks, append(binary.LittleEndian.AppendUint32(chunk, uint32(len(data))), data...))
	}
	head := header(width, height, texts)
	at := uint64(len(head) + 8*len(chunks))
	for _, c := range chunks {
		head = binary.LittleEndian.AppendUint64(head, at)
		at += uint64(len(c))
	}
	for _, part := range append([][]byte{head}, chunks...) {
		if _, err := w.Write(part); err != nil {
			return fmt.Errorf("exr: %w", err)
		}
	}
	return nil
}

func header(width, height int, texts []Text) []byte {
	b := []byte{0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0} // the magic number; version 2, scan lines
	attribute := func(name, kind string, value ...uint32) {
		b = append(append(b, name...), 0)
		b = append(append(b, kind...), 0)
		b = binary.LittleEndian.AppendUint32(b, uint32(4*len(value)))
		for _, v := range value {
			b = binary.LittleEndian.AppendUint32(b, v)
		}
	}
	one := func(name, kind string, value byte) {
		attribute(name, kind)
		b = append(b, value)
		binary.LittleEndian.PutUint32(b[len(b)-5:], 1)
	}
	attribute("channels", "chlist")
	size := len(b) - 4
	for _, name := range "ABGR" {
		b = append(b, byte(name), 0)
		for _, v := range [4]uint32{1, 0, 1, 1} { // half floats; not to be seen as perceptual; every column and row
			b = binary.LittleEndian.AppendUint32(b, v)
		}
	}
	b = append(b, 0)
	binary.LittleEndian.PutUint32(b[size:], uint32(len(b)-size-4))
	// The primaries and white of sRGB: x and y of red, green, blue, white.
	f := math.Float32bits
	attribute("chromaticities", "chromaticities", f(0.64), f(0.33), f(0.30), f(0.60), f(0.15), f(0.06), f(0.3127), f(0.3290))
	one("compression", "compression", 3) // zip
	attribute("dataWindow", "box2i", 0, 0, uint32(width-1), uint32(height-1))
	attribute("displayWindow", "box2i", 0, 0, uint32(width-1), uint32(height-1))
	one("lineOrder", "lineOrder", 0) // downwards
	attribute("pixelAspectRatio", "float", f(1))
	attribute("screenWindowCenter", "v2f", 0, 0)
	attribute("screenWindowWidth", "float", f(1))
	for _, t := range texts {
		attribute(t.Name, "string")
		binary.LittleEndian.PutUint32(b[len(b)-4:], uint32(len(t.Value)))
		b = append(b, t.Value...)
	}
	return append(b, 0)
}

// compressed is a chunk as zip compression has it: even bytes before odd ones, each the difference
// to the one before. Where that saves nothing the format wants the chunk as it was.
func compressed(raw []byte) ([]byte, error) {
	split := make([]byte, 0, len(raw))
	for _, first := range [2]int{0, 1} {
		for i := first; i < len(raw); i += 2 {
			split = append(split, raw[i])
		}
	}
	for i := len(split) - 1; i > 0; i-- {
		split[i] -= split[i-1] - 128
	}
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	if _, err := z.Write(split); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	if b.Len() >= len(raw) {
		return bytes.Clone(raw), nil
	}
	return b.Bytes(), nil
}

// half is the nearest half float, ties to even; above 65504 it is 65504.
func half(f float32) uint16 {
	bits := math.Float32bits(f)
	sign := uint16(bits >> 16 & 0x8000)
	v := math.Abs(float64(f))
	switch {
	case v != v:
		return sign | 0x7E00
	case v < 0x1p-14: // subnormal: steps of 2^-24
		return sign | uint16(math.RoundToEven(v*0x1p24))
	}
	fraction, exponent := math.Frexp(min(v, 65504)) // 0.5 to 1
	return sign | (uint16(exponent+14)<<10 + uint16(math.RoundToEven((fraction*2-1)*1024)))
}
