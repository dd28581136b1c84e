package difftest

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// floatShape is how the bits of a float type are divided.
type floatShape struct {
	t        ir.Type
	exponent uint // bits of the exponent
	fraction uint // and of the fraction
}

// shapeOf is how the bits of t are divided; not of f80, which writes a bit that follows from the others.
func shapeOf(t ir.Type) floatShape {
	exponent := map[ir.Type]uint{ir.F16: 5, ir.BF16: 8, ir.F32: 8, ir.F64: 11, ir.F128: 15}[t]
	return floatShape{t, exponent, uint(t.FloatBits()) - exponent - 1}
}

func (s floatShape) bias() int64 { return 1<<(s.exponent-1) - 1 }

// split gives the sign, the exponent without its bias and the fraction of a pattern.
func (s floatShape) split(bits num.Int) (negative bool, exponent int64, fraction num.Int) {
	e, _ := bits.Shr(s.fraction).Low(s.exponent).Int64()
	return bits.Bit(s.fraction+s.exponent) == 1, e - s.bias(), bits.Low(s.fraction)
}

// join is the pattern of which split gives the parts; ok is false of an exponent that there is not.
func (s floatShape) join(negative bool, exponent int64, fraction num.Int) (bits num.Int, ok bool) {
	e := exponent + s.bias()
	bits = num.New(e).Shl(s.fraction).Or(fraction)
	if negative {
		bits = bits.Or(num.Pow2(s.fraction + s.exponent))
	}
	return bits, e >= 0 && e < 1<<s.exponent-1
}

// integer is the value of a pattern that is an integer of which the neighbours are floats, too. -0 is none.
func (s floatShape) integer(bits num.Int) (v num.Int, ok bool) {
	if bits.Sign() == 0 {
		return num.Int{}, true
	}
	negative, e, fraction := s.split(bits)
	if e < 0 || e > int64(s.fraction) {
		return num.Int{}, false
	}
	v = num.Pow2(s.fraction).Or(fraction)
	point := s.fraction - uint(e)
	if v.TrailingZeros() < point {
		return num.Int{}, false
	}
	if v = v.Shr(point); negative {
		v = v.Neg()
	}
	return v, true
}

// pattern is the float of an integer that integer gives.
func (s floatShape) pattern(v num.Int) num.Int {
	if v.Sign() == 0 {
		return num.Int{}
	}
	e := v.Abs().BitLen() - 1
	bits, _ := s.join(v.Sign() < 0, int64(e), v.Abs().Low(e).Shl(s.fraction-e))
	return bits
}

// floatArg is the argument of a pattern, in decimal where the format has such literals.
func floatArg(t ir.Type, bits num.Int) Arg {
	a := Arg{Fmt: t.String()}
	if t == ir.F128 {
		a.Float = "0x" + fmt.Sprintf("%032s", bits.Text(16))
	} else {
		a.Float = interp.FloatFormat(t).Text(bits.Low64())
	}
	return a
}

// float makes a float simpler: an integer if it may be one, else a fraction with an exponent near to 0 and few bits, else an
// infinity, else the canonical NaN. The float keeps its pattern while it is written anew.
func (m *minimiser) float(p place) {
	if p.t == ir.F80 {
		for _, text := range []string{"0.0", "1.0", "-1.0", "2.0", "0.5", "inf", "-inf", "nan"} {
			if m.change(func(in *Input) bool { *p.at(in) = Arg{Fmt: "f80", Float: text}; return true }) {
				return
			}
		}
		return
	}
	s := shapeOf(p.t)
	bits := func() num.Int {
		a := p.at(m.in())
		f, err := interp.ParseFloat(p.t, a.Float)
		if err != nil {
			panic("BUG: a generated float does not parse: " + err.Error())
		}
		return num.FromUint64(f.Hi).Shl(64).Or(num.FromUint64(f.Lo))
	}
	put := func(in *Input, bits num.Int) bool { *p.at(in) = floatArg(p.t, bits); return true }
	take := func(bits num.Int) bool { return m.change(func(in *Input) bool { return put(in, bits) }) }
	integer := quantity{
		func(in *Input) (num.Int, bool) { return s.integer(bits()) },
		func(in *Input, v num.Int) bool { return put(in, s.pattern(v)) },
	}
	take(bits()) // in decimal
	if _, ok := s.integer(bits()); ok {
		m.lower(integer)
		return
	}
	negative, e, fraction := s.split(bits())
	finite := e <= s.bias()
	if !finite {
		// The largest integer that has neighbours, and the largest power of two.
		most, _ := s.join(negative, s.bias(), num.Int{})
		for _, b := range []num.Int{s.pattern(num.Pow2(s.fraction)), s.pattern(num.Pow2(s.fraction).Neg()), most} {
			if take(b) {
				m.float(p)
				return
			}
		}
	}
	for _, v := range []int64{0, 1, -1, 2, 3} {
		if take(s.pattern(num.New(v))) {
			m.lower(integer)
			return
		}
	}
	if finite && e >= 0 {
		// The integers beside it, if they are exact.
		if e <= int64(s.fraction) {
			v := num.Pow2(s.fraction).Or(fraction).Shr(s.fraction - uint(e))
			for _, w := range []num.Int{v, v.Add(num.New(1))} {
				if negative {
					w = w.Neg()
				}
				if take(s.pattern(w)) {
					m.lower(integer)
					return
				}
			}
		} else if take(s.pattern(num.Pow2(s.fraction))) {
			m.lower(integer)
			return
		}
	}
	if negative {
		take(bits().Low(s.fraction + s.exponent))
		_, _, fraction = s.split(bits())
	}
	switch {
	case finite:
		m.fraction(s, bits, put)
		if _, ok := s.integer(bits()); ok {
			m.lower(integer)
		}
	case fraction.Sign() != 0: // a NaN
		inf := num.Pow2(s.exponent).Sub(num.New(1)).Shl(s.fraction)
		quiet := inf.Or(num.Pow2(s.fraction - 1))
		if bits().Equal(quiet) || take(inf) || take(quiet) {
			return
		}
		m.lower(quantity{
			func(in *Input) (num.Int, bool) { return bits().Low(s.fraction), true },
			func(in *Input, v num.Int) bool {
				b := bits()
				return v.Sign() > 0 && put(in, b.Sub(b.Low(s.fraction)).Or(v))
			},
		})
	}
}

// fraction lowers the exponent of a finite float, and then the fraction from its last bit on.
func (m *minimiser) fraction(s floatShape, bits func() num.Int, put func(*Input, num.Int) bool) {
	m.lower(quantity{
		func(in *Input) (num.Int, bool) {
			_, e, _ := s.split(bits())
			return num.New(e), true
		},
		func(in *Input, v num.Int) bool {
			negative, _, fraction := s.split(bits())
			e, _ := v.Int64()
			b, ok := s.join(negative, e, fraction)
			return ok && put(in, b)
		},
	})
	m.lower(quantity{
		func(in *Input) (num.Int, bool) {
			_, _, fraction := s.split(bits())
			return fraction.Reverse(s.fraction), true
		},
		func(in *Input, v num.Int) bool {
			negative, e, _ := s.split(bits())
			b, ok := s.join(negative, e, v.Reverse(s.fraction))
			return ok && v.Sign() >= 0 && put(in, b)
		},
	})
}
