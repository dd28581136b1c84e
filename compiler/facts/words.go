package facts

import (
	"math/bits"

	"github.com/tuffy-ir/tuffy/ir"
)

// The rules of ranges again, for ends that are machine words: nearly all that code generation meets. They give
// what ranges.go gives or nothing, which a test holds them to.

// word is an integer of 65 bits, the sign among them, so that signed and unsigned machine words are words.
type word struct {
	hi int64 // 0, or -1 of a negative number
	lo uint64
}

// wordRange is a range between two words.
type wordRange struct{ lo, hi word }

func (a word) less(b word) bool { return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo }

func minWord(a, b word) word {
	if b.less(a) {
		return b
	}
	return a
}

func maxWord(a, b word) word {
	if a.less(b) {
		return b
	}
	return a
}

// maskWord is 2^n - 1, for n up to 64.
func maskWord(n uint) word { return word{0, 1<<n - 1} }

func (a word) not() word { return word{^a.hi, ^a.lo} }

// width is [num.Int.Width].
func (a word) width() uint { return uint(bits.Len64(a.lo ^ uint64(a.hi))) }

// valid reports whether a computed number is a word.
func (a word) valid() bool { return a.hi == 0 || a.hi == -1 }

func (a word) add(b word) word {
	lo, c := bits.Add64(a.lo, b.lo, 0)
	return word{a.hi + b.hi + int64(c), lo}
}

func (a word) sub(b word) word {
	lo, c := bits.Sub64(a.lo, b.lo, 0)
	return word{a.hi - b.hi - int64(c), lo}
}

// mul takes words of the same sign, or signed machine words; ok is false for others.
// The high word of a signed product is the unsigned one, less each operand where the other is negative.
func (a word) mul(b word) (p word, ok bool) {
	hi, lo := bits.Mul64(a.lo, b.lo)
	if a.hi|b.hi != 0 {
		if a.width() > 63 || b.width() > 63 {
			return p, false
		}
		hi -= uint64(a.hi)&b.lo + uint64(b.hi)&a.lo
	} else if hi != 0 {
		return p, false
	}
	p = word{int64(hi), lo}
	return p, p.valid()
}

// shl is no word if it has too many bits, which ok says.
func (a word) shl(n uint) (s word, ok bool) {
	return word{a.hi, a.lo << n}, a == word{} || a.width()+n <= 64
}

func (a word) shr(n uint) word {
	if n >= 64 {
		return word{a.hi, uint64(a.hi)}
	}
	return word{a.hi, a.lo>>n | uint64(a.hi)<<(64-n)}
}

// amount is [amountOf].
func (a word) amount() uint {
	if a.hi < 0 {
		return 0
	}
	return uint(min(a.lo, hugeShift))
}

func (s wordRange) not() wordRange { return wordRange{s.hi.not(), s.lo.not()} }

func (s wordRange) join(o wordRange) wordRange {
	return wordRange{minWord(s.lo, o.lo), maxWord(s.hi, o.hi)}
}

// mul has its extremes at the four corners.
func (s wordRange) mul(o wordRange) (r wordRange, ok bool) {
	for k, c := range [...][2]word{{s.lo, o.lo}, {s.lo, o.hi}, {s.hi, o.lo}, {s.hi, o.hi}} {
		p, ok := c[0].mul(c[1])
		if !ok {
			return r, false
		}
		if k == 0 {
			r = wordRange{p, p}
		}
		r = r.join(wordRange{p, p})
	}
	return r, true
}

func (s wordRange) shl(o wordRange) (r wordRange, ok bool) {
	down, up := o.lo.amount(), o.hi.amount()
	if s.hi.hi < 0 {
		up = down
	}
	if s.lo.hi < 0 {
		down = o.hi.amount()
	}
	if r.lo, ok = s.lo.shl(down); ok {
		r.hi, ok = s.hi.shl(up)
	}
	return r, ok
}

func (s wordRange) shr(o wordRange) (r wordRange) {
	down, up := o.hi.amount(), o.lo.amount()
	if s.hi.hi < 0 {
		up = down
	}
	if s.lo.hi < 0 {
		down = o.lo.amount()
	}
	return wordRange{s.lo.shr(down), s.hi.shr(up)}
}

func (s wordRange) and(o wordRange) (r wordRange) {
	sn, on := s.lo.hi == 0, o.lo.hi == 0
	if !sn && !on {
		r.lo = maskWord(minWord(s.lo, o.lo).width()).not()
	}
	switch {
	case sn && on:
		r.hi = minWord(s.hi, o.hi)
	case sn:
		r.hi = s.hi
	case on:
		r.hi = o.hi
	default:
		r.hi = maxWord(s.hi, o.hi)
	}
	return r
}

func (s wordRange) xor(o wordRange) wordRange {
	r := wordRange{hi: maskWord(max(s.lo.width(), s.hi.width(), o.lo.width(), o.hi.width()))}
	if s.lo.hi|o.lo.hi != 0 {
		r.lo = r.hi.not()
	}
	return r
}

// zext takes an n of up to 64, or a number that has no more bits.
func (s wordRange) zext(n uint) (r wordRange, ok bool) {
	switch {
	case s.lo.hi == 0 && s.hi.width() <= n:
		return s, true
	case n > 64:
		return r, false
	case s.lo.shr(n) == s.hi.shr(n):
		m := maskWord(n).lo
		return wordRange{word{0, s.lo.lo & m}, word{0, s.hi.lo & m}}, true
	}
	return wordRange{hi: maskWord(n)}, true
}

// sext is zext of the number moved by half a block, moved back.
func (s wordRange) sext(n uint) (r wordRange, ok bool) {
	switch {
	case s.lo.width() < n && s.hi.width() < n:
		return s, true
	case n > 64:
		return r, false
	}
	half := word{0, 1 << (n - 1)}
	r.lo, r.hi = s.lo.add(half), s.hi.add(half)
	if !r.lo.valid() || !r.hi.valid() {
		return r, false
	}
	r, _ = r.zext(n)
	return wordRange{r.lo.sub(half), r.hi.sub(half)}, true
}

// binaryWords is [BinaryRange] where all is words.
func binaryWords(op ir.Op, x, y wordRange) (s wordRange, ok bool) {
	switch op {
	case ir.OpAdd:
		s = wordRange{x.lo.add(y.lo), x.hi.add(y.hi)}
		return s, s.lo.valid() && s.hi.valid()
	case ir.OpSub:
		s = wordRange{x.lo.sub(y.hi), x.hi.sub(y.lo)}
		return s, s.lo.valid() && s.hi.valid()
	case ir.OpMul:
		return x.mul(y)
	case ir.OpAnd:
		return x.and(y), true
	case ir.OpOr:
		return x.not().and(y.not()).not(), true
	case ir.OpXor:
		return x.xor(y), true
	case ir.OpShl:
		return x.shl(y)
	case ir.OpShr:
		return x.shr(y), true
	case ir.OpMin:
		return wordRange{minWord(x.lo, y.lo), minWord(x.hi, y.hi)}, true
	case ir.OpMax:
		return wordRange{maxWord(x.lo, y.lo), maxWord(x.hi, y.hi)}, true
	}
	return s, false
}
