package sim

import (
	"math/bits"

	"github.com/tuffy-ir/tuffy/x86"
)

// statusFlags are the flags that arithmetic sets. The direction flag is kept apart, since no arithmetic
// touches it.
const statusFlags = x86.CF | x86.PF | x86.AF | x86.ZF | x86.SF | x86.OF

// flagState holds the status flags. Most operations leave their result and carries, from which a
// flag is computed where something reads it (as in Bochs, cpu/lazy_flags.h):
//
//	ZF  res = 0           SF  bit 63 of res       PF  parity of the low byte of res
//	CF  bit 63 of carry   OF  bits 63 and 62 of carry differ      AF  bit 4 of aux
//
// An operation of n bits sign-extends its result to res and shifts the carries out of its bits to
// the top of carry, where bits 63 and 62 are the carries out of and into the sign bit.
type flagState struct {
	// The layout lets ZF, SF and CF be read with a test and the sign, which is what conditional jumps
	// ask for. See setAdd and setSub for how carry is made.
	res, carry, aux uint64
	plain           bool // the flags are the bits of fl instead
	fl              x86.Flags
	undefined       x86.Flags
	df              bool
}

// flags is the value of the status flags, the undefined ones included. The shifts move a top bit to the
// place of the flag: SF is bit 7, OF is bit 11, CF bit 0 (SDM volume 1, 3.4.3.1). AF is bit 4 in aux
// already.
func (f *flagState) flags() x86.Flags {
	if f.plain {
		return f.fl
	}
	v := x86.Flags(f.carry>>63) | x86.Flags(f.aux)&x86.AF
	if bits.OnesCount8(uint8(f.res))&1 == 0 {
		v |= x86.PF
	}
	if f.res == 0 {
		v |= x86.ZF
	}
	v |= x86.Flags(f.res>>63) << 7
	v |= x86.Flags((f.carry^f.carry<<1)>>63) << 11
	return v
}

// setFlags gives all status flags a value.
func (f *flagState) setFlags(v x86.Flags) {
	f.plain, f.fl, f.undefined = true, v&statusFlags, 0
}

// change gives the flags in mask the value that they have in v. It first computes the flags that stay,
// since after it they are bits. What changes is defined from now on; what was undefined among the
// others remains so.
func (f *flagState) change(mask, v x86.Flags) {
	f.fl = f.flags()&^mask | v&mask
	f.plain = true
	f.undefined &^= mask
}

// Flags are the status flags and the direction flag. undefined are those that an instruction left
// undefined; their value is arbitrary. A caller that compares two runs must mask undefined out.
func (m *Machine) Flags() (v, undefined x86.Flags) {
	v = m.flags()
	if m.df {
		v |= x86.DF
	}
	return v, m.undefined
}

// SetFlags gives all status flags and the direction flag a value. Nothing is undefined afterwards, as
// after popfq.
func (m *Machine) SetFlags(v x86.Flags) {
	m.setFlags(v)
	m.df = v&x86.DF != 0
}

// cf is the carry flag as 0 or 1; the caller has checked that it is defined.
func (f *flagState) cf() uint64 {
	if f.plain {
		return uint64(f.fl & x86.CF)
	}
	return f.carry >> 63
}

// setAdd and setSub set all flags after r = a + b + carry and r = a - b - borrow of 64-shift bits.
// carry has at each bit the carry out of it: a&b|(a|b)&^r for a sum, which follows from r =
// a^b^carry-in. The bits of the operands above the width do not matter, because they are shifted out.
// aux is the carry into each bit, of which bit 4 is AF.
func (f *flagState) setAdd(a, b, r uint64, shift uint8) {
	f.carry = (a&b | (a|b)&^r) << (shift & 63)
	f.res = uint64(int64(r<<(shift&63)) >> (shift & 63))
	f.aux = a ^ b ^ r
	f.plain = false
	f.undefined = 0
}

// The borrow out of each bit of a - b is ^a&b | ^(a^b)&r. The borrow of sbb is in r already.
func (f *flagState) setSub(a, b, r uint64, shift uint8) {
	f.carry = (^a&b | ^(a^b)&r) << (shift & 63)
	f.res = uint64(int64(r<<(shift&63)) >> (shift & 63))
	f.aux = a ^ b ^ r
	f.plain = false
	f.undefined = 0
}

// setLogic sets the flags of and, or, xor and test: CF and OF are 0, AF is undefined (SDM volume 2,
// AND). Others use it as a base and overwrite carry.
func (f *flagState) setLogic(r uint64, shift uint8) {
	f.carry = 0
	f.res = uint64(int64(r<<(shift&63)) >> (shift & 63))
	f.aux = 0
	f.plain = false
	f.undefined = x86.AF
}

// conditionFlags are the flags that a condition and its negation read. Indexed by the condition's code
// without its lowest bit, which negates it (SDM volume 1, appendix B).
var conditionFlags = [8]x86.Flags{
	x86.OF, x86.CF, x86.ZF, x86.CF | x86.ZF, x86.SF, x86.PF, x86.SF | x86.OF, x86.ZF | x86.SF | x86.OF,
}

// holds reports whether the condition holds. c is the four bits of the encoding. The lazy forms are
// those of flags without building the others. The caller has asked definedCondition, or knows that
// nothing is undefined.
func (f *flagState) holds(c uint8) bool {
	var v bool
	if f.plain {
		v = holdsPlain(c, f.fl)
	} else {
		switch c >> 1 & 7 {
		case 0:
			v = int64(f.carry^f.carry<<1) < 0
		case 1:
			v = int64(f.carry) < 0
		case 2:
			v = f.res == 0
		case 3:
			v = int64(f.carry) < 0 || f.res == 0
		case 4:
			v = int64(f.res) < 0
		case 5:
			v = bits.OnesCount8(uint8(f.res))&1 == 0
		case 6:
			v = int64(f.res^f.carry^f.carry<<1) < 0
		default:
			v = f.res == 0 || int64(f.res^f.carry^f.carry<<1) < 0
		}
	}
	return v != (c&1 != 0)
}

// holdsPlain is whether the condition, or the one that it negates, holds of the flags. less is SF !=
// OF, the signed relation.
func holdsPlain(c uint8, fl x86.Flags) bool {
	less := (fl&x86.SF != 0) != (fl&x86.OF != 0)
	switch c >> 1 & 7 {
	case 0:
		return fl&x86.OF != 0
	case 1:
		return fl&x86.CF != 0
	case 2:
		return fl&x86.ZF != 0
	case 3:
		return fl&(x86.CF|x86.ZF) != 0
	case 4:
		return fl&x86.SF != 0
	case 5:
		return fl&x86.PF != 0
	case 6:
		return less
	}
	return less || fl&x86.ZF != 0
}

// defined reports whether all the flags in mask have a value, else ends the run. AllowUndefinedFlags
// makes every flag defined: then programs run on with whatever the lazy state gives.
func (m *Machine) defined(mask x86.Flags) bool {
	if m.undefined&mask == 0 || m.opt.AllowUndefinedFlags {
		return true
	}
	return m.end(Stop{Kind: UndefinedFlag, Reason: flagNames(m.undefined & mask)})
}

// flagNames lists flags from the lowest bit up, separated by spaces.
func flagNames(f x86.Flags) string {
	s := ""
	for _, n := range [...]struct {
		f    x86.Flags
		name string
	}{{x86.CF, "cf"}, {x86.PF, "pf"}, {x86.AF, "af"}, {x86.ZF, "zf"}, {x86.SF, "sf"}, {x86.DF, "df"}, {x86.OF, "of"}} {
		if f&n.f != 0 {
			if s != "" {
				s += " "
			}
			s += n.name
		}
	}
	return s
}
