package sim

import (
	"math"
	"math/bits"
)

// fma64 is a*b + c rounded once, with the rules for NaNs: the first of a, b, c in this order that
// is one. math.FMA rounds once on every platform; where there is no instruction for it, it computes
// with integers.
func fma64(a, b, c uint64) uint64 {
	for _, v := range [...]uint64{a, b, c} {
		if nan64(v) {
			return v | quiet64
		}
	}
	r := math.Float64bits(math.FMA(math.Float64frombits(a), math.Float64frombits(b), math.Float64frombits(c)))
	if nan64(r) {
		return defaultNaN64
	}
	return r
}

// fma32 computes in 64 bits, where the product is exact, and rounds the sum to odd before it
// rounds to 32 bits, so that the second rounding sees what the first cut off (Boldo, Melquiond:
// Emulation of FMA and correctly rounded sums, 2008).
func fma32(a, b, c uint32) uint32 {
	for _, v := range [...]uint32{a, b, c} {
		if nan32(v) {
			return v | quiet32
		}
	}
	// 24 + 24 bits fit into the 53 of the product. The conversion in the next line but one keeps Go
	// from fusing the product with the sum, which would be right here but make rest wrong.
	p := float64(math.Float32frombits(a)) * float64(math.Float32frombits(b))
	x := float64(math.Float32frombits(c))
	s := float64(p) + x
	if math.IsNaN(s) {
		return defaultNaN32
	}
	if !math.IsInf(s, 0) {
		t := s - p
		rest := (p - (s - t)) + (x - t) // exact: Knuth's TwoSum
		// An odd last bit is the sign of a sum that is not exact: rounding to odd sets it unless it is
		// set. If rest has the sign of s, the exact sum is farther from zero than s, so the bits go up;
		// else down.
		if w := math.Float64bits(s); rest != 0 && w&1 == 0 {
			if (rest > 0) == (s > 0) {
				w++
			} else {
				w--
			}
			s = math.Float64frombits(w)
		}
	}
	return math.Float32bits(float32(s))
}

// addFused enters the instructions vf[n]m{add,sub}{132,213,231}{ss,sd,ps,pd} and the two that
// alternate. The digits are the places of the operands in a*b + c, of which 1 is the destination.
// Of several NaNs the first factor wins, then the second, then the summand. Sources: SDM volume 2,
// VFMADD132PD and its siblings.
func addFused(table map[string]binder) {
	for _, v := range []struct {
		name    string
		product bool // negated
		even    bool // summand of even elements negated
		odd     bool // of odd ones
	}{
		{"vfmadd", false, false, false}, {"vfmsub", false, true, true},
		{"vfnmadd", true, false, false}, {"vfnmsub", true, true, true},
		{"vfmaddsub", false, true, false}, {"vfmsubadd", false, false, true},
	} {
		// negate is the mask that flips a sign bit, or 0.
		negate := func(yes bool, bit int) uint64 {
			if yes {
				return 1 << bit
			}
			return 0
		}
		f64 := func(a, b, c uint64, i int) uint64 {
			return fused64(a, b, c, negate(v.product, 63), negate(i%2 == 0 && v.even || i%2 == 1 && v.odd, 63))
		}
		f32 := func(a, b, c uint32, i int) uint32 {
			return fused32(a, b, c, uint32(negate(v.product, 31)), uint32(negate(i%2 == 0 && v.even || i%2 == 1 && v.odd, 31)))
		}
		for _, order := range []string{"132", "213", "231"} {
			table[v.name+order+"pd"] = vectorBinder(3, fusedPacked(order, f64, nil))
			table[v.name+order+"ps"] = vectorBinder(3, fusedPacked(order, nil, f32))
			// vfmaddsub and vfmsubadd have no scalar forms.
			if v.even == v.odd {
				table[v.name+order+"sd"] = vectorBinder(3, fusedScalar(order, f64, nil))
				table[v.name+order+"ss"] = vectorBinder(3, fusedScalar(order, nil, f32))
			}
		}
	}
}

// fused64 negates the sign bits given, not those of NaNs. The sign of a NaN must not change: fma64
// returns the first one as it is. If a or b is a NaN the result is one of them whatever c is; if only c
// is one, flipping a does no harm.
func fused64(a, b, c, product, summand uint64) uint64 {
	if !nan64(a) && !nan64(b) {
		a ^= product
		if !nan64(c) {
			c ^= summand
		}
	}
	return fma64(a, b, c)
}

func fused32(a, b, c, product, summand uint32) uint32 {
	if !nan32(a) && !nan32(b) {
		a ^= product
		if !nan32(c) {
			c ^= summand
		}
	}
	return fma32(a, b, c)
}

// ordered are the operands of a*b + c. The result goes to x1 in any case. The third operand, x3, is the
// one that may be in memory.
func ordered[T any](order string, x1, x2, x3 T) (a, b, c T) {
	switch order {
	case "132":
		return x1, x3, x2
	case "213":
		return x2, x1, x3
	}
	return x2, x3, x1
}

func fusedPacked(order string, f64 func(a, b, c uint64, i int) uint64, f32 func(a, b, c uint32, i int) uint32) handler {
	return func(m *Machine, o *op) bool {
		x3, ok := m.vector(o, &o.a2)
		if !ok {
			return false
		}
		a, b, c := ordered(order, vec(m.XMM[o.dst.reg&15]), vec(m.XMM[o.src.reg&15]), x3)
		var r vec
		for i := range r {
			if f64 != nil {
				r[i] = f64(a[i], b[i], c[i], i)
				continue
			}
			// The upper float of a word is computed as 32 bits and rotated into its place.
			r[i] = uint64(f32(uint32(a[i]), uint32(b[i]), uint32(c[i]), 0)) |
				bits.RotateLeft64(uint64(f32(uint32(a[i]>>32), uint32(b[i]>>32), uint32(c[i]>>32), 1)), 32)
		}
		m.setVector(o, &r)
		return true
	}
}

// The upper bits of the lane are those of the destination (SDM volume 2, VFMADD132SD).
func fusedScalar(order string, f64 func(a, b, c uint64, i int) uint64, f32 func(a, b, c uint32, i int) uint32) handler {
	return func(m *Machine, o *op) bool {
		x3, ok := m.vector(o, &o.a2)
		if !ok {
			return false
		}
		r := vec(m.XMM[o.dst.reg&15])
		a, b, c := ordered(order, r[0], m.XMM[o.src.reg&15][0], x3[0])
		if f64 != nil {
			r[0] = f64(a, b, c, 0)
		} else {
			r[0] = r[0]>>32<<32 | uint64(f32(uint32(a), uint32(b), uint32(c), 0))
		}
		m.setVector(o, &r)
		return true
	}
}
