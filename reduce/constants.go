package reduce

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// shrinkConstants makes constants simpler. Candidates are listed from the simplest, and each is applied only if it still
// makes the constant smaller.
func shrinkConstants(x *listing) {
	for _, s := range sites(x.m) {
		switch s.f.Op(s.i) {
		case ir.OpIConst:
			for n, v := range smaller(s.f.IntConst(s.i)) {
				x.at(s, fmt.Sprint(n), func(f *ir.Func) {
					// An earlier edit of the subset may have made it smaller already.
					if simpler(v, f.IntConst(s.i)) {
						setInt(f, s.i, v)
					}
				})
			}
		case ir.OpFConst:
			hi, lo := s.f.FloatConst(s.i)
			t := s.f.Attr(s.i).FloatType()
			for n, bits := range smallerFloats(t, num.FromUint64(hi).Shl(64).Or(num.FromUint64(lo))) {
				x.at(s, fmt.Sprint(n), func(f *ir.Func) {
					replaceInst(f, s.i, func(b *ir.Builder) ir.Value {
						if t.IsWideFloat() {
							return b.FConstWide(t, bits.Shr(64).Low64(), bits.Low64(), ir.Synthetic)
						}
						return b.FConst(t, bits.Low64(), ir.Synthetic)
					})
				})
			}
		}
	}
}

// simpler reports whether v is nearer to 0 than w, or the opposite of a negative w.
func simpler(v, w num.Int) bool {
	c := v.Abs().Cmp(w.Abs())
	return c < 0 || c == 0 && v.Sign() > w.Sign()
}

// smaller lists simpler constants, the simplest first: 0, 1, -1, those that cut the bits in halves, ones of only set bits, such
// as masks and powers of two, with the widths of machines among them, and those between half and one nearer to 0. The distances
// halve, so that a search for the smallest that will do takes a logarithmic number of steps.
// Their number grows with the logarithm of the bits.
func smaller(v num.Int) (out []num.Int) {
	add := func(w num.Int) {
		if !simpler(w, v) {
			return
		}
		for _, x := range out {
			if x.Equal(w) {
				return
			}
		}
		out = append(out, w)
	}
	one := num.New(1)
	sign := num.New(int64(v.Sign()))
	signed := func(magnitude num.Int) { add(magnitude.Mul(sign)) }
	for _, w := range []num.Int{{}, one, num.New(-1), v.Neg()} {
		add(w)
	}
	size := v.Abs()
	bits := size.BitLen()
	for by := bits / 2; by > 0; by /= 2 {
		signed(size.Shr(by))
	}
	if bits == 0 {
		return out
	}
	signed(num.Pow2(bits - 1).Sub(one))
	signed(num.Pow2(bits - 1))
	for _, width := range []uint{64, 32, 16, 8} {
		for _, n := range []uint{width, width - 1} {
			if n < bits {
				signed(num.Pow2(n).Sub(one))
				signed(num.Pow2(n))
				signed(size.Low(n))
			}
		}
	}
	signed(size.Low(bits / 2))
	signed(size.Sub(size.Low(bits / 2)))
	signed(size.And(size.Sub(one))) // without the lowest bit
	signed(size.Sub(num.Pow2(bits - 1)))
	for k := uint(1); k < bits; k *= 2 {
		add(v.Sub(v.TDiv(num.Pow2(k))))
	}
	add(v.Sub(sign))
	return out
}

// smallerFloats lists simpler constants of a float type by their bits: 0, 1, the opposite of a negative one, and those with
// a half, a quarter and none of the fraction's bits.
func smallerFloats(t ir.Type, v num.Int) (out []num.Int) {
	if t == ir.F80 {
		for _, x := range []num.Int{{}, num.New(16383).Shl(64).Or(num.Pow2(63)), v.Low(79)} {
			if x.Cmp(v) < 0 {
				out = append(out, x)
			}
		}
		return out
	}
	exponent := map[ir.Type]uint{ir.F16: 5, ir.BF16: 8, ir.F32: 8, ir.F64: 11, ir.F128: 15}[t]
	fraction := uint(t.FloatBits()) - exponent - 1
	one := num.Pow2(exponent - 1).Sub(num.New(1)).Shl(fraction)
	list := []num.Int{{}, one}
	if v.Bit(exponent+fraction) == 1 {
		list = append(list, v.Low(exponent+fraction))
	}
	for _, keep := range []uint{0, fraction / 4, fraction / 2} {
		list = append(list, v.Sub(v.Low(fraction-keep)))
	}
	for _, w := range list {
		if w.Equal(v) {
			break // what follows is no simpler
		}
		out = append(out, w)
	}
	return out
}
