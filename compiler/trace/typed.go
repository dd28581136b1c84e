package trace

import (
	"math/big"
	"strconv"
	"strings"
)

// Typed is the fact with what its text says in fields: the ends of a range, the bits of a claim, what a constant is.
func (f Fact) Typed() Fact {
	switch lo, hi, ranges := strings.Cut(f.Value, ".."); {
	case f.Kind == "range" && ranges:
		if number(lo) != nil {
			f.Min = lo
		}
		if number(hi) != nil {
			f.Max = hi
		}
	case f.Kind == "const":
		f.Properties = properties(number(f.Value))
	case f.Kind == "annotation":
		for claim := range strings.SplitSeq(f.Value, ":") {
			f.claim(claim)
		}
	}
	return f
}

// number reads an integer, nil if the text is none.
func number(text string) *big.Int {
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		return nil
	}
	return n
}

// properties are what rules ask of a constant.
func properties(n *big.Int) (out []string) {
	if n == nil {
		return nil
	}
	switch n.Sign() {
	case 0:
		out = append(out, "is_zero")
	case -1:
		out = append(out, "is_negative")
	default:
		if int(n.TrailingZeroBits())+1 == n.BitLen() {
			out = append(out, "is_power_of_2")
		}
	}
	return out
}

// claim adds what one claim of an annotation says.
func (f *Fact) claim(text string) {
	if pattern, ok := strings.CutPrefix(text, "known("); ok {
		zeros, ones := new(big.Int), new(big.Int)
		pattern = strings.ReplaceAll(strings.TrimSuffix(pattern, ")"), "_", "")
		for n := range len(pattern) {
			switch bit := len(pattern) - 1 - n; pattern[n] {
			case '0':
				zeros.SetBit(zeros, bit, 1)
			case '1':
				ones.SetBit(ones, bit, 1)
			}
		}
		f.KnownZeros, f.KnownOnes = "0x"+zeros.Text(16), "0x"+ones.Text(16)
		return
	}
	if len(text) < 2 {
		return
	}
	bits, err := strconv.ParseUint(text[1:], 10, 16)
	if err != nil || bits == 0 {
		return
	}
	one := big.NewInt(1)
	switch text[0] {
	case 's':
		half := new(big.Int).Lsh(one, uint(bits)-1)
		f.Min, f.Max = new(big.Int).Neg(half).String(), half.Sub(half, one).String()
	case 'u':
		f.Min, f.Max = "0", new(big.Int).Sub(new(big.Int).Lsh(one, uint(bits)), one).String()
	}
}
