package facts

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Bits are the known bits of an integer: masks on infinite two's complement. A negative mask
// knows all high bits. Bits that are in both masks contradict each other: no number has them.
// The zero Bits knows nothing.
//
//	join keeps what both know, meet what one of them knows
type Bits struct{ Zeros, Ones num.Int }

// End is an end of a range; the zero End is infinite.
type End struct {
	V      num.Int
	Finite bool
}

// Range are the numbers between two ends, both included. The zero Range is all numbers; Lo above
// Hi is none. join is the hull of two ranges, meet their intersection.
type Range struct{ Lo, Hi End }

// Fact is what is known of an integer, if it is not poison. The zero Fact is nothing.
// Bits and range say different things of one number: refine lets each learn of the other.
type Fact struct {
	Bits  Bits
	Range Range
}

// Truth is what is known of a truth value, if it is not poison.
type Truth uint8

// What may be known of a truth value.
const (
	Either Truth = iota
	False
	True
)

func truthOf(b bool) Truth {
	if b {
		return True
	}
	return False
}

// not exchanges False and True, which are numbered 1 and 2.
func (t Truth) not() Truth {
	if t == Either {
		return t
	}
	return False + True - t
}

var (
	one      = num.New(1)
	minusOne = num.New(-1)
)

func at(v num.Int) End { return End{v, true} }

// Const is the fact of a constant.
func Const(c num.Int) Fact {
	return Fact{Bits{c.Not(), c}, Range{at(c), at(c)}}
}

// Contains reports whether the bits allow x.
func (k Bits) Contains(x num.Int) bool {
	return x.And(k.Zeros).Sign() == 0 && x.And(k.Ones).Equal(k.Ones)
}

// Contains reports whether the range has x.
func (r Range) Contains(x num.Int) bool {
	return (!r.Lo.Finite || !x.Less(r.Lo.V)) && (!r.Hi.Finite || !r.Hi.V.Less(x))
}

// Contains reports whether the fact allows x.
func (f Fact) Contains(x num.Int) bool { return f.Bits.Contains(x) && f.Range.Contains(x) }

// Value is the only number that f allows, if its range has a single one.
func (f *Fact) Value() (num.Int, bool) {
	return f.Range.Lo.V, f.Range.Lo.Finite && f.Range.Hi.Finite && f.Range.Lo.V.Equal(f.Range.Hi.V)
}

// Contradictory reports whether f is seen to allow no number: the value is always poison, or its
// definition is never reached.
func (f *Fact) Contradictory() bool {
	return f.Range.Empty() || f.Bits.Zeros.And(f.Bits.Ones).Sign() != 0
}

func (k Bits) equal(o Bits) bool { return k.Zeros.Equal(o.Zeros) && k.Ones.Equal(o.Ones) }

func (e End) equal(o End) bool { return e.Finite == o.Finite && (!e.Finite || e.V.Equal(o.V)) }

func (r Range) equal(o Range) bool { return r.Lo.equal(o.Lo) && r.Hi.equal(o.Hi) }

// Equal reports whether two facts say the same in the same way.
func (f *Fact) Equal(o *Fact) bool { return f.Bits.equal(o.Bits) && f.Range.equal(o.Range) }

func (k Bits) join(o Bits) Bits { return Bits{k.Zeros.And(o.Zeros), k.Ones.And(o.Ones)} }
func (k Bits) meet(o Bits) Bits { return Bits{k.Zeros.Or(o.Zeros), k.Ones.Or(o.Ones)} }
func (k Bits) low(n uint) Bits  { return Bits{k.Zeros.Low(n), k.Ones.Low(n)} }
func (k Bits) unknown() num.Int { return k.Zeros.Or(k.Ones).Not() }

// widen is the join; if that is less than k, only what it says below the lowest bit lost.
func (k Bits) widen(o Bits) Bits {
	j := k.join(o)
	if j.equal(k) {
		return k
	}
	return j.low(j.Zeros.Xor(k.Zeros).Or(j.Ones.Xor(k.Ones)).TrailingZeros())
}

// Weaker and stronger ends.
func minLo(a, b End) End {
	if !a.Finite || !b.Finite {
		return End{}
	}
	return at(num.Min(a.V, b.V))
}

// An infinite end is the weakest: minLo and maxHi keep it, maxLo and minHi take the other one.
func maxHi(a, b End) End {
	if !a.Finite || !b.Finite {
		return End{}
	}
	return at(num.Max(a.V, b.V))
}

func maxLo(a, b End) End {
	switch {
	case !a.Finite:
		return b
	case !b.Finite:
		return a
	}
	return at(num.Max(a.V, b.V))
}

func minHi(a, b End) End {
	switch {
	case !a.Finite:
		return b
	case !b.Finite:
		return a
	}
	return at(num.Min(a.V, b.V))
}

func (r Range) join(o Range) Range { return Range{minLo(r.Lo, o.Lo), maxHi(r.Hi, o.Hi)} }
func (r Range) meet(o Range) Range { return Range{maxLo(r.Lo, o.Lo), minHi(r.Hi, o.Hi)} }

// Empty reports whether no number is in r.
func (r Range) Empty() bool { return r.Lo.Finite && r.Hi.Finite && r.Hi.V.Less(r.Lo.V) }

// thresholds are the widths at which widening stops.
// They are those of unsigned machine words, and of the magnitudes of signed ones.
var thresholds = [...]uint{0, 1, 3, 7, 8, 15, 16, 31, 32, 63, 64}

// widenHi and widenLo leave an end that did not grow as it is, and move one that did to the next threshold;
// behind the last there is only infinity, so that an end moves a few times only.
func widenHi(old, grown End) End {
	switch {
	case !old.Finite || !grown.Finite:
		return End{}
	case !old.V.Less(grown.V):
		return old
	}
	for _, n := range thresholds {
		if grown.V.Less(num.Pow2(n)) {
			return at(num.Mask(n))
		}
	}
	return End{}
}

func widenLo(old, grown End) End {
	switch {
	case !old.Finite || !grown.Finite:
		return End{}
	case !grown.V.Less(old.V):
		return old
	case !grown.V.Negative():
		return at(num.Int{})
	}
	for _, n := range thresholds {
		if l := num.Pow2(n).Neg(); !grown.V.Less(l) {
			return at(l)
		}
	}
	return End{}
}

func (r Range) widen(o Range) Range { return Range{widenLo(r.Lo, o.Lo), widenHi(r.Hi, o.Hi)} }

// reduce refines bits and range by each other. The numbers allowed stay the same.
func (f Fact) reduce() Fact {
	f.refine()
	return f
}

// refine is reduce in place. With the sign known, unknown bits all 0 or all 1 give the ends; bits
// above the highest in which the ends differ are the same in all numbers between them.
// Once is enough for soundness; a second time could learn more.
func (f *Fact) refine() {
	k, r := &f.Bits, &f.Range
	if k.Zeros.Negative() || k.Ones.Negative() {
		if !r.Lo.Finite || r.Lo.V.Less(k.Ones) {
			r.Lo = at(k.Ones)
		}
		if hi := k.Zeros.Not(); !r.Hi.Finite || hi.Less(r.Hi.V) {
			r.Hi = at(hi)
		}
	}
	if !r.Lo.Finite || !r.Hi.Finite {
		return
	}
	d := r.Lo.V.Xor(r.Hi.V)
	if d.Negative() || r.Hi.V.Less(r.Lo.V) {
		return
	}
	high := num.Mask(d.BitLen()).Not()
	k.Zeros = k.Zeros.Or(r.Lo.V.Not().And(high))
	k.Ones = k.Ones.Or(r.Lo.V.And(high))
}

// Join is the fact of a value that has one of two facts.
func (f *Fact) Join(o *Fact) Fact { return Fact{f.Bits.join(o.Bits), f.Range.join(o.Range)} }

// Meet is the fact of a value that has both.
func (f *Fact) Meet(o *Fact) Fact {
	m := Fact{f.Bits.meet(o.Bits), f.Range.meet(o.Range)}
	m.refine()
	return m
}

// Widen is at least the join, and can be applied to growing facts only a few times before
// nothing changes.
func (f *Fact) Widen(o *Fact) Fact { return Fact{f.Bits.widen(o.Bits), f.Range.widen(o.Range)} }

// maxBits bounds the numbers kept in facts.
// It bounds the memory of a fact, and the time of an operation on two.
const maxBits = 4096

// fits asks the cheap question first: what is inline is far below the bound.
func fits(x num.Int) bool { return x.Inline() || x.Width() <= maxBits }

// clamp forgets the numbers that are too large to keep.
func (f *Fact) clamp() {
	if !f.Bits.Zeros.Inline() && !fits(f.Bits.Zeros) {
		f.Bits.Zeros = num.Int{}
	}
	if !f.Bits.Ones.Inline() && !fits(f.Bits.Ones) {
		f.Bits.Ones = num.Int{}
	}
	if !f.Range.Lo.V.Inline() && !fits(f.Range.Lo.V) {
		f.Range.Lo = End{}
	}
	if !f.Range.Hi.V.Inline() && !fits(f.Range.Hi.V) {
		f.Range.Hi = End{}
	}
}

// Claim is the fact that an annotation states; its don't-care bits state nothing.
// A claim wider than the bound states nothing here, which is right of any claim.
func Claim(a ir.Annot) Fact {
	var f Fact
	if n, signed, ok := a.Range(); ok && n <= maxBits {
		switch {
		case !signed:
			f.Range = Range{at(num.Int{}), at(num.Mask(uint(n)))}
		case n > 0:
			f.Range = Range{at(num.Mask(uint(n) - 1).Not()), at(num.Mask(uint(n) - 1))}
		}
	}
	if k := a.Known(); k != nil {
		f.Bits = Bits{k.Zeros, k.Ones}
	}
	f.finish()
	return f
}

// String writes the fact for people.
func (f Fact) String() string {
	end := func(e End) string {
		if !e.Finite {
			return "inf"
		}
		return e.V.String()
	}
	return fmt.Sprintf("[%s, %s] zeros %s ones %s", end(f.Range.Lo), end(f.Range.Hi),
		f.Bits.Zeros.Big().Text(16), f.Bits.Ones.Big().Text(16))
}
