package host

import (
	"math/bits"

	"github.com/tuffy-ir/tuffy/ir/num"
)

// Integer arithmetic (C11 7.22.6, POSIX ffs) and numbers in texts (C11 7.22.1).
var intFunctions = []Function{
	magnitude("abs", Int, 32), magnitude("labs", Long, 64), magnitude("llabs", Long, 64),
	firstBit("ffs", Int, 32), firstBit("ffsl", Long, 64), firstBit("ffsll", Long, 64),
	inText("atoi", Int, 32), inText("atol", Long, 64), inText("atoll", Long, 64),
	parsed("strtol", Long), parsed("strtoll", Long), parsed("strtoul", Size), parsed("strtoull", Size),
	hosted(parsed("strtoimax", Long)), hosted(parsed("strtoumax", Size)), hosted(magnitude("imaxabs", Long, 64)),
}

// hosted is a function that compiled programs have of the system alone.
func hosted(f Function) Function {
	f.Hosted = true
	return f
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
			s := stringSource(e, a[0].Ptr)
			s.space()
			s.start()
			v := s.integer(10)
			if s.failed {
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
			s := stringSource(e, a[0].Ptr)
			s.space()
			s.start()
			v := s.integer(int(base))
			if s.failed || !isNull(a[1].Ptr) && !e.WritePointer(a[1].Ptr, s.end(a[0].Ptr)) {
				return give(e, Value{Kind: k})
			}
			lo, hi := k.Bounds()
			if k == Size && v.Abs().Cmp(hi) > 0 || k != Size && (v.Cmp(lo) < 0 || v.Cmp(hi) > 0) {
				errno(e, errRange)
			}
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
