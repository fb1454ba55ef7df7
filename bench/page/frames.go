// SPDX-License-Identifier: MIT

package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/combgl/comb/bench/result"
)

// framed is a kind of frame: so much hair in one image. It has a row for each stage, while all
// moves and while only the camera does.
type framed struct {
	n             int
	image         string
	memory        int64
	moving, still map[string]result.Row // by stage
}

// Frames is the text that Readme writes for the frames of hair: a line for each amount of hair
// and each image.
func Frames(rows []result.Row) (string, error) {
	good, err := ofOneMachine(rows)
	if err != nil {
		return "", err
	}
	good = result.Filter(good, isFrame)
	kinds, stages := framesOf(good)
	if len(kinds) == 0 {
		return "", fmt.Errorf("page: there are no rows of frame to show")
	}
	var s strings.Builder
	wall := result.Wall(good)
	clock := "GPU time"
	if wall {
		clock = "wall time"
		stages = nil // a stage has none of its own
	}
	s.WriteString("\n" + result.Wrapped("", fmt.Sprintf(`Milliseconds of %s on %s (OpenGL %s), medians of %s frames. The camera turns from frame to frame. Two lights are
		fixed to the world and cast shadows. "Moving" finds the shadow anew for each frame; the stages are of these frames. "Still" keeps it, as hair and lights stay. Memory is an estimate. Each frame is checked: its
		segments are in order and all are listed.`, clock, result.ShortDevice(good[0].Device), good[0].Driver, calls(good))) + "\n")
	cell := func(r result.Row) string {
		if r.By(wall) <= 0 {
			return ""
		}
		return result.Figures(r.By(wall) / 1000)
	}
	var lines [][]string
	for _, f := range kinds {
		memory := ""
		if f.memory > 0 {
			memory = result.Figures(float64(f.memory) / (1 << 30))
		}
		line := []string{result.Digits(f.n), f.image, memory, cell(f.moving["frame"]), cell(f.still["frame"])}
		for _, name := range stages {
			line = append(line, cell(f.moving[name]))
		}
		lines = append(lines, line)
	}
	s.WriteString(markdown(append([]string{"segments", "image", "memory, GiB", "moving", "still"}, stages...), lines) + "\n")
	return s.String(), nil
}

// framesOf puts rows of frames together, with the names of all stages in their order.
func framesOf(rows []result.Row) (kinds []framed, stages []string) {
	for _, r := range rows {
		f := result.FindOrAdd(&kinds, func(f framed) bool { return f.n == r.N && f.image == r.Note },
			framed{n: r.N, image: r.Note, moving: map[string]result.Row{}, still: map[string]result.Row{}})
		f.memory = max(f.memory, r.Memory)
		if r.Dist == "still" {
			f.still[r.Variant] = r
		} else {
			f.moving[r.Variant] = r
		}
		if r.Variant != "frame" && !slices.Contains(stages, r.Variant) {
			stages = append(stages, r.Variant)
		}
	}
	return kinds, stages
}
