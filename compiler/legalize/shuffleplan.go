package legalize

// ShuffleOp is a way of the processor to order lanes.
type ShuffleOp uint8

// The ways; words are lanes of 32 bits, and what "from" says is which operands they are taken from.
const (
	ShuffleWords  ShuffleOp = iota // words of one operand in any order: pshufd
	ShuffleHalves                  // two words of one, then two of another: shufps
	ShuffleLow                     // lanes of the low halves by turns: punpckl
	ShuffleHigh                    // lanes of the high halves by turns: punpckh
	ShuffleShort                   // lanes of 16 bits within the halves of one operand: pshuflw, pshufhw
)

// ShufflePlan says how lanes are ordered.
type ShufflePlan struct {
	Op    ShuffleOp
	Bits  uint   // of a lane for ShuffleLow and ShuffleHigh
	From  [2]int // which operands
	Order [8]uint8
}

// PlanShuffle is a plan for the lanes with these numbers, of so many bits each, of two vectors of 128 bits one behind
// the other. Numbers out of range stand for any lane. ok is false if there is none.
func PlanShuffle(bits uint, index []uint64) (p ShufflePlan, ok bool) {
	// Lanes that move in pairs are greater lanes; all others are ordered as words, if they are such.
	for bits < 32 {
		wide, ok := pairs(index)
		if !ok {
			break
		}
		index, bits = wide, 2*bits
	}
	if bits == 64 {
		words := make([]uint64, 0, 4)
		for _, k := range index {
			words = append(words, 2*k, 2*k+1)
		}
		index, bits = words, 32
	}
	n := uint64(len(index))
	for _, op := range []ShuffleOp{ShuffleLow, ShuffleHigh} {
		first := uint64(0)
		if op == ShuffleHigh {
			first = n / 2
		}
		for _, from := range [][2]int{{0, 1}, {1, 0}, {0, 0}, {1, 1}} {
			fits := true
			for k, at := range index {
				fits = fits && (at >= 2*n || at == uint64(from[k%2])*n+first+uint64(k/2))
			}
			if fits && (bits < 32 || from[0] != from[1]) {
				return ShufflePlan{Op: op, Bits: bits, From: from}, true
			}
		}
	}
	// Which operand each half of the result comes from; -1 is any.
	half := [2]int{-1, -1}
	for k, at := range index {
		if at >= 2*n {
			continue
		}
		h, from := &half[uint64(k)/(n/2)], int(at/n)
		if *h >= 0 && *h != from {
			return p, false
		}
		*h = from
	}
	if half[0] < 0 {
		half[0] = max(half[1], 0)
	}
	if half[1] < 0 {
		half[1] = half[0]
	}
	p.From = half
	switch bits {
	case 32:
		p.Op = ShuffleHalves
		if half[0] == half[1] {
			p.Op = ShuffleWords
		}
		for k, at := range index {
			if p.Order[k] = uint8(at % n); at >= 2*n {
				p.Order[k] = uint8(k)
			}
		}
		return p, true
	case 16:
		p.Op = ShuffleShort
		for k, at := range index {
			if at >= 2*n {
				at = uint64(k)
			}
			if at%n/4 != uint64(k)/4 {
				return p, false
			}
			p.Order[k] = uint8(at % 4)
		}
		return p, half[0] == half[1]
	}
	return p, false
}

// pairs are the numbers of the lanes of twice the size that lanes with these numbers are.
func pairs(index []uint64) (out []uint64, ok bool) {
	n := uint64(len(index))
	for k := 0; k < len(index); k += 2 {
		a, b := index[k], index[k+1]
		switch {
		case a >= 2*n && b >= 2*n:
			a = 2 * n
		case a >= 2*n:
			a = b - 1
		}
		if a%2 != 0 || b < 2*n && b != a+1 {
			return nil, false
		}
		out = append(out, a/2)
	}
	return out, true
}
