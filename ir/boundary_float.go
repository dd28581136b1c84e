package ir

// floatShape is a format with an implicit first bit: how many bits of fraction and of exponent.
type floatShape struct{ frac, exp uint }

var floatShapes = map[Type]floatShape{F16: {10, 5}, BF16: {7, 8}, F32: {23, 8}, F64: {52, 11}}

// bits of (1 + k·2^-m)·2^e; ok is false where the format has no such normal number.
func (s floatShape) at(e int, m uint, k uint64) (bits uint64, ok bool) {
	biased := e + 1<<(s.exp-1) - 1
	if m > s.frac || biased <= 0 || biased >= 1<<s.exp-1 {
		return 0, false
	}
	return uint64(biased)<<s.frac + k<<(s.frac-m), true
}

// Floats are the bits of floats of a type that matter of a kind with N, each once, positive and negative; none of kinds of integers,
// and of types with more than 64 bits.
func (b Boundary) Floats(t Type, n uint) []uint64 {
	s, ok := floatShapes[t]
	if !ok {
		return nil
	}
	l := floatList{shape: s}
	switch b {
	case BoundFloat:
		l.classes()
	case BoundNarrowed:
		l.classes()
		for _, to := range [...]Type{F16, BF16, F32} {
			if p := floatShapes[to]; p.frac < s.frac {
				l.narrowed(p)
			}
		}
	case BoundTruncated:
		l.classes()
		l.number(-1, 1, 0) // a half
		l.number(0, 1, 1)  // one and a half
		for _, k := range [...]uint{n, n - 1, 31, 32, 63, 64} {
			l.number(int(k), 0, 0)
			// The last integer before a power of two, and the last with a half.
			for _, m := range [...]uint{k - 1, k} {
				if k > 1 && m <= s.frac {
					l.number(int(k)-1, m, 1<<m-1)
				}
			}
		}
	}
	return l.out
}

// floatList is a list of the bits of floats, each once.
type floatList struct {
	shape floatShape
	out   []uint64
}

// add takes a number with its neighbours, and all of them with the other sign.
func (l *floatList) add(bits uint64) {
	sign := uint64(1) << (l.shape.frac + l.shape.exp)
	for _, v := range [...]uint64{bits, bits - 1, bits + 1} {
		for _, v := range [...]uint64{v & (sign - 1), v&(sign-1) | sign} {
			if !l.has(v) {
				l.out = append(l.out, v)
			}
		}
	}
}

func (l *floatList) has(v uint64) bool {
	for _, x := range l.out {
		if x == v {
			return true
		}
	}
	return false
}

func (l *floatList) number(e int, m uint, k uint64) {
	if bits, ok := l.shape.at(e, m, k); ok {
		l.add(bits)
	}
}

// classes are members of each class at its ends: 0 and the least subnormal, the greatest and the least normal number, the greatest
// number and infinity, signalling and quiet NaNs with the least and other payloads, 1.
func (l *floatList) classes() {
	s := l.shape
	inf := uint64(1<<s.exp-1) << s.frac
	quiet := uint64(1) << (s.frac - 1)
	for _, bits := range [...]uint64{1, 1 << s.frac, inf, inf | quiet, inf | quiet | quiet>>1, inf | 2<<s.frac>>s.frac} {
		l.add(bits)
	}
	l.number(0, 0, 0)
}

// narrowed are numbers that a format with the shape p rounds in special ways.
func (l *floatList) narrowed(p floatShape) {
	m := p.frac + 1
	for _, e := range [...]int{0, 3, -3} {
		l.number(e, m, 1)      // a tie that goes down to even
		l.number(e, m, 3)      // a tie that goes up to even
		l.number(e, m, 1<<m-1) // a tie that carries into the exponent
		// Beside a tie by so little that a format between rounds to the tie first.
		if q := l.shape.frac; q >= 2*m {
			l.number(e, q, 1<<(q-m)+1)
			l.number(e, q, 1<<(q-m)-1)
		}
	}
	bias := 1<<(p.exp-1) - 1
	l.number(bias, m, 1<<m-1) // the tie between the greatest number and infinity
	l.number(bias, p.frac, 1<<p.frac-1)
	l.number(1-bias, 0, 0)             // the least normal number
	l.number(1-bias-int(p.frac), 0, 0) // the least subnormal
	l.number(-bias-int(p.frac), 0, 0)  // half of it, a tie with 0
	l.number(-bias-int(p.frac), 1, 1)  // and half of three of them
}
