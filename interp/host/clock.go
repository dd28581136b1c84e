package host

import (
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// Time stands still at its beginning, so that a run depends on nothing outside: a program that measures itself finds
// that it took no time.
var clockFunctions = []Function{
	{Name: "clock", Result: []Kind{Long}, Doc: "the processor time, which is always 0",
		Call: func(e Env, a []Value) ([]Value, Status) { return one(Value{Kind: Long}) }},
	{Name: "time", Params: []Kind{Ptr}, Result: []Kind{Long}, Doc: "the time, which is always 0, also written to the pointer unless that is null",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if !isNull(a[0].Ptr) && !e.Write(a[0].Ptr, make([]byte, 8)) {
				return give(e, Value{Kind: Long})
			}
			return one(Value{Kind: Long})
		}},
	{Name: "gettimeofday", Params: []Kind{Ptr, Ptr}, Result: []Kind{Int}, Doc: "writes the time, two words that are always 0; the second pointer must be null",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if !isNull(a[1].Ptr) {
				e.Contract("gettimeofday: the time zone is not null (POSIX leaves that open)")
				return give(e, IntValue(0))
			}
			if !e.Write(a[0].Ptr, make([]byte, 16)) {
				return give(e, IntValue(0))
			}
			return one(IntValue(0))
		}},
}

// The generators of POSIX have one sequence for a seed everywhere: X' = (a X + c) mod 2^48. Without srand48 X is 0, as in
// glibc. random is rand.
var rand48Functions = []Function{
	{Name: "srand48", Params: []Kind{Long}, Doc: "starts lrand48 and its like from the low 32 bits of a seed",
		Call: func(e Env, a []Value) ([]Value, Status) {
			*e.Rand48() = a[0].Int.Low(32).Low64()<<16 | 0x330e
			return none()
		}},
	{Name: "seed48", Hosted: true, Params: []Kind{Ptr}, Result: []Kind{Ptr}, Doc: "starts lrand48 and its like from 48 bits; gives the place of those that were there before",
		Call: func(e Env, a []Value) ([]Value, Status) {
			null := PtrValue(memory.Pointer{})
			b, ok := e.Read(a[0].Ptr, 6, false)
			if !ok {
				return give(e, null)
			}
			p, ok := static(e, "seed48", 6)
			if !ok || !e.Write(p, little(*e.Rand48(), 6)) {
				return give(e, null)
			}
			*e.Rand48() = word(b)
			return one(PtrValue(p))
		}},
	{Name: "lrand48", Result: []Kind{Long}, Doc: "a number in [0, 2^31), from the sequence of POSIX",
		Call: func(e Env, a []Value) ([]Value, Status) {
			return one(Value{Kind: Long, Int: num.New(int64(next48(e) >> 17))})
		}},
	{Name: "mrand48", Result: []Kind{Long}, Doc: "a number in [-2^31, 2^31), from the sequence of POSIX",
		Call: func(e Env, a []Value) ([]Value, Status) {
			return one(Value{Kind: Long, Int: num.New(int64(int32(next48(e) >> 16)))})
		}},
	{Name: "drand48", Result: []Kind{F64}, Doc: "a number in [0, 1), from the sequence of POSIX",
		Call: func(e Env, a []Value) ([]Value, Status) {
			return one(Value{Kind: F64, Bits: scaledBits(next48(e), -48)})
		}},
	{Name: "random", Result: []Kind{Long}, Doc: "a pseudo-random number in [0, 2^31), from the run's seed, as rand gives",
		Call: func(e Env, a []Value) ([]Value, Status) {
			return one(Value{Kind: Long, Int: num.New(int64(e.Rand() >> 33))})
		}},
	{Name: "srandom", Params: []Kind{Int}, Doc: "restarts random, and rand, from a seed, mixed with the run's",
		Call: func(e Env, a []Value) ([]Value, Status) {
			e.SeedRand(a[0].Int.Low(32).Low64())
			return none()
		}},
}

func next48(e Env) uint64 {
	x := e.Rand48()
	*x = (*x*0x5deece66d + 0xb) & (1<<48 - 1)
	return *x
}
