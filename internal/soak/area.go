// SPDX-License-Identifier: MIT

package soak

import (
	"fmt"
	"maps"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// The areas of the arena: what a trial reads, writes, and counts in.
const (
	areaIn      = iota // items, records or keys
	areaPayload        // what goes with keys
	areaCuts           // flags, masks, keys of segments, offsets, edges
	areaCount          // the number of items, where the GPU has it
	areaSegments
	areaOut
	areaOut2
	areaOut3
	areaWork
	areaScratch
	areaRing
	areas
)

const (
	guardWords   = 64 // of junk, at least, before and behind what a trial places
	slackWords   = 512
	scratchSlack = 4 << 20 // words: what a sort needs of its workers, whatever n is
	ringSlots    = 512     // in two halves
)

// areaWords is how many words each area has for at most most items, of two words or so.
func areaWords(most int) [areas]int {
	most = max(most, 1<<13) // a histogram has its bins however few items there are
	return [areas]int{
		areaIn: 2*most + slackWords, areaPayload: 2*most + slackWords, areaCuts: 2*most + slackWords,
		areaCount: slackWords, areaSegments: slackWords,
		areaOut: 2*most + slackWords, areaOut2: 2*most + slackWords, areaOut3: most + slackWords,
		areaWork: 2*most + slackWords, areaScratch: 6*most + scratchSlack, areaRing: ringSlots * slotWords,
	}
}

// arena takes all of the memory once and cuts it.
func (e *engine) arena() error {
	const align = 64 // words
	words := areaWords(e.o.Most)
	total := 0
	for _, w := range words {
		total += (w + align - 1) / align * align
	}
	e.memory = kernel.NewScratch(e.d, "soak")
	if err := e.memory.Reserve(4 * total); err != nil {
		return fmt.Errorf("%d MiB for at most %d items: %w", total>>18, e.o.Most, err)
	}
	at := 0
	for i, w := range words {
		if 4*w > e.d.Caps().MaxStorageBytes {
			return fmt.Errorf("%d items at most: an area of %d bytes, a shader-storage block has at most %d: %w", e.o.Most, 4*w, e.d.Caps().MaxStorageBytes, gpu.ErrTooLarge)
		}
		var err error
		if e.area[i], err = e.memory.View().Slice(4*at, 4*(at+w)); err != nil {
			return err
		}
		at += (w + align - 1) / align * align
	}
	return nil
}

// part is an operand: some words in an area, with junk before and behind, and what of it an
// operation may write.
type part struct {
	area        int
	from, words int
	made        args
	view        gpu.View

	may  int // words from the front that may be written
	bits int // of the word behind those
	each int // more words for each item of a class that class_count counts, at most room items
	room int

	class int

	wrong uint32 // what other words than those made mean; 0: an input was changed
}

// place puts words of something into an area, at an offset that fits nothing; align words where
// records need it.
func (t *trial) place(area, words, align int, a args) *part {
	from := guardWords + t.r.IntN(71)
	if align > 0 {
		from = (guardWords/align + 1 + t.r.IntN(5)) * align
	}
	p := &part{area: area, from: from, words: words, made: a.but("")}
	p.made["before"], p.made["words"] = uint32(from), uint32(from+words+guardWords)
	p.made["item_words"] = max(1, p.made["item_words"])
	if _, reported := p.made["seed"]; !reported {
		p.made["seed"] = t.seed + uint32(area)
	}
	view, err := t.e.area[area].Slice(4*from, 4*(from+words))
	if err == nil && 4*(from+words+guardWords) > t.e.area[area].Size() {
		err = fmt.Errorf("%d words do not fit area %d: %w", words, area, gpu.ErrView)
	}
	p.view = view
	if err == nil {
		err = t.e.dispatch("words_make", from+words+guardWords, p.made, t.e.area[area])
	}
	t.keep(err)
	t.parts = append(t.parts, p)
	return p
}

// put makes data of that many words.
func (t *trial) put(area, words int, a args) *part { return t.putAligned(area, words, 0, a) }

func (t *trial) putAligned(area, words, align int, a args) *part {
	b := a.but("")
	if _, reported := a["data_words"]; !reported {
		b["data_words"] = uint32(words)
	}
	return t.place(area, words, align, b)
}

// junk makes room for a result.
func (t *trial) junk(area, words int) *part { return t.place(area, words, 0, args{}) }

// constant fills words with one.
func (t *trial) constant(area, words int, v uint32) *part {
	return t.put(area, words, args{"kind": makeConstant, "argument": v})
}

// untouched checks what of the trial's parts must be as it was.
func (t *trial) untouched() {
	for _, p := range t.parts {
		what := uint32(wrongOutside)
		if p.may+p.bits+p.each == 0 {
			what = wrongInput
		}
		if p.wrong != 0 {
			what = p.wrong
		}
		a := args{"what": what, "hole_from": uint32(p.from), "hole_words": uint32(p.may), "hole_bits": uint32(p.bits), "hole_each": uint32(p.each), "hole_most": uint32(p.room), "hole_class": uint32(p.class)}
		maps.Copy(a, p.made)
		t.check("words_same", p.from+p.words+guardWords, a, t.e.area[p.area])
	}
}
