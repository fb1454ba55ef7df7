// SPDX-License-Identifier: MIT

package scatter_test

import (
	"fmt"
	"log"

	"github.com/combgl/comb/hair/scatter"
)

// Blond hair in front of a light, of which 60 % passes the other hairs.
func Example() {
	h := scatter.Defaults()
	blond, err := scatter.Preset("blond")
	if err != nil {
		log.Fatal(err)
	}
	absorption, err := blond.Absorption()
	if err != nil {
		log.Fatal(err)
	}
	tables, err := scatter.NewTables(h)
	if err != nil {
		log.Fatal(err)
	}
	angles := scatter.Angles{Light: 0.2, Eye: -0.2, Azimuth: 3.1}
	fmt.Printf("%.2f\n", tables.Light(angles, absorption, 0.6))
	fmt.Printf("%.2f\n", h.Tint(absorption).Shown())
	// Output:
	// [1.46 1.33 1.02]
	// [0.56 0.45 0.29]
}
