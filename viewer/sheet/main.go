// SPDX-License-Identifier: MIT

// Command sheet makes contact sheets of the images that gallery.sh renders: one JPEG for each
// model in the folder, with a row for each light and a column for each side.
//
//	go run ./viewer/sheet out/gallery docs/gallery 480
//
// The last argument is the width of a cell in pixels. Models without all of their images are left
// out.
package main

import (
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	_ "image/png" // the images are PNG files
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/combgl/comb/internal/atomicfile"
)

var (
	lights = []string{"studio", "behind", "horizon"}
	sides  = []string{"front", "side", "back"}
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sheet:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("got %d arguments, want the folder of images, the folder of sheets, and the width of a cell", len(args))
	}
	width, err := strconv.Atoi(args[2])
	if err != nil || width < 16 || width > 4096 {
		return fmt.Errorf("the width of a cell is %q, want 16 to 4096", args[2])
	}
	if err := os.MkdirAll(args[1], 0o755); err != nil {
		return err
	}
	models, err := modelsIn(args[0])
	if err != nil {
		return err
	}
	for _, model := range models {
		sheet, err := makeSheet(args[0], model, width)
		if err != nil {
			fmt.Fprintf(os.Stderr, "sheet: no %s: %v\n", model, err)
			continue
		}
		path := filepath.Join(args[1], model+".jpg")
		if err := atomicfile.Write(path, func(w io.Writer) error { return jpeg.Encode(w, sheet, &jpeg.Options{Quality: 82}) }); err != nil {
			return err
		}
		fmt.Println(path)
	}
	return nil
}

// modelsIn returns the names of the models that a folder has a first image of.
func modelsIn(folder string) (models []string, err error) {
	first := "-" + lights[0] + "-" + sides[0] + ".png"
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if model, ok := strings.CutSuffix(f.Name(), first); ok {
			models = append(models, model)
		}
	}
	if len(models) == 0 {
		return nil, fmt.Errorf("%s has no image of the gallery, want NAME%s", folder, first)
	}
	return models, nil
}

func makeSheet(folder, model string, width int) (*image.RGBA, error) {
	var sheet *image.RGBA
	for y, light := range lights {
		for x, side := range sides {
			img, err := load(filepath.Join(folder, model+"-"+light+"-"+side+".png"))
			if err != nil {
				return nil, err
			}
			cell := scaled(img, width)
			size := cell.Bounds().Size()
			if sheet == nil {
				sheet = image.NewRGBA(image.Rect(0, 0, len(sides)*size.X, len(lights)*size.Y))
			}
			draw.Draw(sheet, image.Rect(x*size.X, y*size.Y, (x+1)*size.X, (y+1)*size.Y), cell, image.Point{}, draw.Src)
		}
	}
	return sheet, nil
}

func load(path string) (image.Image, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	img, _, err := image.Decode(f)
	return img, err
}

// scaled returns an image of that width, whose pixels are means of those that they cover.
func scaled(img image.Image, width int) *image.RGBA {
	b := img.Bounds()
	height := max(1, (b.Dy()*width+b.Dx()/2)/b.Dx())
	out := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		y0, y1 := b.Min.Y+y*b.Dy()/height, b.Min.Y+max((y+1)*b.Dy()/height, y*b.Dy()/height+1)
		for x := range width {
			x0, x1 := b.Min.X+x*b.Dx()/width, b.Min.X+max((x+1)*b.Dx()/width, x*b.Dx()/width+1)
			var sum [4]uint32
			for py := y0; py < y1; py++ {
				for px := x0; px < x1; px++ {
					red, green, blue, alpha := img.At(px, py).RGBA()
					sum[0], sum[1], sum[2], sum[3] = sum[0]+red>>8, sum[1]+green>>8, sum[2]+blue>>8, sum[3]+alpha>>8
				}
			}
			n := uint32((x1 - x0) * (y1 - y0))
			for c, v := range sum {
				out.Pix[out.PixOffset(x, y)+c] = uint8((v + n/2) / n)
			}
		}
	}
	return out
}
