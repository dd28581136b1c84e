package ieee754

import (
	"fmt"
	"strconv"
	"strings"
)

const (
	signF128  = 1 << 63
	infF128   = 0x7fff << 48
	quietF128 = 1 << 47
)

// NegF128 flips the sign bit, of a NaN too. The pattern is hi·2^64 + lo.
func NegF128(hi, lo uint64) (uint64, uint64) { return hi ^ signF128, lo }

// AbsF128 clears the sign bit, of a NaN too.
func AbsF128(hi, lo uint64) (uint64, uint64) { return hi &^ signF128, lo }

// CopySignF128 is the magnitude with the sign bit of the second pattern.
func CopySignF128(magHi, magLo, signHi, _ uint64) (uint64, uint64) {
	return magHi&^signF128 | signHi&signF128, magLo
}

// ClassifyF128 returns the one class that the pattern belongs to.
func ClassifyF128(hi, lo uint64) Class {
	mag := hi &^ signF128
	return classify(hi&signF128 != 0, mag|lo == 0, mag < 1<<48, mag == infF128 && lo == 0,
		mag > infF128 || mag == infF128 && lo != 0, hi&quietF128 != 0)
}

// TextF128 is the pattern in hexadecimal, which [ParseF128] reads back.
func TextF128(hi, lo uint64) string { return fmt.Sprintf("0x%016x%016x", hi, lo) }

// ParseF128 reads a bit pattern: 0x and 1 to 32 hexadecimal digits.
func ParseF128(text string) (hi, lo uint64, err error) {
	digits, ok := cutHexPrefix(text)
	if !ok {
		return 0, 0, fmt.Errorf("f128 literal %q: write its bits in hexadecimal, 0x…", text)
	}
	if trimmed := strings.TrimLeft(digits, "0"); len(trimmed) > 32 {
		return 0, 0, fmt.Errorf("f128 literal %q: more than 128 bits", text)
	} else if trimmed != "" {
		digits = trimmed
	}
	if n := len(digits); n > 16 {
		hi, err = strconv.ParseUint(digits[:n-16], 16, 64)
		digits = digits[n-16:]
	}
	if err == nil {
		lo, err = strconv.ParseUint(digits, 16, 64)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("f128 literal %q: not hexadecimal", text)
	}
	return hi, lo, nil
}

// cutHexPrefix removes a leading 0x.
func cutHexPrefix(s string) (string, bool) {
	if len(s) > 2 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') {
		return s[2:], true
	}
	return s, false
}
