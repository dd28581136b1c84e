package host

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
)

// hexFloat is a finite number >= 0 as %a writes it behind 0x. The digit before the point is the one that glibc takes, where C leaves
// it open: 1 of a double, or 0 where it is denormal, and the highest four bits of a long double.
func hexFloat(c conversion, t ieee754.Format, x ieee754.Bits) string {
	m, digits, exp := x.Lo, 13, 0
	switch {
	case t == ieee754.F80:
		digits = 15
		exp = max(int(x.Hi), 1) - 16383 - 3
	default:
		exp = max(int(x.Lo>>52), 1) - 1023
		if m &= 1<<52 - 1; x.Lo>>52 > 0 {
			m |= 1 << 52
		}
	}
	if m == 0 {
		exp = 0
	}
	prec := c.prec
	fraction := m & (1<<(4*digits) - 1)
	lead := m >> (4 * digits)
	text := fmt.Sprintf("%0*x", digits, fraction)
	switch {
	case prec < 0:
		text = strings.TrimRight(text, "0")
	case prec >= digits:
		text += strings.Repeat("0", prec-digits)
	default:
		cut := uint(4 * (digits - prec))
		rest, half := m&(1<<cut-1), uint64(1)<<(cut-1)
		m >>= cut
		carried := uint64(0)
		if rest > half || rest == half && m&1 == 1 { // to nearest even
			carried = 1
		}
		fraction = m&(1<<(4*prec)-1) + carried
		lead = m >> (4 * prec)
		lead, fraction = lead+fraction>>(4*prec), fraction&(1<<(4*prec)-1)
		if lead == 16 {
			lead, exp = 1, exp+4
		}
		text = ""
		if prec > 0 {
			text = fmt.Sprintf("%0*x", prec, fraction)
		}
	}
	if text != "" || c.alt {
		text = "." + text
	}
	return strconv.FormatUint(lead, 16) + text + fmt.Sprintf("p%+d", exp)
}

// counted stores how much was written so far, for %n.
func (f *formatter) counted(c conversion) {
	v, ok := f.take(Ptr)
	if !ok {
		return
	}
	b := make([]byte, scanBits[c.length]/8)
	for k := range b {
		b[k] = byte(uint64(len(f.out)) >> (8 * k))
	}
	f.ok = f.e.Write(v.Ptr, b)
}
