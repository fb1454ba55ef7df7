// SPDX-License-Identifier: MIT

package measure

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"math"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/internal/imagediff"
)

// detailStats is a level of detail beside all strands, for the stats file.
type detailStats struct {
	Requested string  `json:"asked"` // a share, or auto
	Share     float64 `json:"share"`
	Coverage  float64 `json:"coverage_px"` // the area of all hair on the screen, in pixels, times its opacity
	*comparison
	Blurred *float64 `json:"psnr_4x4_db,omitempty"` // of the means of 4 x 4 pixels
	cullStats
	WallMS float64      `json:"wall_ms"`
	Stages []StageStats `json:"stages"`
}

// cullStats count what a frame expanded, and why some of it was not drawn.
type cullStats struct {
	Expanded int `json:"expanded_segments"`
	Outside  int `json:"culled_outside"`
	Hidden   int `json:"culled_hidden"`
	Small    int `json:"culled_small"`
	Drawn    int `json:"drawn_segments"`
}

func cullOf(d hair.Drawn) cullStats {
	return cullStats{d.Expanded, d.Outside, d.Hidden, d.Small, d.Segments}
}

// usualRecede is -recede for a report when neither it nor -turn is given.
const usualRecede = 1.02

// details measures each level of detail of -lod-report against all strands, by the same OIT method
// with as many samples.
func (m *Meter) details(ctx context.Context, camera hair.Camera, out *Stats) error {
	want := m.Options.Run.Measuring
	if want.Details == nil {
		return nil
	}
	if want.Turn == 0 && want.Recede == 0 {
		want.Recede = usualRecede
	}
	r, cameras := m.Scene.Renderer, want.Cameras(camera)
	defer r.SetDetail(m.Options.Shape.Detail)
	y := &referenceImages{name: "full detail", turn: want.Turn, recede: want.Recede}
	r.SetDetail(1)
	if err := m.reference(ctx, y, r, cameras); err != nil {
		return err
	}
	for _, share := range want.Details {
		row, err := m.detail(ctx, r, share, y, cameras)
		if err != nil {
			return err
		}
		out.Details = append(out.Details, row)
	}
	printDetails(m.Log.Results, out.Details)
	return nil
}

// detail draws and measures one level. The figures are those of the first camera, and the time is
// that of the last frame.
func (m *Meter) detail(ctx context.Context, r *hair.Renderer, share float32, y *referenceImages, cameras []hair.Camera) (row detailStats, err error) {
	row.Requested = fmt.Sprint(share)
	if share == hair.AutoDetail {
		row.Requested = "auto"
	}
	r.SetDetail(share)
	var images []*image.NRGBA
	for i, c := range cameras {
		one, f, err := m.Shoot(ctx, "detail "+row.Requested, r, []hair.Camera{c})
		if err != nil {
			return row, err
		}
		images = append(images, one...)
		if i == len(cameras)-1 {
			if f, err = m.Timed(ctx, r, c, f); err != nil {
				return row, err
			}
		}
		row.WallMS, row.Stages = Milliseconds(f.Wall), stagesOf(f.Stages)
		if i > 0 {
			continue
		}
		row.Share, row.cullStats = float64(r.Detail()), cullOf(f.Drawn)
		if row.Coverage, err = r.Coverage(); err != nil {
			return row, err
		}
	}
	c, err := y.measure(images)
	if errors.Is(err, imagediff.ErrMask) {
		return row, nil
	}
	blurred := blurredPSNR(images[0], y.images[0], y.masks[0])
	row.comparison, row.Blurred = &c, &blurred
	return row, err
}

func printDetails(w io.Writer, rows []detailStats) {
	fmt.Fprintf(w, "%-7s %7s %9s %9s %10s %8s %8s %8s %8s %9s %9s\n", "detail", "share", "expanded", "drawn", "cover px", "PSNR dB", "4x4 dB", "SSIM", "FLIP", "temporal", "ms")
	for _, d := range rows {
		fmt.Fprintf(w, "%-7s %7.4f %9d %9d %10.1f", d.Requested, d.Share, d.Expanded, d.Drawn, d.Coverage)
		if d.comparison != nil {
			fmt.Fprintf(w, " %8.2f %8.2f %8.5f %8.5f %9.5f", d.PSNR, *d.Blurred, d.SSIM, d.FLIP, *d.TemporalRMS)
		}
		fmt.Fprintf(w, " %9.2f\n", d.WallMS)
	}
}

// blurredPSNR is the PSNR of the means of 4 x 4 pixels, as a viewer at some distance sees them.
// A cell counts if at least half of its pixels are in the mask.
func blurredPSNR(a, b *image.NRGBA, mask []bool) float64 {
	const cell = 4
	size, squares, n := a.Bounds().Size(), 0.0, 0
	for y := 0; y+cell <= size.Y; y += cell {
		for x := 0; x+cell <= size.X; x += cell {
			var off [3]int
			inside := 0
			for i := range cell * cell {
				at := (y+i/cell)*size.X + x + i%cell
				if mask[at] {
					inside++
				}
				for c := range off {
					off[c] += int(a.Pix[4*at+c]) - int(b.Pix[4*at+c])
				}
			}
			if inside < cell*cell/2 {
				continue
			}
			for _, d := range off {
				squares += float64(d*d) / (cell * cell * cell * cell)
				n++
			}
		}
	}
	if squares == 0 {
		return imagediff.MostPSNR
	}
	return 10 * math.Log10(255*255*float64(n)/squares)
}
