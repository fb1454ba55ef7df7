// SPDX-License-Identifier: MIT

package shadow

import (
	"fmt"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

func TestShadersShadow(t *testing.T) {
	pieceKey, placeKey, lookup, plan := sliceSpecs(65535)
	gputest.Validate(t, []kernel.Spec{scene.ZeroSpec(), pieceKey, placeKey, lookup, plan, exactSpec()})
	for _, texels := range []bool{false, true} {
		mark, flag, tilePlan, sum, find := volumeSpecs(65535, texels)
		gputest.Validate(t, []kernel.Spec{mark, flag, tilePlan, sum, find, deepSpec(texels, 3), deepSpec(texels, 16), occupancySpec(texels)})
	}
	list, column := columnSpecs()
	gputest.Validate(t, []kernel.Spec{list, column, placesLightSpec(false), placesLightSpec(true), columnAddition().spec(true)})
	front, layers := deepAdditions(8)
	reach, bits := occupancyAdditions()
	count, emit := exactPrograms()
	files := []scene.Program{headLightProgram(), mapProgram(), pieceProgram(), count, emit}
	for _, a := range []addition{volumeAddition(), front, layers, reach, bits} {
		files = append(files, a.program())
		gputest.Validate(t, []kernel.Spec{a.spec(false), a.spec(true)})
	}
	for _, f := range files {
		var sources [2]shaders.Source
		var err error
		if sources[0], sources[1], err = f.Sources(); err != nil {
			t.Fatal(err)
		}
		gputest.ValidateSource(t, f.Vertex, "vert", sources[0])
		gputest.ValidateSource(t, f.Fragment, "frag", sources[1])
	}
}

func TestPieces(t *testing.T) {
	for _, c := range []struct {
		mean, size float32
		want       int
	}{{0, 1, 1}, {1, 0, 1}, {1.0 / 128, 1, 1}, {1.0 / 64, 1, 1}, {3.0 / 128, 1, 2}, {4.0 / 64, 1, 4}, {1, 1, scene.MostPieces}} {
		t.Run(fmt.Sprint("mean=", c.mean, ",size=", c.size), func(t *testing.T) {
			if got := piecesOf(c.mean, c.size); got != c.want {
				t.Errorf("segments of %v in a model of %v: %d pieces, want %d", c.mean, c.size, got, c.want)
			}
		})
	}
}

func TestBands(t *testing.T) {
	counts := []uint32{1, 2, 0, 0, 0, 0, 0, 0, 5, 1, 1, 3, 9, 0, 0, 0} // rows of 3, 0, 10, 9
	for _, c := range []struct {
		most int
		want []band
	}{
		{30, []band{{0, 4, 0, 22}}},
		{13, []band{{0, 3, 0, 13}, {3, 4, 13, 9}}},
		{10, []band{{0, 2, 0, 3}, {2, 3, 3, 10}, {3, 4, 13, 9}}},
		{9, nil},
	} {
		t.Run(fmt.Sprint("most=", c.most), func(t *testing.T) {
			got, err := BandsOf(counts, 4, c.most)
			if !slices.Equal(got, c.want) || (err == nil) != (c.want != nil) {
				t.Errorf("at most %d: %v, %v, want %v", c.most, got, err, c.want)
			}
		})
	}
}

func TestTraces(t *testing.T) {
	gpus, software := gpu.Caps{}, gpu.Caps{Software: true}
	for _, c := range []struct {
		caps        gpu.Caps
		size        int
		widthPixels float32
		want        bool
	}{
		{gpus, 512, 0, true}, {gpus, 8192, 1024, true}, {software, 512, 0, true}, {software, 512, 64, true}, {software, 512, 1024, false}, {software, 1024, 0, false},
	} {
		if got := traces(c.caps, c.size, c.widthPixels); got != c.want {
			t.Errorf("a map of %d texels, hairs of %v, software %v: traced is %v, want %v", c.size, c.widthPixels, c.caps.Software, got, c.want)
		}
	}
}

func TestInColumns(t *testing.T) {
	for _, c := range []struct {
		texels, traced bool
		words          int
		want           bool
	}{{true, true, 1 << 20, true}, {true, true, 1 << 25, true}, {true, true, 1<<25 + 1, false}, {true, false, 1 << 20, false}, {false, true, 1 << 20, false}} {
		if got := inColumns(c.texels, c.traced, c.words, 1<<27); got != c.want {
			t.Errorf("texels %v, traced %v, %d words of 2^27 bytes: got %v, want %v", c.texels, c.traced, c.words, got, c.want)
		}
	}
}
