package host

import (
	"math/bits"

	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// Integer arithmetic (C11 7.22.6, POSIX ffs) and numbers in texts (C11 7.22.1). errno is not there: a number out of
// range is told by the result alone.
var intFunctions = []Function{
	magnitude("abs", Int, 32), magnitude("labs", Long, 64), magnitude("llabs", Long, 64),
	firstBit("ffs", Int, 32), firstBit("ffsl", Long, 64), firstBit("ffsll", Long, 64),
	inText("atoi", Int, 32), inText("atol", Long, 64), inText("atoll", Long, 64),
	parsed("strtol", Long), parsed("strtoll", Long), parsed("strtoul", Size), parsed("strtoull", Size),
}

// signed is an integer argument as a signed integer of n bits.
func (a Value) signed(n uint) int64 {
	v, _ := a.Int.Low(n).SignExtend(n).Int64()
	return v
}

func magnitude(name string, k Kind, n uint) Function {
	return Function{Name: name, Params: []Kind{k}, Result: []Kind{k}, Doc: "without its sign; undefined of the least value",
		Call: func(e Env, a []Value) ([]Value, Status) {
			v := num.New(a[0].signed(n))
			if r := v.Abs(); r.FitsSigned(n) {
				return one(Value{Kind: k, Int: r})
			}
			e.Contract("%s: the magnitude of %s does not fit %s", name, v, k)
			return give(e, Value{Kind: k, Int: v})
		}}
}

func firstBit(name string, k Kind, n uint) Function {
	return Function{Name: name, Params: []Kind{k}, Result: []Kind{Int}, Doc: "the number of the lowest bit that is set, from 1; 0 of 0",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if v := a[0].Int.Low(n).Low64(); v != 0 {
				return one(IntValue(int64(bits.TrailingZeros64(v)) + 1))
			}
			return one(IntValue(0))
		}}
}

// inText is atoi and its like. A number that does not fit is undefined behaviour (C11 7.22.1 p1).
func inText(name string, k Kind, n uint) Function {
	return Function{Name: name, Params: []Kind{Ptr}, Result: []Kind{k}, Doc: "the decimal number that a string begins with, 0 if none",
		Call: func(e Env, a []Value) ([]Value, Status) {
			v, _, ok := number(e, a[0].Ptr, 10)
			if !ok {
				return give(e, Value{Kind: k})
			}
			if !v.FitsSigned(n) {
				e.Contract("%s: %s does not fit %s", name, v, k)
				return give(e, Value{Kind: k, Int: v.Low(n).SignExtend(n)})
			}
			return one(Value{Kind: k, Int: v})
		}}
}

// parsed is strtol and its like: what does not fit is the bound next to it, and for an unsigned result always the
// greatest value. A negative number has the unsigned result that wraps.
func parsed(name string, k Kind) Function {
	return Function{Name: name, Params: []Kind{Ptr, Ptr, Int}, Result: []Kind{k},
		Doc: "the number that a string begins with, in a base of 2 to 36, or 0 for the base of its prefix; its end goes to the second pointer unless that is null",
		Call: func(e Env, a []Value) ([]Value, Status) {
			base := a[2].signed(32)
			if base < 0 || base == 1 || base > 36 {
				e.Contract("%s: base %d is neither 0 nor from 2 to 36", name, base)
				return give(e, Value{Kind: k})
			}
			v, end, ok := number(e, a[0].Ptr, int(base))
			if !ok || !isNull(a[1].Ptr) && !e.WritePointer(a[1].Ptr, end) {
				return give(e, Value{Kind: k})
			}
			lo, hi := k.Bounds()
			switch {
			case k == Size && v.Abs().Cmp(hi) > 0:
				v = hi
			case k == Size:
				v = v.Low(64)
			case v.Cmp(lo) < 0:
				v = lo
			case v.Cmp(hi) > 0:
				v = hi
			}
			return one(Value{Kind: k, Int: v})
		}}
}

// number reads white space, a sign, a prefix and digits, no byte further than the first that does not belong to them,
// as C11 7.22.1.4 says; end is the start where there is no digit.
func number(e Env, start memory.Pointer, base int) (v num.Int, end memory.Pointer, ok bool) {
	p, bad := start, false
	at := func(n uint64) int64 { // 0 from the first byte on that cannot be read
		if bad {
			return 0
		}
		q := p
		q.Addr += n
		b, ok := e.Read(q, 1, false)
		if !ok {
			bad = true
			return 0
		}
		return int64(b[0])
	}
	for isSpace(at(0)) {
		p.Addr++
	}
	sign := at(0)
	if sign == '-' || sign == '+' {
		p.Addr++
	}
	if base == 0 || base == 16 {
		zero := at(0) == '0'
		switch {
		case zero && at(1)|0x20 == 'x' && isXDigit(at(2)):
			base = 16
			p.Addr += 2
		case base == 0 && zero:
			base = 8
		case base == 0:
			base = 10
		}
	}
	end = start
	for {
		d := digit(at(0))
		if bad {
			return num.Int{}, start, false
		}
		if d >= int64(base) {
			break
		}
		// Beyond 64 bits one more digit changes no result.
		if v.FitsUnsigned(64) {
			v = v.Mul(num.New(int64(base))).Add(num.New(d))
		}
		p.Addr++
		end = p
	}
	if sign == '-' {
		v = v.Neg()
	}
	return v, end, true
}

// digit is the value of a digit, more than any base of other characters.
func digit(c int64) int64 {
	switch {
	case isDigit(c):
		return c - '0'
	case isAlpha(c):
		return (c | 0x20) - 'a' + 10
	}
	return 99
}
