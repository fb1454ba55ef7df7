// SPDX-License-Identifier: MIT

// Package showtest runs examples in tests without a window, and checks their output.
package showtest

import (
	"context"
	"encoding/json"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/combgl/comb/gpu/gputest" // turns the cache in the user's home off
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/particles/examples/internal/show"
)

// Stats are the numbers of an example that tests check.
type Stats struct {
	Image   image.Image           `json:"-"`
	Drawing struct{ Name string } `json:"picture"`
	Scene   map[string]float64
	Stages  []struct{ Name string }
	Systems map[string]struct {
		Alive, Dropped int
		Emitted, Died  uint64
		Sort           string
		Stages         []struct{ Name string }
	}
}

// Headless runs an example for a small image, which must not be dark, and returns its numbers.
// Without OpenGL the test is skipped, unless COMB_EXPECT_GL is set.
func Headless(t *testing.T, a show.App, args ...string) (n Stats) {
	t.Helper()
	if c, err := offscreen.New(offscreen.Options{}); err == nil {
		c.Release()
	} else if os.Getenv("COMB_EXPECT_GL") == "" {
		t.Skipf("no OpenGL here: %v", err)
	}
	out, numbers := filepath.Join(t.TempDir(), "out.png"), filepath.Join(t.TempDir(), "stats.json")
	var output strings.Builder
	args = append([]string{"-headless", "-size", "160x90", "-o", out, "-stats", numbers}, args...)
	if code := show.Run(context.Background(), a, args, &output, &output); code != 0 {
		t.Fatalf("%v: exit code %d: %s", args, code, output.String())
	}
	data, err := os.ReadFile(numbers)
	if err == nil {
		err = json.Unmarshal(data, &n)
	}
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if lit := bright(img); img.Bounds().Dx() != 160 || img.Bounds().Dy() != 90 || lit < 20 || lit > 160*90*9/10 {
		t.Errorf("an image of %v with %d bright pixels", img.Bounds(), lit)
	}
	if n.Drawing.Name != "picture" {
		t.Errorf("there is no time of the image: %+v", n.Drawing)
	}
	n.Image = img
	return n
}

// bright counts the pixels that particles lit; the stage alone is darker.
func bright(img image.Image) (n int) {
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if r, g, b, _ := img.At(x, y).RGBA(); max(r, g, b) > 0x6000 {
				n++
			}
		}
	}
	return n
}

// Refuses runs an example with invalid flags.
func Refuses(t *testing.T, a show.App, args ...string) {
	t.Helper()
	var output strings.Builder
	if code := show.Run(context.Background(), a, append([]string{"-headless"}, args...), &output, &output); code != 2 || !strings.Contains(output.String(), args[0]) {
		t.Errorf("%v: exit code %d: %s", args, code, output.String())
	}
}
