package difftest

import (
	"github.com/tuffy-ir/tuffy/ir/num"
)

// solve looks for inputs near that of v on which the comparison s comes out in a way: -1 less, 0 equal, 1 more, and what is equal in v
// otherwise stays so. known says that it came out so on another input.
func (x *feedback) solve(v *visit, s *sight, way int, parts []inputPart, known bool) bool {
	kept := v.equalSights(s)
	goal := func(w *visit) bool {
		t, ok := w.sight(s)
		return ok && t.x.Cmp(t.y) == way && w.keeps(kept)
	}
	want := num.New(int64(way)) // of x - y
	if x.substitute(v, s, want, parts, goal) {
		return true
	}
	if known && way != 0 {
		return false
	}
	for _, p := range parts {
		if x.slope(v, s, want, p, goal) {
			return true
		}
	}
	if way != 0 || known && len(x.ways) > 400 {
		return false
	}
	return x.eliminate(v, s, kept, parts, goal) || x.lift(v, s, parts, goal) || x.descend(v, s, parts, goal)
}

// mostKept bounds the comparisons that are to stay equal.
const mostKept = 6

// equalSights are the comparisons of v of two numbers that are equal, one a site, but for s.
func (v *visit) equalSights(s *sight) (out []*sight) {
	for n := range v.sights {
		t := &v.sights[n]
		if t.at != s.at && t.nth == 0 && t.x.Equal(t.y) && len(out) < mostKept {
			out = append(out, t)
		}
	}
	return out
}

// keeps reports whether all of them are equal in v.
func (v *visit) keeps(kept []*sight) bool {
	for _, s := range kept {
		if t, ok := v.sight(s); !ok || !t.x.Equal(t.y) {
			return false
		}
	}
	return true
}

// sight is the sight in v that is s in another run.
func (v *visit) sight(s *sight) (*sight, bool) {
	if v == nil {
		return nil, false
	}
	n, ok := v.index[sightKey{s.at, s.nth}]
	if !ok {
		return nil, false
	}
	return &v.sights[n], true
}

// substitute puts what a number is compared with in its place, wherever it stands, and moves each number by what is missing.
func (x *feedback) substitute(v *visit, s *sight, want num.Int, parts []inputPart, goal func(*visit) bool) bool {
	target, back := s.y.Add(want), s.x.Sub(want)
	step := target.Sub(s.x)
	for _, p := range parts {
		now, ok := p.get(v.in)
		if !ok {
			continue
		}
		var values []num.Int
		switch {
		case now.Equal(s.x):
			values = append(values, target)
		case now.Equal(s.y):
			values = append(values, back)
		}
		values = append(values, now.Add(step), now.Sub(step), target, back, now.Xor(s.x.Xor(target)))
		if p.bits > 0 && !p.float {
			// What a comparison sees is often an extension of the number.
			values = append(values, target.Low(p.bits), target.SignExtend(p.bits))
		}
		if q, ok := scaled(now, s.x, target); ok {
			values = append(values, q)
		}
		for _, w := range values {
			if w.Equal(now) {
				continue
			}
			if goal(x.change(v, func(in *Input) bool { return p.put(in, w) })) {
				return true
			}
			if x.runs <= 0 {
				return false
			}
		}
	}
	return false
}

// scaled is the number for which a multiple of it would be the target.
func scaled(now, x, target num.Int) (num.Int, bool) {
	if now.Sign() == 0 || x.Sign() == 0 {
		return num.Int{}, false
	}
	k, r := x.DivRem(now)
	if r.Sign() != 0 || k.Sign() == 0 {
		return num.Int{}, false
	}
	q, r := target.DivRem(k)
	return q, r.Sign() == 0
}

// slope moves a number along the slope of the distance until it is what is wanted: by secants, and between two numbers with distances on
// both sides by halving where a secant leads out.
func (x *feedback) slope(v *visit, s *sight, want num.Int, p inputPart, goal func(*visit) bool) bool {
	at, ok := p.get(v.in)
	if !ok {
		return false
	}
	// eval gives how far the distance is from what is wanted.
	hit := false
	eval := func(w num.Int) (num.Int, bool) {
		u := x.change(v, func(in *Input) bool { return p.put(in, w) })
		if goal(u) {
			hit = true
		}
		t, ok := u.sight(s)
		if !ok {
			return num.Int{}, false
		}
		return t.distance().Sub(want), true
	}
	d := s.distance().Sub(want)
	// A step of one may change nothing that is compared: a shift may drop it.
	var next, dn num.Int
	found := false
	for _, k := range []uint{0, 4, 8, 16, 24, 32, 48, 52} {
		if p.bits > 0 && k >= p.bits {
			break
		}
		for _, sign := range []int64{1, -1} {
			w := at.Add(num.Pow2(k).Mul(num.New(sign)))
			e, ok := eval(w)
			if hit {
				return true
			}
			if ok && !e.Equal(d) {
				next, dn, found = w, e, true
				break
			}
		}
		if found || x.runs <= 0 {
			break
		}
	}
	if !found {
		return false
	}
	var lo, hi *num.Int // numbers with distances below and above
	note := func(w, e num.Int) {
		if e.Sign() < 0 {
			lo = new(w)
		} else {
			hi = new(w)
		}
	}
	note(at, d)
	note(next, dn)
	for range slopeRuns {
		rise := dn.Sub(d)
		if rise.Sign() == 0 {
			break
		}
		// next - dn * (next - at) / (dn - d)
		w := next.Sub(dn.Mul(next.Sub(at)).TDiv(rise))
		if lo != nil && hi != nil && (w.Cmp(num.Min(*lo, *hi)) <= 0 || w.Cmp(num.Max(*lo, *hi)) >= 0) {
			w = lo.Add(*hi).Shr(1)
		}
		if w.Equal(next) || w.BitLen() > 200 {
			break
		}
		w = p.within(w)
		e, ok := eval(w)
		if hit {
			return true
		}
		if !ok { // out of what is allowed, or another way: half as far
			w = next.Add(w).Shr(1)
			if e, ok = eval(w); hit {
				return true
			}
			if !ok {
				break
			}
		}
		at, d, next, dn = next, dn, w, e
		note(w, e)
	}
	// The last step may end beside the number.
	for k := int64(-2); k <= 2; k++ {
		if eval(next.Add(num.New(k))); hit {
			return true
		}
	}
	if lo != nil && hi != nil {
		for range 70 {
			w := lo.Add(*hi).Shr(1)
			if w.Equal(*lo) || w.Equal(*hi) {
				break
			}
			e, ok := eval(w)
			if hit {
				return true
			}
			if !ok {
				break
			}
			note(w, e)
		}
	}
	return false
}

// bit is a bit of a number of the input, and what flipping it does to the difference of a comparison.
type bit struct {
	part inputPart
	n    uint
	mask num.Int
}

// bitsOf are the bits of the input and what they do; at most flipRuns of them.
func (x *feedback) bitsOf(v *visit, s *sight, kept []*sight, parts []inputPart) (out []bit) {
	was, _ := v.difference(s, kept)
	covered := 0
	for _, p := range parts {
		now, ok := p.get(v.in)
		width := p.bits
		if width == 0 {
			width = 64
		}
		if !ok || p.float || p.size == 1 && covered > 64 {
			continue
		}
		for n := range width {
			if covered++; covered > flipRuns {
				return out
			}
			u := x.change(v, func(in *Input) bool { return p.put(in, flip(now, n, p.bits)) })
			if m, ok := u.difference(s, kept); ok {
				if m = m.Xor(was); m.Sign() != 0 {
					out = append(out, bit{p, n, m})
				}
			}
		}
	}
	return out
}

// differenceBits is how many bits of a difference count.
const differenceBits = 256

// difference is the exclusive or of the two numbers of a comparison, and behind it of those that are to stay equal.
func (v *visit) difference(s *sight, kept []*sight) (d num.Int, ok bool) {
	t, ok := v.sight(s)
	if !ok {
		return d, false
	}
	d = t.x.Xor(t.y).Low(differenceBits)
	for n, k := range kept {
		t, ok := v.sight(k)
		if !ok {
			return d, false
		}
		d = d.Or(t.x.Xor(t.y).Low(differenceBits).Shl(differenceBits * uint(n+1)))
	}
	return d, true
}

// flip changes bit n of a number; where it is negative and has few bits, so that it stays among them.
func flip(v num.Int, n, bits uint) num.Int {
	w := v.Xor(num.Pow2(n))
	if bits > 0 && v.Sign() < 0 {
		return w.SignExtend(bits)
	}
	return w
}

// eliminate solves for the bits to flip, as if each flipped the same bits of the difference whatever the others are, which is so where
// numbers are moved, masked, shifted, rotated and combined by exclusive or.
func (x *feedback) eliminate(v *visit, s *sight, kept []*sight, parts []inputPart, goal func(*visit) bool) bool {
	bits := x.bitsOf(v, s, kept, parts)
	if len(bits) == 0 {
		return false
	}
	type row struct{ mask, from num.Int } // from has a bit for each of bits
	var rows []row
	reduce := func(m, from num.Int) (num.Int, num.Int) {
		for _, r := range rows {
			if m.Bit(r.mask.BitLen()-1) != 0 {
				m, from = m.Xor(r.mask), from.Xor(r.from)
			}
		}
		return m, from
	}
	for n, b := range bits {
		if m, from := reduce(b.mask, num.Pow2(uint(n))); m.Sign() > 0 {
			rows = append(rows, row{m, from})
		}
	}
	all, _ := v.difference(s, kept)
	left, from := reduce(all, num.Int{})
	if left.Sign() != 0 || from.Sign() == 0 {
		return false
	}
	return goal(x.change(v, func(in *Input) bool {
		for n, b := range bits {
			if from.Bit(uint(n)) == 0 {
				continue
			}
			now, ok := b.part.get(in)
			if !ok || !b.part.put(in, flip(now, b.n, b.part.bits)) {
				return false
			}
		}
		return true
	}))
}

// lift makes the bits of the difference 0, the lowest first, by flipping the bit of a number that stands as far from its lowest as that of
// the difference. That leads to the end where a bit of the result depends on bits of the number up to its own place only, as in
// sums, products and shifts to the left.
func (x *feedback) lift(v *visit, s *sight, parts []inputPart, goal func(*visit) bool) bool {
	for _, p := range parts {
		now, ok := p.get(v.in)
		if !ok || p.float || p.bits == 1 {
			continue
		}
		u := x.change(v, func(in *Input) bool { return p.put(in, flip(now, 0, p.bits)) })
		t, ok := u.sight(s)
		if !ok {
			continue
		}
		shift := t.x.Xor(t.y).Xor(s.x.Xor(s.y))
		if shift.Sign() == 0 {
			continue
		}
		w, at := v, s
		for range 80 {
			now, _ := p.get(w.in)
			low := at.x.Xor(at.y).TrailingZeros()
			if low < shift.TrailingZeros() || p.bits > 0 && low-shift.TrailingZeros() >= p.bits {
				break
			}
			next := x.change(w, func(in *Input) bool { return p.put(in, flip(now, low-shift.TrailingZeros(), p.bits)) })
			if goal(next) {
				return true
			}
			t, ok := next.sight(s)
			if !ok || t.x.Equal(t.y) || t.x.Xor(t.y).TrailingZeros() <= low {
				break
			}
			w, at = next, t
		}
	}
	return false
}

// descend flips one bit after another as long as that brings the two numbers nearer to each other.
func (x *feedback) descend(v *visit, s *sight, parts []inputPart, goal func(*visit) bool) bool {
	best := s.distance().Abs()
	for range 3 {
		better := false
		covered := 0
		for _, p := range parts {
			width := p.bits
			if width == 0 {
				width = 64
			}
			for n := range width {
				now, ok := p.get(v.in)
				if covered++; !ok || covered > flipRuns || x.runs <= 0 {
					break
				}
				u := x.change(v, func(in *Input) bool { return p.put(in, flip(now, n, p.bits)) })
				if goal(u) {
					return true
				}
				if t, ok := u.sight(s); ok && t.distance().Abs().Less(best) {
					v, best, better = u, t.distance().Abs(), true
				}
			}
		}
		if !better {
			return false
		}
	}
	return false
}
