// SPDX-License-Identifier: MIT

package draw_test

import (
	"fmt"
	"log"
	"runtime"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/particles"
	"github.com/combgl/comb/particles/draw"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// Spark is the record of a particle.
type Spark struct {
	Position [3]float32
	Age      float32
}

// Sparks as round spots, drawn far to near into a texture.
func Example() {
	runtime.LockOSThread()
	ctx, err := offscreen.New(offscreen.Options{}) // a program with a window has its own context
	if err != nil {
		log.Fatal(err)
	}
	defer ctx.Release()
	dev, err := ctx.Attach(gpu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Release()

	sparks, err := particles.New(dev, particles.Options{
		Capacity: 10_000, Record: Spark{},
		Init:     `void init(inout Particle p, Birth b) { p.position = b.position; }`,
		Update:   `bool update(inout Particle p) { p.age += dt; return p.age < 2.0; }`,
		Emitters: []particles.Emitter{{Shape: particles.Box, Size: [3]float32{1, 1, 1}, Rate: 1000}},
		Sort:     particles.Sort{By: particles.ByDepth},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer sparks.Release()
	r, err := draw.New(dev, sparks, draw.Options{
		Look: `Sprite look(Particle p) {
			return Sprite(p.position, 0.02, vec4(1.0, 0.5, 0.1, 0.8), vec3(0.0), 0.0);
		}`,
	})
	if err != nil {
		log.Fatal(err)
	}
	defer r.Release()

	// Draw draws over the current framebuffer: here one that holds a texture, in a program with a
	// window 0. Half floats keep colours above 1, which many sparks add up to.
	const width, height = 320, 180
	var texture, framebuffer uint32
	gl.GenTextures(1, &texture)
	gl.BindTexture(gl.TEXTURE_2D, texture)
	gl.TexStorage2D(gl.TEXTURE_2D, 1, gl.RGBA16F, width, height)
	gl.GenFramebuffers(1, &framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
	gl.Viewport(0, 0, width, height)

	camera := particles.Camera{
		View:       mgl32.LookAtV(mgl32.Vec3{0, 0, 4}, mgl32.Vec3{}, mgl32.Vec3{0, 1, 0}),
		Projection: mgl32.Perspective(1, float32(width)/height, 0.1, 100),
		Near:       0.1, Far: 100,
	}
	for range 60 { // in the render loop
		sparks.SetCamera(camera)
		if err := sparks.Step(1.0 / 60); err != nil {
			log.Fatal(err)
		}
		gl.Clear(gl.COLOR_BUFFER_BIT) // draw the scene here
		if err := r.Draw(camera, draw.Target{}); err != nil {
			log.Fatal(err)
		}
	}

	pixels := make([][4]float32, width*height)
	gl.ReadPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, gl.Ptr(pixels))
	lit := 0
	for _, p := range pixels {
		if p[3] > 0 {
			lit++
		}
	}
	fmt.Println("sparks are in the image:", lit > 500)
	// Output: sparks are in the image: true
}
