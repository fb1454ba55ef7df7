// SPDX-License-Identifier: MIT

package strands_test

import (
	"bytes"
	"fmt"
	"log"

	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// A set is written as a .ply file and read back. Open and Save do the same with files by name.
func ExampleRead() {
	set := &strands.Set{
		First:  []uint32{0, 3}, // one strand of three points
		Points: []mgl32.Vec3{{0, 0, 0}, {0, 1, 0}, {0, 2, 1}},
		Unit:   0.01, DefaultThickness: 0.01, DefaultOpacity: 1,
	}
	var file bytes.Buffer
	if err := strands.Write(&file, strands.PLY, set, strands.WriteOptions{}); err != nil {
		log.Fatal(err)
	}
	read, err := strands.Read(&file, strands.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(read.Strands(), read.Segments(), read.Points[2])
	fmt.Println(read.Origin)
	// Output:
	// 1 2 [0 2 1]
	// .ply in cm (as it says), y up (as it says)
}
