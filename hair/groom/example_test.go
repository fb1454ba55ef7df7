// SPDX-License-Identifier: MIT

package groom_test

import (
	"fmt"
	"log"

	"github.com/combgl/comb/hair/groom"
)

func ExampleNew() {
	o := groom.Defaults()
	o.Strands, o.Points = 1000, 16
	set, err := groom.New(o)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(set.Strands(), set.Segments(), set.Unit)
	// Output: 1000 15000 1
}
