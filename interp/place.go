package interp

import (
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// place is what makes two occurrences of undefined behaviour one report: the mistake is the same, whatever the values.
type place struct {
	code Code
	fn   *ir.Func
	inst ir.Inst
	// Of an instruction of package clib, whose callers make the mistake.
	caller memory.Site
	// Of a race, the other side.
	other memory.Site
	// One instruction can go wrong in several ways, as a call with two arguments.
	what string
}

// places are the reports of a run by place.
type places struct {
	kept    map[place]*UB
	dropped int // occurrences at places beyond Options.MaxUB
}

// place is where u, which is about to be reported at instruction i, belongs.
func (w *world) place(f *ir.Func, i ir.Inst, u *UB) place {
	p := place{code: u.Code, fn: f, inst: i, what: u.what}
	if p.what == "" {
		p.what = shape(u.Message)
	}
	if u.Other != nil && u.Other.fn != nil {
		p.other = w.site(u.Other.fn, u.Other.inst)
	}
	if w.cur != nil && (Frame{fn: f}).library() {
		fs := w.cur.trace()
		if n := slices.IndexFunc(fs, func(fr Frame) bool { return fr.fn != nil && !fr.library() }); n >= 0 {
			p.caller = w.site(fs[n].fn, fs[n].inst)
		}
	}
	return p
}

// tells reports whether somebody will read what is said of u, if the run continues: it is the first of its place,
// and not too many places have reports.
func (w *world) tells(f *ir.Func, i ir.Inst, u *UB) bool {
	return w.places.kept[w.place(f, i, u)] == nil && len(w.places.kept) < w.o.MaxUB
}

// shape is a message without its numbers, but which argument it is.
func shape(message string) string {
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	var s strings.Builder
	for n := 0; n < len(message); n++ {
		if c := message[n]; !digit(c) || strings.HasSuffix(message[:n], "argument ") {
			s.WriteByte(c)
			continue
		}
		for n+1 < len(message) && (digit(message[n+1]) || strings.IndexByte("abcdefx", message[n+1]) >= 0) {
			n++
		}
		s.WriteByte('#')
	}
	return s.String()
}
