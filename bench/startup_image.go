// SPDX-License-Identifier: MIT

package main

import (
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/reduce"
)

// imageWidth is the image's, of 100,000 texels.
const imageWidth = 400

// imageJob finds the largest value of each channel of an image.
func (m maker) imageJob() (*job, error) {
	j := m.newJob(16 * int64(m.n))
	if m.tune.Algorithm == gpu.Chained {
		return j, errNoForm
	}
	tune := m.tune
	tune.Algorithm = gpu.Chunked
	shape, err := gpu.Pick(m.d.Caps(), tune)
	if err != nil {
		return j, err
	}
	j.row.Variant = shape.Variant()
	im, err := keep(m.pool, "image", func() (*reduce.Image, error) {
		return reduce.NewImage(m.d, reduce.ImageOptions{Op: reduce.Max, Tuning: m.tune})
	})
	if err != nil {
		return j, err
	}
	texels := make([]float32, 4*m.n)
	want := make([]uint32, 4)
	for i := range texels {
		texels[i] = float32(mixed(uint32(i)) >> 8)
		want[i%4] = max(want[i%4], math.Float32bits(texels[i])) // of floats above 0 the bits have the same order
	}
	texture, free, err := m.d.NewPicture(imageWidth, m.n/imageWidth, texels)
	if err != nil {
		return j, err
	}
	j.release = free
	dst, err := m.target(areaDst, 4)
	j.run = func() error { return im.Reduce(dst, texture, 0) }
	j.check = func() error { return m.expect("image", dst, want) }
	return j, err
}
