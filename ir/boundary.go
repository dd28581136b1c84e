package ir

import "github.com/tuffy-ir/tuffy/ir/num"

// Boundary says which values of an operand matter: where what an opcode does changes. The generator of programs, the inputs
// of comparisons and tests take them from here.
type Boundary uint8

// The kinds of operands. N is the number of the mnemonic, in bits, or the width of a claim, a lane or a type.
const (
	BoundNone      Boundary = iota // nothing is a number
	BoundNumber                    // 0, 1, -1, the ends of N bits and their neighbours, limbs of zeros, ones and a carry over each
	BoundDivisor                   // 0, 1, -1, 2, powers of two, the least number
	BoundAmount                    // of a shift or rotation: -1, 0, 1, N-1, N, N+1, the ends of machine words
	BoundNatural                   // as a number, and the operation is poison below 0
	BoundLow                       // the low N bits: their ends, what is beyond them, the bit at the top
	BoundIndex                     // of one of N: -1, 0, N-1, N
	BoundLength                    // of memory: 0 and around the sizes that are copied at once
	BoundOffset                    // of a pointer: 0, sizes of accesses, around pages, negative
	BoundRounded                   // an integer that becomes a float: ties and their neighbours at one bit more than each format has, overflow
	BoundFloat                     // zeros, subnormals, limits, infinities, NaNs with payloads, quiet and signalling
	BoundNarrowed                  // a float that is rounded to another format: ties, double rounding, overflow and underflow
	BoundTruncated                 // a float that becomes an integer: the ends of N bits, halves
	numBoundaries
)

// String is the word for a kind.
func (b Boundary) String() string {
	return [...]string{"none", "number", "divisor", "amount", "natural", "low bits", "index", "length", "offset", "rounded", "float", "narrowed", "truncated"}[b]
}

// boundaries are the rows of opcodes whose operands are not what the letter of the signature says, see letterBounds.
var boundaries = map[Op][]Boundary{
	OpDiv:               {BoundNumber, BoundDivisor},
	OpRem:               {BoundNumber, BoundDivisor},
	OpTDiv:              {BoundNumber, BoundDivisor},
	OpTRem:              {BoundNumber, BoundDivisor},
	OpShl:               {BoundNumber, BoundAmount},
	OpShr:               {BoundNumber, BoundAmount},
	OpClMul:             {BoundNatural, BoundNatural},
	OpCountOnes:         {BoundNatural},
	OpCountLeadingZeros: {BoundLow},
	OpBSwap:             {BoundLow},
	OpBitReverse:        {BoundLow},
	OpRotateLeft:        {BoundLow, BoundAmount},
	OpRotateRight:       {BoundLow, BoundAmount},
	OpMerge:             {BoundLow, BoundLow},
	OpSplit:             {BoundLow},
	OpSExt:              {BoundLow},
	OpZExt:              {BoundLow},
	OpFPConvert:         {BoundNarrowed},
	OpSIToFP:            {BoundRounded},
	OpUIToFP:            {BoundRounded},
	OpFPToSI:            {BoundTruncated},
	OpFPToUI:            {BoundTruncated},
	OpPtrAdd:            {BoundNone, BoundOffset},
	OpPtrAddInBounds:    {BoundNone, BoundOffset},
	OpMemCpy:            {BoundNone, BoundNone, BoundLength},
	OpMemMove:           {BoundNone, BoundNone, BoundLength},
	OpMemSet:            {BoundNone, BoundLow, BoundLength},
	OpVolatileMemCpy:    {BoundNone, BoundNone, BoundLength},
	OpVolatileMemMove:   {BoundNone, BoundNone, BoundLength},
	OpVolatileMemSet:    {BoundNone, BoundLow, BoundLength},
	OpVecExtract:        {BoundNone, BoundIndex},
	OpVecInsert:         {BoundNone, BoundLow, BoundIndex},
	OpVecSplat:          {BoundLow},
	OpStackSlotDyn:      {BoundLength},
	OpInsertValue:       {BoundNone, BoundNone},
	OpStore:             {BoundLow},
	OpAtomicStore:       {BoundLow},
	OpRMW:               {BoundNone, BoundLow},
	OpCmpXchg:           {BoundNone, BoundLow, BoundLow},
}

// letterBounds are the kinds of operands by the letters of [OpInfo.Sig].
var letterBounds = map[byte]Boundary{'i': BoundNumber, 'e': BoundNumber, 'a': BoundNumber, 's': BoundNumber, 'f': BoundFloat, 'F': BoundFloat}

// Boundary is the kind of operand n.
func (op Op) Boundary(n int) Boundary {
	if row, ok := boundaries[op]; ok {
		if n < len(row) {
			return row[n]
		}
		return BoundNone
	}
	if sig := op.Info().Sig; n < len(sig) {
		return letterBounds[sig[n]]
	}
	return BoundNone
}

// BoundaryBits is the N of the kinds of operand for an instruction: the number of the mnemonic in bits, 64 where it has none.
func (f *Func) BoundaryBits(i Inst) uint {
	a := f.Attr(i)
	switch op := f.Op(i); {
	case op == OpSExt || op == OpZExt:
		return uint(min(max(a.Imm, 1), 1<<12))
	case op == OpBSwap || op == OpStore || op == OpAtomicStore || op == OpRMW || op == OpCmpXchg:
		return uint(min(8*max(a.N, 1), 1<<12))
	case op.IsVector() && op != OpVecSplat:
		if w := a.Lane.Bits; w > 0 {
			return uint(f.TypeOf(f.Arg(i, 0)).VecBits()) / uint(w)
		}
	case op.IsVector():
		return uint(max(a.Lane.Bits, 8))
	case a.N > 0 && a.N <= 1<<12:
		return uint(a.N)
	}
	return 64
}

// Ints are the integers that matter of a kind with N, each once, the most telling first; none of kinds of floats.
func (b Boundary) Ints(n uint) []num.Int {
	var l intList
	switch b {
	case BoundNumber, BoundNatural:
		l.small(-1, 1)
		l.ends(n)
		for _, k := range [...]uint{8, 16, 32, 64, 128} {
			l.ends(k)
		}
		l.limbs()
	case BoundDivisor:
		l.small(-2, 3)
		for _, k := range [...]uint{n - 1, n, 7, 31, 32, 63, 64} {
			l.near(num.Pow2(k))
			l.add(num.Pow2(k).Neg())
		}
	case BoundAmount:
		l.small(-1, 1)
		for _, k := range [...]int64{int64(n), 8, 16, 32, 64} {
			l.near(num.New(k))
		}
	case BoundLow:
		l.small(-1, 1)
		l.ends(n)
		l.near(num.Pow2(n - 1).Neg())
		l.near(num.Pow2(n + 1))
		l.add(num.Pow2(n + 63))
		l.add(num.Mask(n).Neg())
		l.limbs()
	case BoundIndex:
		l.small(-1, 1)
		l.near(num.New(int64(n)))
		l.add(num.Pow2(32))
	case BoundLength:
		l.small(0, 3)
		for _, k := range [...]int64{4, 8, 16, 32, 64, 128} {
			l.near(num.New(k))
		}
		l.add(num.New(-1))
	case BoundOffset:
		l.small(-1, 1)
		for _, k := range [...]int64{2, 4, 8, 16, 4096} {
			l.near(num.New(k))
		}
		l.add(num.New(-8))
		l.add(num.Pow2(63))
		l.add(num.Pow2(64))
	case BoundRounded:
		l.small(-1, 1)
		for _, p := range [...]uint{8, 11, 24, 53, 64} {
			l.ties(p)
		}
		l.near(num.New(65520)) // the least that overflows f16
		l.near(num.Mask(24).Shl(104))
		l.near(num.Mask(25).Shl(103))
	}
	return l.out
}

// intList is a list of integers, each once.
type intList struct{ out []num.Int }

func (l *intList) add(v num.Int) {
	for _, x := range l.out {
		if x.Equal(v) {
			return
		}
	}
	l.out = append(l.out, v)
}

func (l *intList) small(lo, hi int64) {
	for v := lo; v <= hi; v++ {
		l.add(num.New(v))
	}
}

func (l *intList) near(v num.Int) {
	l.add(v)
	l.add(v.Sub(num.New(1)))
	l.add(v.Add(num.New(1)))
}

// ends are those of n bits with and without a sign.
func (l *intList) ends(n uint) {
	l.near(num.Pow2(n - 1))
	l.near(num.Pow2(n - 1).Neg())
	l.near(num.Pow2(n))
}

// limbs are integers whose words of 64 bits are zeros, ones or one, with a carry over each.
func (l *intList) limbs() {
	ones := num.Mask(64)
	for k := range uint(4) {
		l.add(num.Pow2(64 * (k + 1)))
		l.add(num.Mask(64 * (k + 1)))
		l.add(ones.Shl(64 * k))
		l.add(num.Pow2(64*(k+1) + 63).Neg())
	}
}

// ties are integers of p+1 bits that lie in the middle between two floats with p bits, even and odd, their neighbours, and both with bits far
// below that decide.
func (l *intList) ties(p uint) {
	for _, tie := range [...]num.Int{num.Pow2(p).Add(num.New(1)), num.Pow2(p).Add(num.New(3)), num.Mask(p + 1)} {
		l.near(tie)
		l.add(tie.Neg())
		for _, shift := range [...]uint{3, 40} {
			wide := tie.Shl(shift)
			l.near(wide)
		}
	}
}
