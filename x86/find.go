package x86

import (
	"strings"
	"sync"
)

// byName has the constants' names in lower case. It is built at the first use, since only tools and
// tests look rows up by name.
var byName = sync.OnceValue(func() map[string]Op {
	names := make(map[string]Op, len(Forms))
	for op := 1; op < len(Forms); op++ {
		names[strings.ToLower(Forms[op].name)] = Op(op)
	}
	return names
})

// Find is the row that text names: the constant ("ADD_rm64_imm8"), or mnemonic and operands in the
// manual's spelling ("add r/m64, imm8", "addsd xmm, xmm/m64"), in either case of letters.
func Find(text string) (Op, bool) {
	op, ok := byName()[manual.Replace(strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return r == ' ' || r == ',' || r == '_' || r == '\t'
	}), "_"))]
	return op, ok
}

// The manual's r/m8, xmm/m128 and xmm become the row's rm8, xm128 and x. xmm0 stays, being a register
// that rows name.
var manual = strings.NewReplacer("xmm0", "xmm0", "r/m", "rm", "xmm/m", "xm", "ymm/m", "ym", "xmm", "x", "ymm", "y")
