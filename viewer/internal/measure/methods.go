// SPDX-License-Identifier: MIT

package measure

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/internal/printable"
	"github.com/combgl/comb/viewer/internal/flags"
)

// method is an OIT method with its order and key bits, and how far it is from the reference.
type method struct {
	Transparency string `json:"transparency"`
	Order        string `json:"order,omitempty"`    // of blend
	KeyBits      int    `json:"key_bits,omitempty"` // of blend when it sorts
	*comparison
	ListLeftover int          `json:"list_leftover,omitempty"` // fragments without a place in the per-pixel lists
	WallMS       float64      `json:"wall_ms"`
	Stages       []StageStats `json:"stages"`
	Error        string       `json:"error,omitempty"` // why there are no figures
}

// allMethods returns blend in every order, with sorted keys of several lengths, and every other OIT
// method but the reference.
func allMethods(base hair.Options, reference hair.Transparency) []hair.Options {
	var all []hair.Options
	add := func(m hair.Transparency, order hair.Order, bits int) {
		o := base
		o.Transparency.Method, o.Transparency.Order, o.Transparency.KeyBits = m, order, bits
		o.Transparency.Core = base.Transparency.Core && m != hair.Exact
		all = append(all, o)
	}
	for _, order := range hair.Orders() {
		bits := []int{16}
		if order == hair.Sorted {
			bits = flags.KeyBitSteps[:]
		}
		for _, b := range bits {
			add(hair.Blend, order, b)
		}
	}
	for _, m := range hair.Transparencies() {
		if m != hair.Blend && m != reference {
			add(m, hair.Sorted, 16)
		}
	}
	return all
}

// methods measures all of them. One that this driver cannot draw gets a row with the error.
func (m *Meter) methods(ctx context.Context, y *referenceImages, cameras []hair.Camera) (rows []method, err error) {
	var r *hair.Renderer
	defer func() { r.Release() }()
	var made hair.Options
	for _, o := range allMethods(m.Scene.Options, y.method) {
		row := method{Transparency: o.Transparency.Method.String()}
		if o.Transparency.Method == hair.Blend {
			if row.Order = o.Transparency.Order.String(); o.Transparency.Order != hair.Unsorted {
				row.KeyBits = o.Transparency.KeyBits
			}
		}
		if r == nil || made.Transparency.Method != o.Transparency.Method {
			r.Release()
			r, err = m.Scene.Another(o, m.Width, m.Height)
			made = o
		} else {
			err = errors.Join(r.SetOrder(o.Transparency.Order), r.SetKeyBits(o.Transparency.KeyBits))
		}
		if err == nil {
			err = m.method(ctx, &row, y, r, cameras)
		}
		if err != nil {
			if ctx.Err() != nil || errors.Is(err, gpu.ErrContextLost) || flags.IsInputError(err) {
				return rows, err
			}
			row.Error, row.comparison = flags.Named(err).Error(), nil
			r.Release()
			r = nil
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// method draws and measures one.
func (m *Meter) method(ctx context.Context, row *method, y *referenceImages, r *hair.Renderer, cameras []hair.Camera) error {
	images, f, err := m.Shoot(ctx, row.name(), r, cameras)
	if err != nil {
		return err
	}
	if f, err = m.Timed(ctx, r, cameras[len(cameras)-1], f); err != nil {
		return err
	}
	c, err := y.measure(images)
	row.comparison, row.WallMS, row.Stages, row.ListLeftover = &c, Milliseconds(f.Wall), stagesOf(f.Stages), f.Drawn.Leftover
	return err
}

func (m method) name() string {
	switch {
	case m.KeyBits != 0:
		return fmt.Sprintf("%s, %s, %d bits", m.Transparency, m.Order, m.KeyBits)
	case m.Order != "":
		return m.Transparency + ", " + m.Order
	}
	return m.Transparency
}

func (m method) remark() string {
	if m.ListLeftover == 0 {
		return ""
	}
	return fmt.Sprintf("  (%d fragments had no place in a list)", m.ListLeftover)
}

func printMethods(w io.Writer, rows []method) {
	fmt.Fprintf(w, "%-26s %8s %9s %7s %8s %8s %8s %9s %9s\n", "", "PSNR dB", "mean", "max", "% off", "SSIM", "FLIP", "temporal", "ms")
	for _, m := range rows {
		if m.comparison == nil {
			fmt.Fprintf(w, "%-26s %s\n", m.name(), printable.Line(m.Error))
			continue
		}
		temporal := ""
		if m.TemporalRMS != nil {
			temporal = fmt.Sprintf("%.5f", *m.TemporalRMS)
		}
		fmt.Fprintf(w, "%-26s %8.2f %9.5f %7.3f %8.3f %8.5f %8.5f %9s %9.2f%s\n",
			m.name(), m.PSNR, m.MeanError, m.MaxError, 100*m.PixelsOff, m.SSIM, m.FLIP, temporal, m.WallMS, m.remark())
	}
}
