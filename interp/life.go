package interp

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// Life is what a run did with one allocation ([Options.Track]), in the order in which it did it first.
type Life struct {
	Alloc memory.AllocID
	What  string // kind, size, address
	Made  string // where it was made; empty of what the program did not make
	Ended string // where it ended; empty if it is alive
	Deeds []Deed
}

// Deed is what one instruction did to an allocation, all times together.
type Deed struct {
	What   string // read, written, exposed, refused
	Where  Frame
	Times  int
	Lo, Hi uint64 // the bytes of reads and writes: from Lo up to Hi
	Why    string // of what was refused
}

// tracker collects a life. It grows with the instructions of the program and not with its steps.
type tracker struct {
	id    memory.AllocID
	deeds []trackedDeed
	at    map[deedKey]int
}

type deedKey struct {
	what string
	site memory.Site
}

type trackedDeed struct {
	deedKey
	Deed
}

// note counts a deed. A nil tracker counts nothing.
func (t *tracker) note(what string, id memory.AllocID, site memory.Site, off, n uint64, why string) {
	if t == nil || id != t.id {
		return
	}
	k := deedKey{what, site}
	i, ok := t.at[k]
	if !ok {
		i = len(t.deeds)
		t.at[k] = i
		t.deeds = append(t.deeds, trackedDeed{k, Deed{What: what, Lo: off, Hi: off + n, Why: why}})
	}
	d := &t.deeds[i]
	d.Times++
	d.Lo, d.Hi = min(d.Lo, off), max(d.Hi, off+n)
}

// noteAccess counts a read or a write.
func (t *tracker) noteAccess(w *world, f *ir.Func, i ir.Inst, a *memory.Alloc, off, n uint64, write bool) {
	if t != nil && a.ID == t.id {
		what := "read"
		if write {
			what = "written"
		}
		t.note(what, a.ID, w.site(f, i), off, n, "")
	}
}

// noteRefused counts an access that was not allowed.
func (t *tracker) noteRefused(w *world, f *ir.Func, i ir.Inst, flt *memory.Fault, what string) {
	if t == nil || flt.Alloc == nil || flt.Alloc.ID != t.id {
		return
	}
	how := refused
	if flt.Alloc.State != memory.Live {
		how = refusedAfter
	}
	t.note(how, t.id, w.site(f, i), 0, 0, what)
}

// expose makes p's allocation one that wildcard pointers may access.
func (w *world) expose(f *ir.Func, i ir.Inst, p memory.Pointer) {
	if p.Kind == memory.ProvAlloc {
		w.mem.Expose(p.Alloc)
		w.life.note("exposed", p.Alloc, w.site(f, i), 0, 0, "")
	}
}

// life is what was collected, nil if there was no such allocation.
func (t *tracker) life(w *world) *Life {
	if t.id >= w.space.Next() {
		return nil
	}
	a := w.space.Record(t.id)
	out := &Life{Alloc: t.id}
	out.What, out.Made, out.Ended = w.allocParts(a)
	for _, d := range t.deeds {
		d.Where, _ = w.at(d.site)
		out.Deeds = append(out.Deeds, d.Deed)
	}
	return out
}

// String is what was done, without the place.
func (d Deed) String() string {
	s := d.What
	if d.Hi > d.Lo {
		s += fmt.Sprintf(" bytes [%d, %d)", d.Lo, d.Hi)
	}
	if d.Times > 1 {
		s += fmt.Sprintf(" ×%d", d.Times)
	}
	if d.Why != "" {
		s += ": " + d.Why
	}
	return s
}

// Text is the life in lines: what it is, where it was made, what was done, where it ended.
func (l *Life) Text() string {
	var s strings.Builder
	s.WriteString(l.What)
	line := func(text string) {
		if text != "" {
			s.WriteString("\n  " + text)
		}
	}
	line(l.Made)
	ended := l.Ended
	for _, d := range l.Deeds {
		if d.What == refusedAfter {
			line(ended)
			ended = ""
		}
		line(d.String() + " " + d.Where.String())
	}
	line(ended)
	return s.String()
}

// What is not allowed is told apart by whether the allocation had ended.
const (
	refused      = "accessed against the rules"
	refusedAfter = "used after its end"
)

// Leak is the heap allocations of one instruction that are alive at the end of a run that returned or exited, or the streams that it has
// opened and nothing has closed.
type Leak struct {
	Alloc   memory.AllocID // the first of them
	Times   int            // how many there are
	Lost    int            // to how many of them no pointer is left in memory or the results
	Size    uint64         // bytes of all of them
	Stream  string         // what the FILE is of that nothing has closed; empty of memory
	State   string         // what the first is and where it was made
	Birth   *Frame         // nil of what the program did not make
	Source  *SourceObject  // the first in the words of the source language; nil where these are not known
	Holders []string       // places that hold pointers to them, at most maxHolders: alloc3+8, @g+0, result 0
}

const maxHolders = 4

// leaks lists the heap allocations that are alive and the streams that are open, by the instruction that made them, and who holds pointers to them.
// It is linear in the live memory. A result holds a pointer where it is one itself.
func (w *world) leaks(values []Value) []Leak {
	var out []Leak
	var in *teller
	if info := w.m.Debug.Info(); info != nil {
		in = &teller{w: w, info: info, u: &UB{}}
	}
	bySite := map[memory.Site]int{}
	group := map[memory.AllocID]int{} // of what no holder was found for yet, all others have -1
	w.space.Each(func(a *memory.Alloc) bool {
		stream := ""
		if a.Kind != memory.Heap {
			if !w.host.library.Open(a.ID) {
				return true
			}
			stream = a.Name
		}
		n, ok := bySite[a.Birth]
		if !ok {
			n = len(out)
			bySite[a.Birth] = n
			l := Leak{Alloc: a.ID, Stream: stream, State: w.allocState(a)}
			if fr, ok := w.at(a.Birth); ok {
				l.Birth = &fr
				if in != nil {
					in.fr = fr
					o := in.about(a)
					l.Source = &o
				}
			}
			out = append(out, l)
		}
		out[n].Times++
		out[n].Lost++
		out[n].Size += a.Size
		group[a.ID] = n
		return true
	})
	if len(out) == 0 {
		return nil
	}
	held := func(p memory.Pointer, by func() string) {
		n, ok := group[p.Alloc]
		if !ok || p.Kind != memory.ProvAlloc || n < 0 {
			return
		}
		group[p.Alloc] = -1
		l := &out[n]
		if l.Lost--; len(l.Holders) < maxHolders {
			l.Holders = append(l.Holders, by())
		}
	}
	for n, v := range values {
		if p, ok := v.(Ptr); ok {
			held(p.Pointer, func() string { return fmt.Sprintf("result %d", n) })
		}
	}
	w.space.Each(func(a *memory.Alloc) bool {
		if !a.Kind.Opaque() {
			eachPointer(w.space, a, func(off uint64, p memory.Pointer) {
				// What points to itself does not keep itself.
				if p.Alloc != a.ID {
					held(p, func() string {
						if in != nil {
							return in.holder(a, off)
						}
						return fmt.Sprintf("%s+%d", allocName(a), off)
					})
				}
			})
		}
		return true
	})
	return out
}

// eachPointer calls f for the pointers in an allocation, each at its first byte in memory, and tells how many bytes of
// pointers there are.
func eachPointer(s *memory.Space, a *memory.Alloc, f func(off uint64, p memory.Pointer)) (n uint64) {
	for off := uint64(0); off < a.Size; {
		kind, run := s.Span(a, off, a.Size-off)
		if kind == memory.Fragment {
			// In pieces, since a byte in all its states takes 32.
			b := make([]memory.Byte, min(run, 4096))
			s.ReadBytes(a, off, b)
			for i, x := range b {
				if i == 0 || x.Frag != b[i-1].Frag {
					f(off+uint64(i), x.Frag)
				}
			}
			run = uint64(len(b))
			n += run
		}
		off += run
	}
	return n
}

// Text is the leak in lines.
func (l Leak) Text() string {
	if l.Source != nil {
		return l.sourceText()
	}
	s := strings.ReplaceAll(l.State, "\n", "\n  ")
	if l.Times > 1 {
		s += fmt.Sprintf("\n  and %d more made there, %s in all", l.Times-1, ir.Counted(l.Size, "byte"))
	}
	if len(l.Holders) > 0 {
		s += "\n  held by " + strings.Join(l.Holders, ", ")
		if more := l.Times - l.Lost - len(l.Holders); more > 0 {
			s += fmt.Sprintf(" and %d more", more)
		}
	}
	switch {
	case l.Lost == 0:
	case l.Lost == l.Times:
		s += "\n  no pointer to it is left"
	default:
		s += fmt.Sprintf("\n  no pointer is left to %d of them", l.Lost)
	}
	return s
}
