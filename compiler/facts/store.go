package facts

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// store keeps what is known of the values of a function, in 36 bytes a value where a [Fact] alone has
// 112: a function of 50,000 instructions does not fit the caches, and each value is read for each
// of its uses. A number is its low 64 bits and, in the mark of the value, its sign, which is all there is to
// a number from -2^64 to 2^64-1; others, which are rare, are in a table.
// Nothing points into it: facts are copied out and in.
type store struct {
	facts []packed
	marks []mark
	wide  []num.Int
	free  []uint64 // places of the table
}

// packed are the low 64 bits of the numbers of a fact, zeros, ones, least and greatest, or places in
// [store.wide].
type packed [4]uint64

// mark is what is known of a value beside its fact.
type mark struct {
	code  code
	flags flags
	grown uint8 // how often a block argument grew
}

// code says what the numbers of a packed fact mean. The zero code of four zeros is the zero Fact.
type code uint16

// Bit k of a code says whether number k is negative, bit 6+k whether it is in the table: anyWide<<k.
// Between are the ends, which may be finite.
const (
	loFinite code = 1 << 4
	hiFinite code = 1 << 5
	anyWide  code = 1 << 6
)

// flags are a [Truth] in the low two bits, and what follows.
type flags uint8

const (
	truthMask flags = 3
	isReached flags = 4
	mayPoison flags = 8
)

func (m mark) truth() Truth  { return Truth(m.flags & truthMask) }
func (m mark) reached() bool { return m.flags&isReached != 0 }
func (m mark) poison() bool  { return m.flags&mayPoison != 0 }

// know is the flags of a value that is reached.
func know(t Truth, poison bool) flags {
	f := flags(t) | isReached
	if poison {
		f |= mayPoison
	}
	return f
}

// reset makes room for n values of which nothing is known, in the memory that is there.
func (s *store) reset(n int) {
	s.facts, s.marks, s.wide = zeroed(s.facts, n), zeroed(s.marks, n), s.wide[:0]
	s.free = s.free[:0]
}

// grow makes room for n values.
func (s *store) grow(n int) {
	s.facts, s.marks = longer(s.facts, n), longer(s.marks, n)
}

// fact makes f the fact of v.
// f is written in full, whatever it was.
func (s *store) fact(v ir.Value, f *Fact) {
	w, c := &s.facts[v], s.marks[v].code
	f.Bits.Zeros = unpack(w[0], c)
	f.Bits.Ones = unpack(w[1], c>>1)
	f.Range.Lo = End{unpack(w[2], c>>2), c&loFinite != 0}
	f.Range.Hi = End{unpack(w[3], c>>3), c&hiFinite != 0}
	if c >= anyWide {
		s.unpackWide(w, c, f)
	}
}

func unpack(w uint64, c code) num.Int { return num.FromSigned65(w, c&1 != 0) }

func (s *store) unpackWide(w *packed, c code, f *Fact) {
	for k, n := range f.numbers() {
		if c&(anyWide<<k) != 0 {
			*n = s.wide[w[k]]
		}
	}
}

// numbers are the four numbers of a fact; that of an infinite end means nothing.
func (f *Fact) numbers() [4]*num.Int {
	return [4]*num.Int{&f.Bits.Zeros, &f.Bits.Ones, &f.Range.Lo.V, &f.Range.Hi.V}
}

// pack packs a fact. ok is false if not all numbers fit: then those are left out.
func (f *Fact) pack() (w packed, c code, ok bool) {
	ok = true
	w[0], c, ok = pack(&f.Bits.Zeros, 0, c, ok)
	w[1], c, ok = pack(&f.Bits.Ones, 1, c, ok)
	if f.Range.Lo.Finite {
		w[2], c, ok = pack(&f.Range.Lo.V, 2, c|loFinite, ok)
	}
	if f.Range.Hi.Finite {
		w[3], c, ok = pack(&f.Range.Hi.V, 3, c|hiFinite, ok)
	}
	return w, c, ok
}

// pack is the low bits of number k of a fact; its sign goes into c.
func pack(x *num.Int, k int, c code, ok bool) (uint64, code, bool) {
	lo, negative, fits := x.Signed65()
	switch {
	case !fits:
		return 0, c, false
	case negative:
		c |= 1 << k
	}
	return lo, c, ok
}

// setFact makes f the fact of v.
// Places in the table are given up first, so that a value that changes often does not make it grow.
func (s *store) setFact(v ir.Value, f *Fact) {
	w, c, ok := f.pack()
	if s.marks[v].code >= anyWide {
		s.release(v)
	}
	if !ok {
		s.packWide(f, &w, &c)
	}
	s.facts[v], s.marks[v].code = w, c
}

// packWide puts the numbers of a fact that do not fit into the table.
func (s *store) packWide(f *Fact, w *packed, c *code) {
	for k, n := range f.numbers() {
		if k == 2 && *c&loFinite == 0 || k == 3 && *c&hiFinite == 0 {
			continue
		}
		if _, _, ok := pack(n, k, 0, true); ok {
			continue
		}
		if len(s.free) == 0 {
			s.free = append(s.free, uint64(len(s.wide)))
			s.wide = append(s.wide, num.Int{})
		}
		last := len(s.free) - 1
		w[k], *c = s.free[last], *c|anyWide<<k
		s.wide[w[k]], s.free = *n, s.free[:last]
	}
}

// release gives up the places of the fact of v in the table.
func (s *store) release(v ir.Value) {
	for k, at := range s.facts[v] {
		if s.marks[v].code&(anyWide<<k) != 0 {
			s.free = append(s.free, at)
		}
	}
}

// hasFact reports whether f is the fact of v.
// Without unpacking, in nearly all cases: the packed form of a fact is unique.
func (s *store) hasFact(v ir.Value, f *Fact) bool {
	if w, c, ok := f.pack(); ok {
		return c == s.marks[v].code && w == s.facts[v]
	}
	var g Fact
	s.fact(v, &g)
	return g.Equal(f)
}

// value is the only number that v can be, if its range has a single one.
func (s *store) value(v ir.Value) (x num.Int, ok bool) {
	w, c := &s.facts[v], s.marks[v].code
	if c&(loFinite|hiFinite) != loFinite|hiFinite {
		return x, false
	}
	if c < anyWide {
		return unpack(w[2], c>>2), w[2] == w[3] && (c^c>>1)&4 == 0
	}
	var f Fact
	s.fact(v, &f)
	return f.Value()
}

// state is all that is known of v.
func (s *store) state(v ir.Value) state {
	m := s.marks[v]
	x := state{truth: m.truth(), reached: m.reached(), poison: m.poison(), grown: m.grown}
	s.fact(v, &x.fact)
	return x
}

// setState makes x what is known of v.
func (s *store) setState(v ir.Value, x *state) {
	s.setFact(v, &x.fact)
	m := &s.marks[v]
	m.flags, m.grown = know(x.truth, x.poison), x.grown
	if !x.reached {
		m.flags &^= isReached
	}
}

// forget leaves nothing known of v.
func (s *store) forget(v ir.Value) {
	if s.marks[v].code >= anyWide {
		s.release(v)
	}
	s.facts[v], s.marks[v] = packed{}, mark{}
}
