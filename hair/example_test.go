// SPDX-License-Identifier: MIT

package hair_test

import (
	"fmt"
	"log"
	"runtime"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/groom"
)

func Example() {
	runtime.LockOSThread()
	ctx, err := offscreen.New(offscreen.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer ctx.Release()
	dev, err := ctx.Attach(gpu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Release()

	o := groom.Defaults()
	o.Strands, o.Points = 1000, 16
	set, err := groom.New(o)
	if err != nil {
		log.Fatal(err)
	}
	model, err := hair.NewModel(dev, set)
	if err != nil {
		log.Fatal(err)
	}
	defer model.Release()
	r, err := hair.NewRenderer(dev, model, hair.Options{Head: groom.NewHead(), Light: hair.LightOptions{ShadowSize: 128}})
	if err != nil {
		log.Fatal(err)
	}
	defer r.Release()
	if err := r.Resize(320, 180); err != nil {
		log.Fatal(err)
	}
	low, high := r.Bounds()
	camera := hair.Fit(low, high, 320.0/180)
	img, err := r.Image(camera) // a window calls r.Frame(camera, hair.Target{}, nil) instead
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(img.Bounds()) // png.Encode writes it
	drawn, err := r.Inspect()
	fmt.Println(drawn.Expanded, drawn.Segments < drawn.Expanded, drawn.Inversions, err) // some lie behind the head
	// Output:
	// (0,0)-(320,180)
	// 15000 true 0 <nil>
}
