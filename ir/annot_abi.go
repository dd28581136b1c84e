package ir

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// The annotation :abi("is") of a byte(N) says how C passes a value of its size: a letter for the class of each
// eightbyte, or m alone for a value that is passed in memory, whatever its size. Behind the letters may stand the
// alignment of the value in memory where it is more than 8: :abi("m", 32).
//
// It claims nothing of the value, so it means nothing for the semantics and no pass may conclude anything from it. Code
// generation reads it in signatures, on operands and results of calls, and on results of va_arg; elsewhere it is ignored.

// ABIClasses are the letters: an integer, SSE, x87, the upper part of the vector before it, no class (padding), and
// memory, which stands alone.
const ABIClasses = "isxunm"

// MaxABIClasses is how many eightbytes have a letter at most. A longer value is passed in memory.
const MaxABIClasses = 4

// abiAlignShift is where the logarithm of the alignment stands in the number of an annotation, above the letters,
// each of which has three bits and is its place in ABIClasses plus 1.
const abiAlignShift = 3 * MaxABIClasses

// ABI is :abi("classes", align); an align of 0 is 8.
func ABI(classes string, align uint32) (Annot, error) {
	if n := len(classes); n == 0 || n > MaxABIClasses {
		return 0, fmt.Errorf(":abi names the classes of 1 to %d eightbytes; write m for a value that is passed in memory", MaxABIClasses)
	}
	w := uint32(0)
	for n := range len(classes) {
		k := strings.IndexByte(ABIClasses, classes[n])
		if k < 0 {
			return 0, fmt.Errorf("class %q of an eightbyte: write one of %s", classes[n], strings.Join(strings.Split(ABIClasses, ""), " "))
		}
		w |= uint32(k+1) << (3 * n)
	}
	if classes != "m" && strings.Contains(classes, "m") {
		return 0, fmt.Errorf(`:abi(%q): a value is passed in memory as a whole; write :abi("m")`, classes)
	}
	if align = max(align, 8); bits.OnesCount32(align) != 1 {
		return 0, fmt.Errorf(":abi with alignment %d, which is no power of two", align)
	}
	return makeAnnot(annABI, w|uint32(bits.TrailingZeros32(align))<<abiAlignShift), nil
}

// IsABI reports whether a is an :abi, which claims nothing.
func (a Annot) IsABI() bool { return a.kind() == annABI }

// ABI is the letters of an :abi and the alignment of the value in memory, in bytes.
func (a Annot) ABI() (classes string, align uint64) {
	w := a.width()
	var s [MaxABIClasses]byte
	n := 0
	for ; n < len(s) && w>>(3*n)&7 != 0; n++ {
		s[n] = ABIClasses[w>>(3*n)&7-1]
	}
	return string(s[:n]), 1 << (w >> abiAlignShift)
}

// abiWellFormed reports whether an :abi is one that [ABI] makes.
func (a Annot) abiWellFormed() bool {
	w := a.width()
	if w>>abiAlignShift > 31 {
		return false
	}
	for n := range MaxABIClasses {
		if w>>(3*n)&7 > uint32(len(ABIClasses)) {
			return false
		}
	}
	s, align := a.ABI()
	b, err := ABI(s, uint32(align))
	return err == nil && a == b
}

// abiProblem says what is wrong with an :abi on a value of type t.
func (v *verifier) abiProblem(a Annot, t Type) string {
	s, _ := a.ABI()
	switch {
	case t.Kind() != KindByte:
		return fmt.Sprintf("%s on %s: only a byte(N) has classes of eightbytes", a, v.typeText(t))
	case s != "m" && (uint64(t.ByteLen())+7)/8 != uint64(len(s)):
		return fmt.Sprintf("%s on %s, which has %s", a, v.typeText(t), Counted(int((uint64(t.ByteLen())+7)/8), "eightbyte"))
	}
	return ""
}

// appendABI writes an :abi.
func (a Annot) appendABI(text []byte) []byte {
	s, align := a.ABI()
	text = append(append(append(text, `:abi("`...), s...), '"')
	if align > 8 {
		text = strconv.AppendUint(append(text, ", "...), align, 10)
	}
	return append(text, ')')
}
