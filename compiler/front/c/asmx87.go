package c

import (
	"strings"

	"modernc.org/cc/v4"
)

// Operands of inline assembly on the stack of the x87: t is its top, u the place below, f any place.

// x87Among are the places that an operand may have.
func x87Among(op *asmOperand, letters string) string {
	switch {
	case strings.Contains(letters, "f") && !op.out:
		return "st0 st1 st2 st3 st4 st5 st6 st7"
	case strings.Contains(letters, "t"):
		return "st0"
	case strings.Contains(letters, "u"):
		return "st1"
	}
	return "st0 st1 st2 st3 st4 st5 st6 st7"
}

// x87Size is how many bytes of the memory of a float the x87 reads, 0 if it reads no such floats.
func x87Size(t cc.Type) uint32 {
	switch t.Kind() {
	case cc.Float, cc.Float32:
		return 4
	case cc.Double, cc.Float64, cc.Float32x:
		return 8
	case cc.LongDouble, cc.Float64x:
		return 10
	}
	return 0
}

// x87Name is the text of a place on the stack: with the modifier y the top is st(0), too.
func x87Name(reg string, mod byte) string {
	if reg == "st0" && mod != 'y' {
		return "%st"
	}
	return "%st(" + reg[2:] + ")"
}

// checkX87 refuses what gcc does: an output without a place of its own, and outputs that are not on top of the stack.
func (a *asmBuilder) checkX87() {
	var places [8]bool
	n := 0
	for k, op := range a.ops {
		if op.kind != asmX87 || !op.out {
			continue
		}
		if op.reg == "" {
			a.g.u.fail(a.n, "operand %d of inline assembly, an output, must have one register of the x87: \"=t\" or \"=u\"", k)
		}
		places[op.reg[2]-'0'] = true
		n++
	}
	for k := range n {
		if !places[k] {
			a.g.u.fail(a.n, "the outputs of inline assembly on the stack of the x87 must be on its top")
		}
	}
}
