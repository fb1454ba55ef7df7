// SPDX-License-Identifier: MIT

package strands

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/combgl/comb/internal/errkind"
)

// foreign are formats that cannot be read, by their first bytes and by their extensions.
var foreign = []struct{ begins, endings, what string }{
	{"Ogawa", ".abc", "Alembic (Ogawa)"},
	{"\x89HDF\r\n\x1a\n", ".h5 .hdf5", "HDF5 (like old Alembic files)"},
	{"PXR-USDC", ".usdc", "USD"},
	{"#usda", ".usda .usd", "USD"},
	{"PK\x03\x04", ".npz .usdz .zip", "a zip archive (like .npz and .usdz)"},
	{"//Maya", ".ma .mb", "Maya"},
	{"Kaydara FBX", ".fbx", "FBX"},
	{"glTF", ".glb .gltf", "glTF"},
	{"\x1f\x8b", ".gz", "gzip"},
}

// errEmpty is ErrTruncated for a file without any bytes.
var errEmpty = errkind.Reason(ErrTruncated, "the file is empty")

// detect finds the format by content: magic words, the text of .obj, the numbers of .tfx, .data and
// .bin. If that is not conclusive, the name decides.
func (in *stream) detect(name string) (Format, error) {
	head, err := in.Peek(pieceBytes)
	if err != nil && !ended(err) {
		return Auto, err
	}
	whole := err != nil
	ending := strings.ToLower(filepath.Ext(name))
	switch named := FormatOf(name); {
	case len(head) == 0:
		return Auto, errEmpty
	case bytes.HasPrefix(head, []byte("HAIR")) || bytes.HasPrefix(head, []byte("hair")):
		return Hair, nil
	case bytes.HasPrefix(head, []byte(npyMagic)):
		return NPY, nil
	case bytes.HasPrefix(head, []byte("ply\n")) || bytes.HasPrefix(head, []byte("ply\r")):
		return PLY, nil
	case isTFX(head):
		return TFX, nil
	default:
		for _, f := range foreign {
			if bytes.HasPrefix(head, []byte(f.begins)) {
				return Auto, fmt.Errorf("this is %s, which comb does not read. It reads %s: %w", f.what, endings(false), ErrFormat)
			}
		}
		data, bin := walks(head, whole, dataRecord), walks(head, whole, binRecord)
		switch {
		case data && !bin:
			return Data, nil
		case bin && !data:
			return Bin, nil
		case isOBJ(head):
			return OBJ, nil
		case named != Auto:
			return named, nil
		case data:
			return Data, nil
		}
	}
	for _, f := range foreign {
		if ending != "" && strings.Contains(f.endings+" ", ending+" ") {
			return Auto, fmt.Errorf("this is %s by its name, which comb does not read. It reads %s: %w", f.what, endings(false), ErrFormat)
		}
	}
	return Auto, fmt.Errorf("neither the content (%q...) nor the name shows the format, want one of %s: %w", head[:min(len(head), 12)], endings(false), ErrFormat)
}

// looksTFX checks for a version from 3 to 5, strands, and a possible number of vertices.
func isTFX(head []byte) bool {
	if len(head) < 12 {
		return false
	}
	version := math.Float32frombits(binary.LittleEndian.Uint32(head))
	return version >= 3 && version < 5 && tfxEach(binary.LittleEndian.Uint32(head[8:]))
}

// walks steps from strand to strand of a .data or .bin file as far as head reaches, and reports
// whether the numbers of points are plausible. With the wrong record size they are the bits of
// floats.
func walks(head []byte, whole bool, record int) bool {
	const mostPoints = 1 << 16
	if len(head) < 8 {
		return false
	}
	strands := int64(binary.LittleEndian.Uint32(head))
	if strands < 1 || strands > math.MaxInt32 {
		return false
	}
	at, seen := 4, int64(0)
	for ; seen < strands && at+4 <= len(head); seen++ {
		points := binary.LittleEndian.Uint32(head[at:])
		if points < 1 || points > mostPoints {
			return false
		}
		at += 4 + int(points)*record
	}
	if whole {
		return seen == strands && at == len(head)
	}
	return seen >= 2
}

// looksOBJ checks for text whose first line after comments begins with one of the format's words.
func isOBJ(head []byte) bool {
	for len(head) > 0 {
		var line []byte
		line, head, _ = bytes.Cut(head, []byte("\n"))
		word := bytes.Fields(line)
		if len(word) == 0 || word[0][0] == '#' {
			continue
		}
		switch string(word[0]) {
		case "v", "vn", "vt", "vp", "l", "f", "p", "o", "g", "s", "mtllib", "usemtl", "cstype", "curv":
			return true
		}
		return false
	}
	return false
}
