package facts

import "github.com/tuffy-ir/tuffy/ir/num"

// The rules of ranges; lean/TuffyLean/Facts/Ranges.lean and RangesBits.lean have the same
// functions with their proofs.

func (e End) nonneg() bool { return e.Finite && !e.V.Negative() }

func (e End) mapped(f func(num.Int) num.Int) End {
	if e.Finite {
		e.V = f(e.V)
	}
	return e
}

// addEnds, subEnds and mulEnds compute with two ends of which an infinite one makes the result infinite.
// mulEnds is right of an infinite end only where the signs are known, which its callers see to.
func addEnds(a, b End) End {
	if !a.Finite || !b.Finite {
		return End{}
	}
	return at(a.V.Add(b.V))
}

func subEnds(a, b End) End {
	if !a.Finite || !b.Finite {
		return End{}
	}
	return at(a.V.Sub(b.V))
}

func mulEnds(a, b End) End {
	if !a.Finite || !b.Finite {
		return End{}
	}
	return at(a.V.Mul(b.V))
}

// nothing is the range without numbers.
var nothing = Range{at(one), at(num.Int{})}

// hull is the join of two ranges one of which may be empty.
func (r Range) hull(o Range) Range {
	switch {
	case r.Empty():
		return o
	case o.Empty():
		return r
	}
	return r.join(o)
}

// neg and not turn the order round, so that the ends change places.
func (r Range) neg() Range { return Range{r.Hi.mapped(num.Int.Neg), r.Lo.mapped(num.Int.Neg)} }
func (r Range) not() Range { return Range{r.Hi.mapped(num.Int.Not), r.Lo.mapped(num.Int.Not)} }

// add, sub, min and max are monotonic in each operand: the ends come from ends.
func (r Range) add(o Range) Range { return Range{addEnds(r.Lo, o.Lo), addEnds(r.Hi, o.Hi)} }
func (r Range) sub(o Range) Range { return Range{subEnds(r.Lo, o.Hi), subEnds(r.Hi, o.Lo)} }
func (r Range) min(o Range) Range { return Range{minLo(r.Lo, o.Lo), minHi(r.Hi, o.Hi)} }
func (r Range) max(o Range) Range { return Range{maxLo(r.Lo, o.Lo), maxHi(r.Hi, o.Hi)} }

// single is the only number of a range.
func (r Range) single() bool { return r.Finite() && r.Lo.V.Equal(r.Hi.V) }

// scale multiplies by a constant.
// A negative constant turns the range round.
func (r Range) scale(c num.Int) Range {
	times := at(c)
	if c.Negative() {
		return Range{mulEnds(r.Hi, times), mulEnds(r.Lo, times)}
	}
	return Range{mulEnds(r.Lo, times), mulEnds(r.Hi, times)}
}

// mul is bilinear, so that for finite ranges the extremes are at the four corners. For infinite ones something
// is known only of a constant factor, and of two factors that are not negative.
func (r Range) mul(o Range) Range {
	switch {
	case o.single():
		return r.scale(o.Lo.V)
	case r.single():
		return o.scale(r.Lo.V)
	case r.Finite() && o.Finite() && (!r.Lo.nonneg() || !o.Lo.nonneg() || r.Empty() || o.Empty()):
		return r.scale(o.Lo.V).join(r.scale(o.Hi.V))
	case r.Lo.nonneg() && o.Lo.nonneg(): // of four corners two are the extremes
		return Range{mulEnds(r.Lo, o.Lo), mulEnds(r.Hi, o.Hi)}
	}
	return Range{}
}

// hugeShift is more than any number in a fact has bits.
// Amounts beyond it all shift everything out, so they need not be told apart.
const hugeShift = 1 << 20

// amountOf is an amount that is not negative.
func amountOf(x num.Int) uint {
	if v, ok := x.Int64(); ok && v < hugeShift {
		return uint(max(v, 0))
	}
	if x.Negative() {
		return 0
	}
	return hugeShift
}

// amount is the least amount of a shift that is not negative.
func (r Range) amount() uint {
	if r.Lo.Finite {
		return amountOf(r.Lo.V)
	}
	return 0
}

// shlMost is x shifted by the greatest amount.
// Beyond maxBits the end is infinite: the number would not be kept anyhow.
func shlMost(x num.Int, most End) End {
	if most.Finite {
		if n, ok := most.V.Int64(); ok && n <= maxBits || most.V.Negative() {
			return at(x.Shl(amountOf(most.V)))
		}
	}
	return End{}
}

// shl multiplies by a power of two: a negative end goes down with the greatest amount, where the other end of
// its sign needs the least. A negative amount is poison and does not count.
func (r Range) shl(o Range) Range {
	var s Range
	least := min(o.amount(), maxBits)
	if l := r.Lo; l.Finite {
		if l.V.Negative() {
			s.Lo = shlMost(l.V, o.Hi)
		} else {
			s.Lo = at(l.V.Shl(least))
		}
	}
	if h := r.Hi; h.Finite {
		switch h.V.Sign() {
		case -1:
			s.Hi = at(h.V.Shl(least))
		case 0:
			s.Hi = h
		default:
			s.Hi = shlMost(h.V, o.Hi)
		}
	}
	return s
}

// shrink applies an operation that moves a number toward 0, or below 0 toward -1, the more the
// greater its second operand is.
// f must be monotonic in both operands in this sense. least is not negative.
func (r Range) shrink(f func(x, by num.Int) num.Int, least num.Int, most End) Range {
	var s Range
	if l := r.Lo; l.Finite {
		switch {
		case l.V.Negative():
			s.Lo = at(f(l.V, least))
		case most.Finite:
			s.Lo = at(f(l.V, most.V))
		default:
			s.Lo = at(num.Int{})
		}
	}
	if h := r.Hi; h.Finite {
		switch {
		case !h.V.Negative():
			s.Hi = at(f(h.V, least))
		case most.Finite:
			s.Hi = at(f(h.V, most.V))
		default:
			s.Hi = at(minusOne)
		}
	}
	return s
}

// least is the lower end, 0 if it is infinite or negative.
func (r Range) least() num.Int {
	if r.Lo.nonneg() {
		return r.Lo.V
	}
	return num.Int{}
}

// shrInt and shr floor, like a division by a power of two.
func shrInt(x, by num.Int) num.Int { return x.Shr(amountOf(by)) }

func (r Range) shr(o Range) Range { return r.shrink(shrInt, o.least(), o.Hi) }

var (
	positive    = Range{Lo: at(one)}
	negative    = Range{Hi: at(minusOne)}
	nonnegative = Range{Lo: at(num.Int{})}
)

// divPos is the quotient by those divisors that are positive.
// A divisor of 0 is poison and is left out, negative ones are treated by the mirror image.
func (r Range) divPos(o Range) Range {
	o = o.meet(positive)
	if o.Empty() {
		return nothing
	}
	return r.shrink(num.Int.Div, o.least(), o.Hi)
}

// div is Euclidean: x / -y is -(x / y), so the negative divisors are the positive ones mirrored.
func (r Range) div(o Range) Range {
	return r.divPos(o).hull(r.divPos(o.neg()).neg())
}

// tdivPos truncates: each sign of the dividend is divided by itself, where truncation is a floor of the
// magnitude.
func (r Range) tdivPos(o Range) Range {
	up, down := nothing, nothing
	if a := r.meet(nonnegative); !a.Empty() {
		up = a.divPos(o)
	}
	if a := r.meet(negative); !a.Empty() {
		down = a.neg().divPos(o).neg()
	}
	return up.hull(down)
}

// tdiv is the same for divisors of both signs.
func (r Range) tdiv(o Range) Range {
	return r.tdivPos(o).hull(r.tdivPos(o.neg()).neg())
}

// magnitude is the greatest magnitude of a number in r, less one.
// A remainder is at most that.
func (r Range) magnitude() End {
	if !r.Finite() {
		return End{}
	}
	return at(num.Max(r.Lo.V.Neg(), r.Hi.V).Sub(one))
}

// rem is Euclidean: from 0 to the magnitude of the divisor less one, and no more than a dividend that is not
// negative.
func (r Range) rem(o Range) Range {
	hi := o.magnitude()
	if r.Lo.nonneg() {
		hi = minHi(hi, r.Hi)
	}
	return Range{at(num.Int{}), hi}
}

// trem has the sign of the dividend, and is at most the dividend in magnitude.
func (r Range) trem(o Range) Range {
	m := o.magnitude()
	var s Range
	if r.Lo.nonneg() {
		s.Lo = at(num.Int{})
	} else {
		s.Lo = maxLo(m.mapped(num.Int.Neg), r.Lo)
	}
	if r.Hi.Finite && r.Hi.V.Sign() <= 0 {
		s.Hi = at(num.Int{})
	} else {
		s.Hi = minHi(m, r.Hi)
	}
	return s
}

// and is at most what is not negative, and not negative if one operand is not. Of two negative ones the upper
// bits are ones above the longer of both.
func (r Range) and(o Range) Range {
	var s Range
	rn, on := r.Lo.nonneg(), o.Lo.nonneg()
	switch {
	case rn || on:
		s.Lo = at(num.Int{})
	case r.Lo.Finite && o.Lo.Finite:
		s.Lo = at(num.Pow2(num.Min(r.Lo.V, o.Lo.V).Not().BitLen()).Neg())
	}
	switch {
	case rn && on:
		s.Hi = minHi(r.Hi, o.Hi)
	case rn:
		s.Hi = r.Hi
	case on:
		s.Hi = o.Hi
	default:
		s.Hi = maxHi(r.Hi, o.Hi)
	}
	return s
}

// or is and by De Morgan's rule.
func (r Range) or(o Range) Range { return r.not().and(o.not()).not() }

// xor changes no bits above the longest number, and gives no sign to two numbers of one sign; the former is
// told of finite ranges, the latter of numbers that are not negative.
func (r Range) xor(o Range) Range {
	var s Range
	if r.Lo.nonneg() && o.Lo.nonneg() {
		s.Lo = at(num.Int{})
	}
	if r.Finite() && o.Finite() {
		n := max(r.Lo.V.Width(), r.Hi.V.Width(), o.Lo.V.Width(), o.Hi.V.Width())
		return s.meet(Signed(n + 1))
	}
	return s
}

// zext keeps the order of numbers in one block of 2^n.
// Elsewhere the range may wrap, and all n bits are possible.
func (r Range) zext(n uint) Range {
	switch {
	case !r.Finite():
	case r.Lo.V.FitsUnsigned(n):
		if r.Hi.V.FitsUnsigned(n) {
			return r
		}
	case r.Lo.V.Shr(n).Equal(r.Hi.V.Shr(n)):
		return Range{at(r.Lo.V.Low(n)), at(r.Hi.V.Low(n))}
	}
	return Unsigned(n)
}

// sext is zext of the number moved by half a block, moved back.
func (r Range) sext(n uint) Range {
	switch {
	case !r.Finite():
		return Signed(n)
	case r.Lo.V.FitsSigned(n) && r.Hi.V.FitsSigned(n):
		return r
	}
	half := at(num.Pow2(n - 1))
	half2 := Range{half, half}
	return r.add(half2).zext(n).sub(half2)
}

// digits is the number of binary digits, 0 of a negative number.
// It grows with x, so that it maps ends to ends.
func digits(x num.Int) num.Int {
	if x.Negative() {
		return num.Int{}
	}
	return num.New(int64(x.BitLen()))
}

// countOnes is at most the number of digits; of a negative number it is poison.
func (r Range) countOnes() Range {
	return Range{at(num.Int{}), r.Hi.mapped(digits)}
}

// countLeadingZeros falls as the number grows. The range of zext is finite, always.
func (r Range) countLeadingZeros(n uint) Range {
	z := r.zext(n)
	return Range{at(num.New(int64(n)).Sub(digits(z.Hi.V))), at(num.New(int64(n)).Sub(digits(z.Lo.V)))}
}
