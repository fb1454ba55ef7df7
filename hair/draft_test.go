// SPDX-License-Identifier: MIT

package hair

import (
	"bytes"
	"math"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/groom"
)

// setDraft is SetDraft, which may not fail.
func setDraft(t *testing.T, r *Renderer, on bool) {
	t.Helper()
	if err := r.SetDraft(on); err != nil {
		t.Fatal(err)
	}
}

// frameOf returns the pixels of a frame.
func frameOf(t *testing.T, r *Renderer, c Camera, target uint32, width, height int) []byte {
	t.Helper()
	if err := r.Reserve(c); err != nil {
		t.Fatal(err)
	}
	if err := r.Frame(c, Target{Framebuffer: target}, nil); err != nil {
		t.Fatal(err)
	}
	return readTarget(target, width, height)
}

// A draft looks like the whole, has the points of the model that its plan says, and leaves nothing
// in whole frames.
func TestDraftLeavesWholeFramesAsTheyWere(t *testing.T) {
	dev := gputest.Device(t)
	const width, height = 96, 72
	for _, o := range []Options{
		{Transparency: TransparencyOptions{Method: Tiles}},
		{Transparency: TransparencyOptions{Order: PerStrand}, Light: LightOptions{Shadow: DeepShadow}, Image: ImageOptions{Samples: 1}},
		{Transparency: TransparencyOptions{Method: Tiles}, Light: LightOptions{Shadow: SliceShadow}},
	} {
		gputest.Run(t, dev, o.Light.Shadow.String()+","+o.Transparency.Method.String(), func(t *testing.T) {
			set, head := thinned(t)
			o.Head, o.Strands.Detail = head, DraftDetail
			r, whole := render(t, dev, set, o, front, width, height)
			camera, target := front(r), newTarget(t, width, height)
			setDraft(t, r, true)
			draft := frameOf(t, r, camera, target, width, height)
			mean := 0.0
			for i := range draft {
				mean += math.Abs(float64(draft[i])-float64(whole[i])) / float64(len(draft))
			}
			if t.Logf("a draft is %.2f of 255 from the whole frame on the mean", mean); mean == 0 || mean > 6 {
				t.Errorf("a draft is %.2f of 255 from the whole frame on the mean", mean)
			}
			setDraft(t, r, false)
			if again := frameOf(t, r, camera, target, width, height); !bytes.Equal(again, whole) {
				t.Error("a whole frame after a draft is not what it was before")
			}
			if r.scene.Hair == &r.draft.hair.Hair || r.scene.Head.Head != o.Head {
				t.Error("a whole frame has the hair or the head of a draft")
			}
		})
	}
}

// A shadow method that is made between two drafts has room for whole frames.
func TestShadowsMadeDuringDrafts(t *testing.T) {
	dev := gputest.Device(t)
	const width, height = 32, 24
	set := tuft(150)
	for _, shadow := range Shadows() {
		gputest.Run(t, dev, shadow.String(), func(t *testing.T) {
			o := Options{Light: LightOptions{Shadow: shadow, ShadowSize: 64}}
			_, want := render(t, dev, set, o, front, width, height)
			o.Light.Shadow = NoShadow
			r, _ := render(t, dev, set, o, front, width, height)
			camera, target := front(r), newTarget(t, width, height)
			setDraft(t, r, true)
			frameOf(t, r, camera, target, width, height)
			if err := r.SetShadow(shadow); err != nil {
				t.Fatal(err)
			}
			frameOf(t, r, camera, target, width, height)
			setDraft(t, r, false)
			if got := frameOf(t, r, camera, target, width, height); !bytes.Equal(got, want) {
				t.Error("the frame is not that of a Renderer without drafts")
			}
		})
	}
}

// What a draft needs first has room for whole frames: the level of detail, and sorts by more bits.
func TestDetailMadeDuringDrafts(t *testing.T) {
	dev := gputest.Device(t)
	set, _ := thinned(t)
	o := Options{Light: LightOptions{Shadow: NoShadow}, Transparency: TransparencyOptions{KeyBits: 8}}
	r, _ := render(t, dev, set, o, front, 48, 48)
	o.Strands.Detail, o.Transparency.KeyBits = 0.9, 24
	_, want := render(t, dev, set, o, front, 48, 48)
	camera, target := front(r), newTarget(t, 48, 48)
	setDraft(t, r, true)
	frameOf(t, r, camera, target, 48, 48)
	if err := r.SetKeyBits(24); err != nil {
		t.Fatal(err)
	}
	setDraft(t, r, false)
	r.SetDetail(0.9)
	if got := frameOf(t, r, camera, target, 48, 48); !bytes.Equal(got, want) {
		t.Error("the frame is not that of a Renderer without drafts")
	}
}

// The points of a draft follow those of the model.
func TestDraftFollowsThePoints(t *testing.T) {
	dev := gputest.Device(t)
	set, _ := thinned(t)
	r, _ := render(t, dev, set, Options{Light: LightOptions{Shadow: NoShadow}}, front, 48, 48)
	camera, target := front(r), newTarget(t, 48, 48)
	compare := func(what string) {
		t.Helper()
		setDraft(t, r, true)
		frameOf(t, r, camera, target, 48, 48)
		all, err := r.m.hair.Points.Download()
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.scene.Hair.Points.Download()
		if err != nil {
			t.Fatal(err)
		}
		want := make([][4]float32, len(got))
		for i, source := range r.m.draft.Sources {
			want[i] = all[source]
		}
		gputest.Equal(t, what, got, want)
	}
	compare("at first")
	points, err := r.m.Moving(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{"moving", "still moving", "at rest"} {
		moved, err := r.m.hair.Points.Download()
		if err != nil {
			t.Fatal(err)
		}
		for i := range moved {
			moved[i][0] += 0.001
		}
		if err := gpu.Upload(dev, points, moved); err != nil {
			t.Fatal(err)
		}
		if what == "at rest" {
			r.m.Rest()
		}
		compare(what)
	}
	if got := r.Detail(); got != DraftDetail {
		t.Errorf("a draft has a share of %v, want %v", got, float32(DraftDetail))
	}
	if d, err := r.Inspect(); err != nil || d.Expanded != r.m.draft.Segments() {
		t.Errorf("got %d segments, want %d; %v", d.Expanded, r.m.draft.Segments(), err)
	}
}

// The coarse head covers the samples that the head covers, but for a few at its outline.
func TestDraftKeepsTheOutlineOfTheHead(t *testing.T) {
	dev := gputest.Device(t)
	const width, height = 128, 96
	set := tuft(3)
	set.Unit = 0.01
	for _, turn := range []float32{0, 1.5} {
		r, _ := render(t, dev, set, Options{Head: bust(), Transparency: TransparencyOptions{Method: Tiles}, Light: LightOptions{Shadow: NoShadow}}, front, width, height)
		low, high := groom.HeadBox()
		camera := Fit(low, high, 4.0/3).Orbit(turn, 0.1, 1)
		target := newTarget(t, width, height)
		var covered [2][]uint32
		for i := range covered {
			setDraft(t, r, i > 0)
			frameOf(t, r, camera, target, width, height)
			covered[i] = make([]uint32, r.scene.Traced.Depths.Size()/4)
			if err := gpu.Download(dev, r.scene.Traced.Depths, covered[i]); err != nil {
				t.Fatal(err)
			}
		}
		all, wrong := 0, 0
		for i, word := range covered[0] {
			if word != 0 {
				all++
			}
			if (word != 0) != (covered[1][i] != 0) {
				wrong++
			}
		}
		if all < width*height/4 || wrong > all/200 {
			t.Errorf("turned by %v: %d of %d samples are covered by one of both", turn, wrong, all)
		}
		t.Logf("turned by %v: %d of %d samples are covered by one of both", turn, wrong, all)
	}
}

func TestDraftsAllocateNothing(t *testing.T) {
	dev := gputest.Device(t)
	r, _ := render(t, dev, tuft(700), Options{Head: bust(), Transparency: TransparencyOptions{Method: Tiles}}, front, 64, 64)
	camera, target := front(r), Target{Framebuffer: newTarget(t, 64, 64)}
	r.SetDetail(0.05)
	frame := func() {
		setDraft(t, r, true)
		r.RedoShadow()
		if err := r.Frame(camera, target, nil); err != nil {
			t.Fatal(err)
		}
	}
	if n := testing.AllocsPerRun(6, frame); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}
