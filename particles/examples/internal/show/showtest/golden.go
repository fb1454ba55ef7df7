// SPDX-License-Identifier: MIT

package showtest

import (
	"flag"
	"image"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/combgl/comb/internal/atomicfile"
)

var update = flag.Bool("update", false, "write the golden images anew")

// Drivers round sines and roots differently, so particles move apart in time. Images are therefore
// compared after averaging over squares of some pixels. These are the largest allowed differences
// in levels of 255: of the mean over all squares, and of any square.
const (
	square    = 10
	meanApart = 1.5
	mostApart = 14
)

// Golden compares an image with testdata/name.png. -update writes that file.
func Golden(t *testing.T, name string, img image.Image) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	if *update {
		err := os.MkdirAll("testdata", 0o755)
		if err == nil {
			err = atomicfile.Write(path, func(w io.Writer) error { return png.Encode(w, img) })
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	mean, most := Apart(img, want)
	t.Logf("%s: squares differ by %.2f levels, at most %.2f", name, mean, most)
	if mean > meanApart || most > mostApart {
		t.Errorf("%s: squares differ by %.2f levels, at most %.2f: up to %v and %v are allowed", name, mean, most, meanApart, float64(mostApart))
	}
}

// Apart returns the mean and the largest difference between the squares of two images, in levels.
func Apart(a, b image.Image) (mean, most float64) {
	if a.Bounds() != b.Bounds() {
		return 255, 255
	}
	n := 0
	for y := a.Bounds().Min.Y; y+square <= a.Bounds().Max.Y; y += square {
		for x := a.Bounds().Min.X; x+square <= a.Bounds().Max.X; x += square {
			p, q := meanOf(a, x, y), meanOf(b, x, y)
			for c := range p {
				d := math.Abs(p[c] - q[c])
				mean += d
				most = max(most, d)
				n++
			}
		}
	}
	return mean / float64(max(n, 1)), most
}

func meanOf(img image.Image, x, y int) (sum [3]float64) {
	for i := range square * square {
		r, g, b, _ := img.At(x+i%square, y+i/square).RGBA()
		for c, v := range [3]uint32{r, g, b} {
			sum[c] += float64(v>>8) / (square * square)
		}
	}
	return sum
}
