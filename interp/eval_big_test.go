package interp

import (
	"math/big"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// The functions of this file let tests compute what they expect by math/big, of which package num is
// independent.

func onBig(v num.Int, why *pureFault) (*big.Int, *pureFault) {
	if why != nil {
		return nil, why
	}
	return v.Big(), nil
}

func oneBig(f func(num.Int) (num.Int, *pureFault)) func(*big.Int) (*big.Int, *pureFault) {
	return func(a *big.Int) (*big.Int, *pureFault) { return onBig(f(num.FromBig(a))) }
}

func twoBig(f func(a, b num.Int) (num.Int, *pureFault)) func(a, b *big.Int) (*big.Int, *pureFault) {
	return func(a, b *big.Int) (*big.Int, *pureFault) { return onBig(f(num.FromBig(a), num.FromBig(b))) }
}

func oneBigSized[N any](f func(num.Int, N) (num.Int, *pureFault)) func(*big.Int, N) (*big.Int, *pureFault) {
	return func(a *big.Int, n N) (*big.Int, *pureFault) { return onBig(f(num.FromBig(a), n)) }
}

func twoBigSized(f func(a, b num.Int, n uint32) (num.Int, *pureFault)) func(a, b *big.Int, n uint32) (*big.Int, *pureFault) {
	return func(a, b *big.Int, n uint32) (*big.Int, *pureFault) {
		return onBig(f(num.FromBig(a), num.FromBig(b), n))
	}
}

func floatSized(f func(ieee754.Format, ieee754.Bits, uint32) (num.Int, *pureFault)) func(ieee754.Format, uint64, uint32) (*big.Int, *pureFault) {
	return func(to ieee754.Format, a uint64, n uint32) (*big.Int, *pureFault) {
		return onBig(f(to, ieee754.Bits{Lo: a}, n))
	}
}

func laneInts(v []*big.Int) []num.Int {
	out := make([]num.Int, len(v))
	for n := range v {
		out[n] = num.FromBig(v[n])
	}
	return out
}
