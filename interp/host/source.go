package host

import (
	"bytes"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// source is a string, or a stream, that numbers and words are read from, one byte at a time and none further than the first that
// does not belong to them.
type source struct {
	e      Env
	p      memory.Pointer // of the string, if it is none of a stream
	stream *stream
	limit  uint64 // how many bytes may still be taken
	taken  uint64
	text   []byte // what was taken since the last start
	good   int    // so many bytes of text make a number, 0 if none do
	beyond bool   // the last float was too large, or too small for a normal number
	failed bool   // the string could not be read, which was reported
}

// noLimit is that of a number as long as it is.
const noLimit = 1<<63 - 1

func stringSource(e Env, p memory.Pointer) *source { return &source{e: e, p: p, limit: noLimit} }

// peek is the next byte, -1 where there is none.
func (s *source) peek() int {
	if s.limit == 0 || s.failed {
		return -1
	}
	if s.stream != nil {
		return s.stream.peek(s.e)
	}
	q := s.p
	q.Addr += s.taken
	b, ok := s.e.Read(q, 1, false)
	if !ok {
		s.failed = true
		return -1
	}
	if b[0] == 0 {
		return -1
	}
	return int(b[0])
}

// take takes the byte that peek gave, and gives the one behind it.
func (s *source) take(c int) int {
	if s.stream != nil {
		s.stream.drop()
	}
	s.text = append(s.text, byte(c))
	s.limit--
	s.taken++
	return s.peek()
}

// start begins an item.
func (s *source) start() { s.text, s.good = nil, 0 }

// mark says that what was taken is a number.
func (s *source) mark() { s.good = len(s.text) }

// whole reports whether all that was taken is a number.
func (s *source) whole() bool { return s.good > 0 && s.good == len(s.text) }

// space takes white space.
func (s *source) space() {
	for c := s.peek(); c >= 0 && isSpace(int64(c)); {
		c = s.take(c)
	}
}

// end is where the number ends in the string, its start if there is none.
func (s *source) end(start memory.Pointer) memory.Pointer {
	if s.good == 0 {
		return start
	}
	return at(start, int(s.taken)-len(s.text)+s.good)
}

// sign takes a sign and reports whether it is a minus.
func (s *source) sign() (c int, negative bool) {
	c = s.peek()
	if c == '-' || c == '+' {
		return s.take(c), c == '-'
	}
	return c, false
}

// integer takes an integer as far as one may go on (C11 7.22.1.4), of a base, or of that of its prefix if it is 0. Of 0x without a
// digit the 0 is a number.
func (s *source) integer(base int) (v num.Int) {
	c, negative := s.sign()
	if c == '0' {
		c = s.take(c)
		s.mark()
		if (base == 0 || base == 16) && c|0x20 == 'x' {
			base = 16
			c = s.take(c)
		} else if base == 0 {
			base = 8
		}
	}
	if base == 0 {
		base = 10
	}
	for c >= 0 && digit(int64(c)) < int64(base) {
		// Beyond 64 bits one more digit changes no result.
		if v.FitsUnsigned(64) {
			v = v.Mul(num.New(int64(base))).Add(num.New(digit(int64(c))))
		}
		c = s.take(c)
		s.mark()
	}
	if negative {
		v = v.Neg()
	}
	return v
}

// float takes a float as far as one may go on (C11 7.22.1.3) and gives the bits of the double, or of the float, that is nearest
// to what of it is a number.
func (s *source) float(f ieee754.Format) ieee754.Bits {
	c, negative := s.sign()
	size := 64
	if f == ieee754.F32 {
		size = 32
	}
	var v float64
	var long num.Int
	named := true // inf and nan
	switch {
	case c|0x20 == 'i' && c >= 0:
		if s.word("inf") {
			s.mark()
			if s.word("inity") {
				s.mark()
			}
		}
		v = math.Inf(1)
	case c|0x20 == 'n' && c >= 0:
		if s.word("nan") {
			s.mark()
			s.payload()
		}
		v = math.NaN()
	default:
		named = false
		s.digits(c)
		text := strings.ToLower(strings.TrimLeft(string(s.text[:s.good]), "+-"))
		if strings.HasPrefix(text, "0x") && !strings.Contains(text, "p") {
			text += "p0"
		}
		// Out of range is an infinity; nothing else can be wrong.
		if f == ieee754.F80 {
			long, _ = num.ParseF80(text)
		} else {
			v, _ = strconv.ParseFloat(text, size)
		}
	}
	if s.good == 0 {
		v, long, negative = 0, num.Int{}, false
	}
	var bits ieee754.Bits
	switch {
	case v != v:
		bits = f.NaNBits()
	case math.IsInf(v, 0):
		bits = f.InfBits(false)
	case f == ieee754.F80:
		bits = ieee754.Bits{Hi: long.Shr(64).Low64(), Lo: long.Low64()}
	case size == 32:
		bits.Lo = uint64(math.Float32bits(float32(v)))
	default:
		bits.Lo = math.Float64bits(v)
	}
	s.beyond = s.good > 0 && !named && (bits == f.InfBits(false) || small(f, bits) && significant(s.text[:s.good]) && !exact(f, bits, s.text[:s.good]))
	if negative {
		return f.NegBits(bits)
	}
	return bits
}

// small reports whether a number >= 0 is below the least normal one.
func small(f ieee754.Format, b ieee754.Bits) bool {
	switch f {
	case ieee754.F80:
		return b.Hi == 0
	case ieee754.F32:
		return b.Lo < 1<<23
	}
	return b.Lo < 1<<52
}

// exact reports whether a number below the least normal one is that of its text. Others are never asked for, so that the exponent is small.
func exact(f ieee754.Format, b ieee754.Bits, text []byte) bool {
	if b == (ieee754.Bits{}) {
		return false // of digits that are not 0
	}
	want, ok := new(big.Rat).SetString(strings.TrimLeft(string(text), "+-"))
	if !ok {
		return false
	}
	got, _ := f.BigFloat(b).Rat(nil)
	return got.Cmp(want) == 0
}

// significant reports whether a number has a digit other than 0 before its exponent.
func significant(text []byte) bool {
	digits, letters := "123456789", "eE"
	if len(bytes.TrimLeft(text, "+-")) > 1 && bytes.TrimLeft(text, "+-")[1]|0x20 == 'x' {
		digits, letters = "123456789abcdefABCDEF", "pP"
		text = bytes.TrimLeft(text, "+-")[2:]
	}
	if n := bytes.IndexAny(text, letters); n >= 0 {
		text = text[:n]
	}
	return bytes.ContainsAny(text, digits)
}

// word takes letters of either case as far as they are those of the word, and reports whether all are there.
func (s *source) word(word string) bool {
	for n := range len(word) {
		c := s.peek()
		if c < 0 || c|0x20 != int(word[n]) {
			return false
		}
		s.take(c)
	}
	return true
}

// payload takes what may stand in parentheses behind nan.
func (s *source) payload() {
	c := s.peek()
	if c != '(' {
		return
	}
	for c = s.take(c); c == '_' || c >= 0 && digit(int64(c)) < 99; {
		c = s.take(c)
	}
	if c == ')' {
		s.take(c)
		s.mark()
	}
}

// digits takes digits with a point, and an exponent.
func (s *source) digits(c int) {
	base, letter, some := int64(10), 'e', false
	if c == '0' {
		c = s.take(c)
		s.mark()
		if some = c|0x20 != 'x'; !some {
			base, letter = 16, 'p'
			c = s.take(c)
		}
	}
	for point := false; c >= 0; {
		switch {
		case c == '.' && !point:
			point = true
		case digit(int64(c)) < base:
			some = true
		default:
			if some && rune(c|0x20) == letter {
				s.exponent(c)
			}
			return
		}
		c = s.take(c)
		if some {
			s.mark()
		}
	}
}

// exponent takes a letter, a sign and digits.
func (s *source) exponent(c int) {
	if c = s.take(c); c == '-' || c == '+' {
		c = s.take(c)
	}
	for c >= 0 && isDigit(int64(c)) {
		c = s.take(c)
		s.mark()
	}
}
