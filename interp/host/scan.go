package host

import (
	"bytes"
	"slices"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// scanDoc are the directives of [scanner].
const scanDoc = "conversions d i u o x X a e f g c s [ p n %, *, width, length; gives how many arguments it stored, -1 if the input ended before one"

var scanFunctions = []Function{
	{Name: "scanf", Params: []Kind{Ptr}, Variadic: true, Result: []Kind{Int}, Observable: true, Doc: "reads stdin by a format: " + scanDoc,
		Call: scanFrom("scanf")},
	{Name: "fscanf", Params: []Kind{Ptr, Ptr}, Variadic: true, Result: []Kind{Int}, Observable: true, Doc: "reads a stream by a format, as scanf",
		Call: scanStream("fscanf")},
	{Name: "sscanf", Params: []Kind{Ptr, Ptr}, Variadic: true, Result: []Kind{Int}, Doc: "reads a string by a format: " + scanDoc,
		Call: scanString("sscanf")},
	floatIn("strtod", F64), floatIn("strtof", F32), floatIn("strtold", F80),
	{Name: "atof", Params: []Kind{Ptr}, Result: []Kind{F64}, Doc: "the double nearest to the number that a string begins with, 0 if none",
		Call: func(e Env, a []Value) ([]Value, Status) {
			s := stringSource(e, a[0].Ptr)
			s.space()
			s.start()
			x := s.float(ieee754.F64)
			if s.failed {
				return give(e, Value{Kind: F64})
			}
			if s.beyond {
				errno(e, errRange) // as glibc, whose atof is strtod
			}
			return one(Value{Kind: F64, Bits: x.Lo})
		}},
}

// scanFrom is scanf under a name.
func scanFrom(name string) call {
	return func(e Env, a []Value) ([]Value, Status) {
		if !console(e, name, 0) {
			return give(e, IntValue(-1))
		}
		return scan(e, name, &source{e: e, stream: e.State().standard()[0]}, a[0].Ptr, a[1:])
	}
}

// scanStream is fscanf under a name.
func scanStream(name string) call {
	return func(e Env, a []Value) ([]Value, Status) {
		f, ok := reading(e, name, a[0].Ptr)
		if !ok {
			return give(e, IntValue(-1))
		}
		return scan(e, name, &source{e: e, stream: f}, a[1].Ptr, a[2:])
	}
}

// scanString is sscanf under a name.
func scanString(name string) call {
	return func(e Env, a []Value) ([]Value, Status) {
		return scan(e, name, stringSource(e, a[0].Ptr), a[1].Ptr, a[2:])
	}
}

// floatIn is strtod, strtof and strtold. What is beyond the format is an infinity, or rounded to zero or a denormal number.
func floatIn(name string, k Kind) Function {
	f := map[Kind]ieee754.Format{F64: ieee754.F64, F32: ieee754.F32, F80: ieee754.F80}[k]
	return Function{Name: name, Params: []Kind{Ptr, Ptr}, Result: []Kind{k},
		Doc: "the " + k.String() + " nearest to the decimal or hexadecimal number, inf or nan that a string begins with; its end goes to the second pointer unless that is null",
		Call: func(e Env, a []Value) ([]Value, Status) {
			s := stringSource(e, a[0].Ptr)
			s.space()
			s.start()
			x := s.float(f)
			if s.failed || !isNull(a[1].Ptr) && !e.WritePointer(a[1].Ptr, s.end(a[0].Ptr)) {
				return give(e, Value{Kind: k})
			}
			if s.beyond {
				errno(e, errRange)
			}
			return one(Value{Kind: k, Bits: x.Lo, Hi: x.Hi})
		}}
}

// scanner carries out a format (C11 7.21.6.2). Once ok is false a report was made.
type scanner struct {
	*source
	name   string
	args   []Value
	stored int64
	ended  bool // the input had ended where the last conversion began
	ok     bool
}

// scanDirective is one directive behind its %.
type scanDirective struct {
	drop   bool // *
	width  uint64
	length string
	verb   byte
	set    []byte // of [, without its brackets
}

// scan gives the result of a function of the family.
func scan(e Env, name string, src *source, p memory.Pointer, args []Value) ([]Value, Status) {
	format, ok := cstring(e, p, 1<<63, true)
	if !ok {
		return give(e, IntValue(-1))
	}
	s := &scanner{source: src, name: name, args: args, ok: true}
	ended := s.format(format)
	if !s.ok || s.failed {
		return give(e, IntValue(-1))
	}
	if ended && s.stored == 0 {
		return one(IntValue(-1))
	}
	return one(IntValue(s.stored))
}

// format carries out directives until one fails, and reports whether that was because the input ended.
func (s *scanner) format(format []byte) (ended bool) {
	for i := 0; i < len(format); {
		s.limit = noLimit
		c := format[i]
		i++
		switch {
		case isSpace(int64(c)):
			s.space()
		case c != '%':
			got := s.peek()
			if got != int(c) {
				return got < 0
			}
			s.take(got)
		default:
			d, next, ok := s.directive(format, i)
			if !ok {
				return false
			}
			if i = next; !s.convert(d) {
				s.limit = noLimit
				return s.ok && s.ended
			}
		}
	}
	return false
}

// fail reports a violation of the contract.
func (s *scanner) fail(format string, args ...any) bool {
	s.e.Contract(s.name+": "+format, args...)
	s.ok = false
	return false
}

// directive reads the directive behind the % at i.
func (s *scanner) directive(f []byte, i int) (d scanDirective, next int, ok bool) {
	at := func() byte {
		if i < len(f) {
			return f[i]
		}
		return 0
	}
	start := i
	if at() == '*' {
		d.drop = true
		i++
	}
	first := i
	for isDigit(int64(at())) {
		d.width = min(d.width*10+uint64(at()-'0'), 1<<32)
		i++
	}
	if first < i && d.width == 0 {
		return d, i, s.fail("%q has a width of 0", "%"+string(f[start:i]))
	}
	for _, l := range []string{"hh", "h", "ll", "l", "j", "z", "t", "L"} { // the longer of two first
		if bytes.HasPrefix(f[i:], []byte(l)) {
			d.length = l
			i += len(l)
			break
		}
	}
	d.verb = at()
	i++
	allowed := []string{""}
	switch {
	case d.verb == 0:
		return d, i, s.fail("the format ends within %q", "%"+string(f[start:]))
	case bytes.IndexByte([]byte("diouxXn"), d.verb) >= 0:
		allowed = intLengths
	case bytes.IndexByte([]byte("aAeEfFgG"), d.verb) >= 0:
		allowed = []string{"", "l", "L"}
	case bytes.IndexByte([]byte("cs["), d.verb) >= 0:
		allowed = []string{"", "l"}
	case bytes.IndexByte([]byte("p%"), d.verb) < 0:
		return d, i, s.fail("no conversion %q is known", "%"+string(f[start:i]))
	}
	switch {
	case !slices.Contains(allowed, d.length):
		return d, i, s.fail("%q has a length that its conversion does not have", "%"+string(f[start:i]))
	case (d.verb == 'n' || d.verb == '%') && i-start > 1+len(d.length):
		return d, i, s.fail("%q has more than a length", "%"+string(f[start:i]))
	case d.verb != '[':
		return d, i, true
	}
	// A bracket that comes first is of the set.
	set := i
	if at() == '^' {
		i++
	}
	end := bytes.IndexByte(f[min(i+1, len(f)):], ']')
	if end < 0 {
		return d, i, s.fail("the set %q has no end", "%"+string(f[start:]))
	}
	i += 1 + end
	d.set = f[set:i]
	return d, i + 1, true
}

// convert carries out a directive. Where it is false, ended says whether the input had ended before its item.
func (s *scanner) convert(d scanDirective) bool {
	if d.verb == 'n' {
		p, ok := s.next()
		return ok && s.store(p, d, num.FromUint64(s.taken))
	}
	if d.verb != 'c' && d.verb != '[' {
		s.space()
	}
	c := s.peek()
	if s.ended = c < 0; s.ended {
		return false
	}
	if d.verb == '%' {
		if c == '%' {
			s.take(c)
		}
		return c == '%'
	}
	switch {
	case d.width > 0:
		s.limit = d.width
	case d.verb == 'c':
		s.limit = 1
	}
	var p memory.Pointer
	if !d.drop {
		var ok bool
		if p, ok = s.next(); !ok {
			return false
		}
	}
	s.start()
	done := false
	switch d.verb {
	case 'c', 's', '[':
		done = s.bytes(d, p)
	case 'd', 'i', 'o', 'u', 'x', 'X':
		base := map[byte]int{'d': 10, 'u': 10, 'i': 0, 'o': 8, 'x': 16, 'X': 16}[d.verb]
		v := s.integer(base)
		done = s.whole() && (d.drop || s.store(p, d, v))
	case 'p':
		v, ok := s.address()
		done = ok && (d.drop || s.e.WritePointer(p, v))
	default:
		f := map[string]ieee754.Format{"": ieee754.F32, "l": ieee754.F64, "L": ieee754.F80}[d.length]
		x := s.float(f)
		done = s.whole() && (d.drop || s.write(p, num.FromUint64(x.Hi).Shl(64).Or(num.FromUint64(x.Lo)), uint(f.Width())))
	}
	if done && !d.drop {
		s.stored++
	}
	return done
}

// next is the next argument, a pointer.
func (s *scanner) next() (memory.Pointer, bool) {
	if len(s.args) == 0 {
		return memory.Pointer{}, s.fail("the format asks for more arguments than there are")
	}
	a := s.args[0]
	s.args = s.args[1:]
	if a.Kind != Ptr {
		return memory.Pointer{}, s.fail("an argument is a %s, the format asks for a pointer", a.Kind)
	}
	return a.Ptr, true
}

// bytes takes bytes of c, s or [ and stores them, the latter two with a zero byte.
func (s *scanner) bytes(d scanDirective, p memory.Pointer) bool {
	for c := s.peek(); c >= 0; {
		if d.verb == 's' && isSpace(int64(c)) || d.verb == '[' && !inSet(d.set, byte(c)) {
			break
		}
		c = s.take(c)
	}
	if len(s.text) == 0 || s.failed {
		return false
	}
	if d.verb != 'c' {
		s.text = append(s.text, 0)
	}
	text := s.text
	if d.length == "l" {
		var ok bool
		if text, ok = widened(s.e, text); !ok {
			errno(s.e, errSequence)
			return s.fail("the input of %%l%c is no sequence of multibyte characters (C11 7.21.6.2p12)", d.verb)
		}
	}
	return d.drop || s.put(p, text)
}

// put writes what a directive stores. The string that is read may not overlap it (C11 7.21.6.7p2).
func (s *scanner) put(p memory.Pointer, b []byte) bool {
	if s.stream == nil && p.Addr <= s.p.Addr+s.taken && s.p.Addr < p.Addr+uint64(len(b)) {
		return s.fail("the input is stored over the string that is read (C11 7.21.6.7p2)")
	}
	s.ok = s.e.Write(p, b)
	return s.ok
}

// address takes what printf writes for a pointer.
func (s *scanner) address() (p memory.Pointer, ok bool) {
	if c := s.peek(); c == '(' {
		for _, want := range []byte("(nil)") {
			if c != int(want) {
				return p, false
			}
			c = s.take(c)
		}
		return p, true
	}
	v := s.integer(16)
	if !s.whole() || !v.FitsUnsigned(64) {
		return p, false
	}
	if v.Sign() == 0 {
		return p, true
	}
	return s.e.FromAddress(v.Low64()), true
}

// inSet reports whether a set has a byte. A dash between two bytes stands for all from one to the other, which C leaves to the
// implementation.
func inSet(set []byte, c byte) bool {
	not := set[0] == '^'
	if not {
		set = set[1:]
	}
	for i := 0; i < len(set); {
		low, high, n := set[i], set[i], 1
		if i+2 < len(set) && set[i+1] == '-' {
			high, n = set[i+2], 3
		}
		if low <= c && c <= high {
			return !not
		}
		i += n
	}
	return not
}

// scanBits are the sizes of the C types that lengths stand for.
var scanBits = map[string]uint{"": 32, "hh": 8, "h": 16, "l": 64, "ll": 64, "j": 64, "z": 64, "t": 64}

// store stores an int of the directive's C type. What it cannot hold is undefined (C11 7.21.6.2 p10); of an unsigned type it is
// the magnitude that must fit, as strtoul takes it.
func (s *scanner) store(p memory.Pointer, d scanDirective, v num.Int) bool {
	n := scanBits[d.length]
	signed := d.verb == 'd' || d.verb == 'i' || d.verb == 'n'
	if signed && !v.FitsSigned(n) || !signed && !v.Abs().FitsUnsigned(n) {
		return s.fail("%s does not fit the %d bits that the argument of %q has", s.text, n, "%"+d.length+string(d.verb))
	}
	return s.write(p, v, n)
}

// write stores the low n bits.
func (s *scanner) write(p memory.Pointer, v num.Int, n uint) bool {
	b := make([]byte, n/8)
	v = v.Low(n)
	for k := range b {
		b[k] = byte(v.Shr(8 * uint(k)).Low64())
	}
	return s.put(p, b)
}
