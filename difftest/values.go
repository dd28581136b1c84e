package difftest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// fieldClaim is what holds of a field that is claimed to be a: of an int that is not bounded, that the bytes
// which the field has in memory hold it. Other fields are claimed as they are. Without it, an input
// could not be stored at all.
func fieldClaim(t ir.Type, a ir.Annot) ir.Annot {
	if _, _, ok := a.Bounds(); !ok && t == ir.Int {
		// A claim that contradicts the bytes of the field stays as it is.
		if m, err := a.Meet(ir.Unsigned(8 * ir.IntBytes)); err == nil {
			return m
		}
	}
	return a
}

// values lists the values of a type that matter, the most telling first. The list is never empty.
// Values that violate the annotation are left out: poison is chosen elsewhere.
func (g *Generator) values(t ir.Type, an ir.Annot) []Arg {
	switch t.Kind() {
	case ir.KindInt:
		return g.intValues(an)
	case ir.KindBool:
		yes, no := true, false
		return []Arg{{Bool: &no}, {Bool: &yes}}
	case ir.KindFloat:
		return g.floatValues(t)
	case ir.KindPtr:
		return g.pointerValues(an)
	case ir.KindUnit:
		return []Arg{{Fields: []Arg{}}}
	case ir.KindByte, ir.KindVec:
		return g.bytesValues(t)
	}
	var fields [][]Arg
	// n is the length of the longest pool of a field.
	n := 1
	for i := range t.Len() {
		f, _ := t.Field(i)
		fields = append(fields, g.values(f, fieldClaim(f, an.Field(i))))
		n = max(n, len(fields[i]))
	}
	var out []Arg
	// Aggregates take their fields from the pools in different strides, so that neighbours do not
	// repeat together; 40 are enough beside the random ones.
	for k := range min(n, 40) {
		a := Arg{Fields: []Arg{}}
		for i, f := range fields {
			a.Fields = append(a.Fields, f[(k*(2*i+1)+i)%len(f)])
		}
		out = append(out, a)
	}
	return out
}

// Zero, the bounds, the constants, powers of two around the widths of machines, and their neighbours
// and negations. The most telling come first, since a systematic walk may end early.
func (g *Generator) intValues(an ir.Annot) []Arg {
	var out []Arg
	seen := map[string]bool{}
	// What violates the claim is not in the pool.
	add := func(v num.Int) {
		if s := v.Text(62); an.Holds(v) && !seen[s] {
			seen[s] = true
			out = append(out, Arg{Int: new(v)})
		}
	}
	near := func(v num.Int) {
		for d := int64(-1); d <= 1; d++ {
			add(v.Add(num.New(d)))
		}
	}
	near(num.Int{})
	lo, hi, bounded := an.Bounds()
	if bounded {
		near(lo)
		near(hi)
	}
	bits, signed, ranged := an.Range()
	for _, c := range g.facts.ints {
		near(c)
		near(c.Neg())
		// A constant that is compared after an extension, or wraps.
		switch {
		case ranged && signed:
			near(c.SignExtend(uint(bits)))
		case ranged:
			near(c.Low(uint(bits)))
			near(c.Neg().Low(uint(bits)))
		}
	}
	for _, v := range g.facts.edges {
		add(v)
	}
	for _, n := range []uint{1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128} {
		p := num.Pow2(n)
		near(p)
		near(p.Neg())
	}
	// Known bits have few values at their ends, so single bits are set and cleared.
	if k := an.Known(); k != nil { // all free bits clear, all set, one set, one clear
		all := k.Zeros.Not()
		add(k.Ones)
		add(all)
		for n := range min(max(all.BitLen(), k.Ones.BitLen()), 128) {
			add(k.Ones.Or(num.Pow2(n)))
			add(all.AndNot(num.Pow2(n)))
		}
	}
	// A claim may exclude everything above; then 0 is passed, and is poison.
	if len(out) == 0 {
		return []Arg{{Int: new(num.Int)}}
	}
	return out
}

// specialFloats are decimal so that they mean the same in every format; the bit patterns below are
// denormals, limits, and NaNs with payloads, quiet and signalling.
var specialFloats = []string{"0.0", "-0.0", "1.0", "-1.0", "1.5", "0.1", "inf", "-inf", "nan", "3.0", "1e10", "-2.5"}

// floatValues are given as text or bits, exactly as an input file would have them.
func (g *Generator) floatValues(t ir.Type) []Arg {
	var out []Arg
	if t == ir.F128 {
		for _, s := range []string{"0x0", "0x3fff0000000000000000000000000000", "0x7fff8000000000000000000000000000"} {
			out = append(out, Arg{Fmt: "f128", Float: s})
		}
		return out
	}
	for _, s := range specialFloats {
		out = append(out, Arg{Fmt: t.String(), Float: s})
	}
	bits := map[ir.Type][]string{
		// The least number, the subnormal and normal limits, a pseudo-denormal, NaNs, an unnormal, 2^63-0.5.
		ir.F80:  {"0x1", "0x00007fffffffffffffff", "0x00018000000000000000", "0x7ffeffffffffffffffff", "0x00008000000000000001", "0x7fffc000000000000001", "0xffffc000000000000000", "0x7fff8000000000000001", "0x3fff4000000000000000", "0x403dffffffffffffffff"},
		ir.F64:  {"0x1", "0x000fffffffffffff", "0x0010000000000000", "0x7fefffffffffffff", "0x7ff8000000000001", "0xfff8000000000000", "0x7ff0000000000001", "0x433fffffffffffff"},
		ir.F32:  {"0x1", "0x007fffff", "0x00800000", "0x7f7fffff", "0x7fc00001", "0xffc00000", "0x7f800001", "0x4b7fffff"},
		ir.F16:  {"0x1", "0x03ff", "0x0400", "0x7bff", "0x7e01", "0x7c01"},
		ir.BF16: {"0x1", "0x007f", "0x0080", "0x7f7f", "0x7fc1", "0x7f81"},
	}
	for _, s := range bits[t] {
		out = append(out, Arg{Fmt: t.String(), Float: s})
	}
	if !t.IsWideFloat() {
		for _, b := range g.facts.floatBits(t) {
			out = append(out, Arg{Fmt: t.String(), Float: fmt.Sprintf("%#x", b)})
		}
	}
	return out
}

// pointerValues: buffers 0 and 1 are disjoint, so that two pointer parameters meet in every
// way: apart, equal, overlapping. The offsets lie at the start, at the end and beyond the last element,
// aligned and not.
func (g *Generator) pointerValues(an ir.Annot) []Arg {
	// The address after the last byte is legal to have and not to access.
	var out []Arg
	for _, p := range []struct {
		buf int
		off int64
	}{{0, 0}, {1, 0}, {0, 8}, {0, 4}, {1, 8}, {0, 1}, {0, int64(g.buffer) - 8}, {0, int64(g.buffer)}} {
		if a := int64(an.Align()); a != 0 && p.off%a != 0 {
			continue
		}
		out = append(out, Arg{Buffer: &p.buf, Offset: p.off})
	}
	for _, name := range g.facts.symbols {
		out = append(out, Arg{Symbol: name})
	}
	return append(out, Arg{Null: true})
}

// Patterns repeat over the whole value, of which at most 64 KiB are made.
func (g *Generator) bytesValues(t ir.Type) []Arg {
	n, _ := t.Size(1)
	n = min(n, 1<<16)
	var out []Arg
	for _, pat := range [][]string{{"00"}, {"01", "00", "00", "00"}, {"ff"}, {"80", "7f"}, {"00", "00", "80", "3f"}, {"02", "03", "05", "07", "0b"}, {"__"}, {"00", "??"}} {
		var s []string
		for i := range n {
			s = append(s, pat[int(i)%len(pat)])
		}
		text := strings.Join(s, " ")
		out = append(out, Arg{Bytes: &text})
	}
	for _, text := range g.lanes(int(n)) {
		out = append(out, Arg{Bytes: &text})
	}
	return out
}

// mostLanes bounds the values of vectors and bytes that constants make.
const mostLanes = 96

// lanes are texts of n bytes in which constants are one lane, with zeros elsewhere, or all lanes, in lanes of each size that
// holds them.
func (g *Generator) lanes(n int) (out []string) {
	if n > 64 {
		return nil
	}
	ends := []num.Int{}
	for _, bits := range []uint{8, 16, 32, 64} {
		ends = append(ends, num.Mask(bits-1), num.Pow2(bits-1))
	}
	for k, c := range slices.Concat(g.facts.ints, g.facts.bits, ends) {
		for _, size := range []int{8, 4, 2, 1} {
			if size > n || !c.FitsSigned(uint(8*size)) && !c.FitsUnsigned(uint(8*size)) || size > 1 && c.FitsSigned(uint(4*size)) && c.Sign() >= 0 && size != 4 {
				continue
			}
			all, one := make([]byte, n), make([]byte, n)
			lane := c.FillBytes(make([]byte, size))
			for at := 0; at+size <= n; at += size {
				copy(all[at:], lane)
			}
			copy(one[k%(n/size)*size:], lane)
			out = append(out, hexBytes(all), hexBytes(one))
			if len(out) >= mostLanes {
				return out
			}
		}
	}
	return out
}

// hexBytes writes bytes as inputs have them.
func hexBytes(b []byte) string { return strings.TrimSpace(fmt.Sprintf("% x", b)) }

// maxEvery is how many inputs there may be for all of them to be made.
const maxEvery = 1 << 16

// everyValue are all values of a parameter that its claim allows and poison, nil where they are too many.
func everyValue(p ir.Param) (out []Arg) {
	switch {
	case p.Type.Kind() == ir.KindBool:
		out = append(out, Arg{Bool: new(false)}, Arg{Bool: new(true)})
	case p.Type == ir.Int:
		lo, hi, ok := p.Annot.Bounds()
		if !ok || hi.Sub(lo).BitLen() > 16 {
			return nil
		}
		for v := lo; v.Cmp(hi) <= 0; v = v.Add(num.New(1)) {
			if p.Annot.Holds(v) {
				out = append(out, Arg{Int: new(v)})
			}
		}
	default:
		return nil
	}
	return append(out, Arg{Poison: true})
}
