package host

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/memory"
)

// Output goes through [Env.Output] in the order of the calls; there is no buffer whose flushing a program
// could observe.
var outputFunctions = []Function{
	{Name: "putchar", Params: []Kind{Byte}, Result: []Kind{Int}, Observable: true, Doc: "writes a byte",
		Call: func(e Env, a []Value) ([]Value, Status) {
			b := lowByte(a[0])
			if !console(e, "putchar", 1) {
				return give(e, IntValue(-1))
			}
			e.Output([]byte{b})
			return one(IntValue(int64(b)))
		}},
	{Name: "puts", Params: []Kind{Ptr}, Result: []Kind{Int}, Observable: true, Doc: "writes a string and a newline",
		Call: func(e Env, a []Value) ([]Value, Status) {
			s, ok := cstring(e, a[0].Ptr, 1<<63, true)
			if !ok || !console(e, "puts", 1) {
				return give(e, IntValue(-1))
			}
			e.Output(append(s, '\n'))
			return one(IntValue(int64(len(s)) + 1))
		}},
	{Name: "getchar", Result: []Kind{Int}, Observable: true, Doc: "reads a byte, -1 at the end of input",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if !console(e, "getchar", 0) {
				return give(e, IntValue(-1))
			}
			return one(IntValue(int64(e.State().standard()[0].get(e))))
		}},
	{Name: "printf", Params: []Kind{Ptr}, Variadic: true, Result: []Kind{Int}, Observable: true, Doc: "writes formatted text: conversions d i u x X o c s p f F e E g G a A n %, flags, width, precision, length",
		Call: printTo("printf")},
	{Name: "putchar_unlocked", Hosted: true, Params: []Kind{Byte}, Result: []Kind{Int}, Observable: true, Doc: "putchar",
		Call: func(e Env, a []Value) ([]Value, Status) {
			b := lowByte(a[0])
			if !console(e, "putchar", 1) {
				return give(e, IntValue(-1))
			}
			e.Output([]byte{b})
			return one(IntValue(int64(b)))
		}},
	{Name: "getchar_unlocked", Hosted: true, Result: []Kind{Int}, Observable: true, Doc: "getchar",
		Call: func(e Env, a []Value) ([]Value, Status) {
			if !console(e, "getchar", 0) {
				return give(e, IntValue(-1))
			}
			return one(IntValue(int64(e.State().standard()[0].get(e))))
		}},
	{Name: "asprintf", Hosted: true, Params: []Kind{Ptr, Ptr}, Variadic: true, Result: []Kind{Int}, Doc: "formats into memory of malloc and stores its pointer; gives the length, -1 where the limit does not allow it", Call: printNew("asprintf")},
	{Name: "dprintf", Hosted: true, Params: []Kind{Int, Ptr}, Variadic: true, Result: []Kind{Int}, Observable: true, Doc: "writes formatted text to a descriptor", Call: printDescriptor("dprintf")},
	{Name: "snprintf", Params: []Kind{Ptr, Size, Ptr}, Variadic: true, Result: []Kind{Int}, Doc: "formats into a buffer of n bytes, zero byte included; gives the full length",
		Call: printInto("snprintf")},
	{Name: "sprintf", Params: []Kind{Ptr, Ptr}, Variadic: true, Result: []Kind{Int}, Doc: "formats into a buffer, zero byte included; gives the length",
		Call: printString("sprintf")},
}

// call is what [Function.Call] is.
type call = func(e Env, a []Value) ([]Value, Status)

// printTo is printf under a name.
func printTo(name string) call {
	return func(e Env, a []Value) ([]Value, Status) {
		text, ok := formatted(e, name, a[0].Ptr, a[1:])
		if !ok || !console(e, name, 1) {
			return give(e, IntValue(-1))
		}
		e.Output(text)
		return one(IntValue(int64(len(text))))
	}
}

// printInto is snprintf under a name.
func printInto(name string) call {
	return func(e Env, a []Value) ([]Value, Status) {
		text, read, ok := expanded(e, name, a[2].Ptr, a[3:])
		if !ok {
			return give(e, IntValue(-1))
		}
		if n := a[1].size(); n > 0 {
			n = min(uint64(len(text))+1, n)
			if !disjoint(e, name, a[0].Ptr, n, read) {
				return give(e, IntValue(-1))
			}
			if !e.Write(a[0].Ptr, append(text[:n-1:n-1], 0)) {
				return give(e, IntValue(-1))
			}
		}
		return one(IntValue(int64(len(text))))
	}
}

// printString is sprintf under a name.
func printString(name string) call {
	return func(e Env, a []Value) ([]Value, Status) {
		text, read, ok := expanded(e, name, a[1].Ptr, a[2:])
		if !ok || !disjoint(e, name, a[0].Ptr, uint64(len(text))+1, read) || !e.Write(a[0].Ptr, append(text, 0)) {
			return give(e, IntValue(-1))
		}
		return one(IntValue(int64(len(text))))
	}
}

// extent is bytes that were read.
type extent struct {
	p memory.Pointer
	n uint64
}

// overlapSections say of functions that their arguments may not overlap, in paragraph 2.
var overlapSections = map[string]string{"snprintf": "7.21.6.5", "sprintf": "7.21.6.6", "vsnprintf": "7.21.6.12", "vsprintf": "7.21.6.13"}

// disjoint reports whether the n bytes at p, which are to be written, are none of those that were read .
func disjoint(e Env, name string, p memory.Pointer, n uint64, read []extent) bool {
	for _, x := range read {
		if p.Addr < x.p.Addr+x.n && x.p.Addr < p.Addr+n {
			e.Contract("%s: the result overlaps a string that it is made of (C11 %s p2)", name, overlapSections[name])
			return false
		}
	}
	return true
}

// printNew is asprintf under a name.
func printNew(name string) call {
	return func(e Env, a []Value) ([]Value, Status) {
		text, ok := formatted(e, name, a[1].Ptr, a[2:])
		if !ok {
			return give(e, IntValue(-1))
		}
		p, ok := e.Alloc(uint64(len(text))+1, MallocAlign)
		if !ok {
			return fail(e, errNoMemory, IntValue(-1))
		}
		if !e.Write(p, append(text, 0)) || !e.WritePointer(a[0].Ptr, p) {
			return give(e, IntValue(-1))
		}
		return one(IntValue(int64(len(text))))
	}
}

// printDescriptor is dprintf under a name.
func printDescriptor(name string) call {
	return func(e Env, a []Value) ([]Value, Status) {
		s := e.State().descriptor(a[0].signed(32))
		if s == nil || !s.mode.write {
			return fail(e, errBadFile, IntValue(-1))
		}
		text, ok := formatted(e, name, a[1].Ptr, a[2:])
		if !ok || !s.put(e, text) {
			return give(e, IntValue(-1))
		}
		if code := s.flush(); code != errNone {
			return fail(e, code, IntValue(-1))
		}
		return one(IntValue(int64(len(text))))
	}
}

// maxField bounds widths and precisions of conversions. A longer field is an output error,
// result -1: C promises no more than 4095 characters (C11 7.21.6.1 p15).
// The bound also keeps a format of a few bytes from making gigabytes of blanks.
const maxField = 1 << 16

// directiveRow is what the directive of some conversions may have; the rest is undefined
// (C11 7.21.6.1 p4 to p8).
// Flags -, + and blank are allowed with every conversion, and have no column.
type directiveRow struct {
	verbs   string
	lengths []string
	prec    bool
	alt     bool
	zero    bool
	bare    bool // no flags and no width either
}

var (
	intLengths = []string{"", "hh", "h", "l", "ll", "z", "j", "t"}
	directives = []directiveRow{
		{verbs: "diu", lengths: intLengths, prec: true, zero: true},
		{verbs: "xXo", lengths: intLengths, prec: true, alt: true, zero: true},
		{verbs: "fFeEgGaA", lengths: []string{"", "l", "L"}, prec: true, alt: true, zero: true},
		{verbs: "s", lengths: []string{"", "l"}, prec: true},
		{verbs: "c", lengths: []string{"", "l"}},
		{verbs: "p", lengths: []string{""}},
		{verbs: "n", lengths: intLengths, bare: true},
	}
)

// conversion is one % directive (C11 7.21.6.1).
// Fields are what is written in the directive, before defaults.
type conversion struct {
	minus, plus, space, alt, zero bool
	dot                           bool // a precision is written, even if negative
	wide                          bool // a width is written
	width                         int  // 0: none
	prec                          int  // -1: none
	length                        string
	verb                          byte // 0: none
}

// formatter expands a format with its arguments.
// Once ok is false nothing more is expanded: a report was made, or a limit was met.
type formatter struct {
	e    Env
	name string
	args []Value
	next int
	out  []byte
	read []extent // the strings that were read
	ok   bool
}

// formatted expands the format string at p. It reports directives and arguments that do not
// fit each other.
func formatted(e Env, name string, p memory.Pointer, args []Value) ([]byte, bool) {
	text, _, ok := expanded(e, name, p, args)
	return text, ok
}

// expanded is formatted that also gives the strings that were read.
func expanded(e Env, name string, p memory.Pointer, args []Value) ([]byte, []extent, bool) {
	format, ok := cstring(e, p, 1<<63, true)
	if !ok {
		return nil, nil, false
	}
	f := &formatter{e: e, name: name, args: args, ok: true}
	f.read = append(f.read, extent{p, uint64(len(format)) + 1})
	for i := 0; i < len(format) && f.ok; {
		if format[i] != '%' {
			f.out = append(f.out, format[i])
			i++
			continue
		}
		i = f.directive(format, i+1)
	}
	return f.out, f.read, f.ok
}

// fail reports a violation of printf's contract and stops the expansion.
// The caller gives the fallback result of its function.
func (f *formatter) fail(format string, args ...any) {
	f.e.Contract(f.name+": "+format, args...)
	f.ok = false
}

// directive expands the directive that starts behind the % at i and returns where it ends: flags in any
// order, width, precision, length, conversion.
// What C leaves undefined is reported by the table of what may go together, not expanded in some way that
// another library would do differently.
func (f *formatter) directive(s []byte, i int) int {
	start := i
	c := conversion{prec: -1}
	for ; i < len(s); i++ {
		switch s[i] {
		case '-':
			c.minus = true
			continue
		case '+':
			c.plus = true
			continue
		case ' ':
			c.space = true
			continue
		case '#':
			c.alt = true
			continue
		case '0':
			c.zero = true
			continue
		}
		break
	}
	first := i
	c.width, i = f.number(s, i)
	c.wide = i > first
	if c.width < 0 {
		c.minus, c.width = true, -c.width
	}
	if i < len(s) && s[i] == '.' {
		c.dot = true
		c.prec, i = f.number(s, i+1)
		c.prec = max(c.prec, -1)
	}
	// Longer ones first.
	for _, l := range []string{"hh", "h", "ll", "l", "z", "j", "t", "L"} {
		if strings.HasPrefix(string(s[i:]), l) {
			c.length = l
			i += len(l)
			break
		}
	}
	if !f.ok {
		return i
	}
	text := "%" + string(s[start:min(i+1, len(s))])
	if i < len(s) {
		c.verb = s[i]
	}
	switch {
	case text == "%%":
		f.out = append(f.out, '%')
	case f.allowed(c, text):
		f.convert(c)
	}
	return i + 1
}

// allowed looks the parts of a directive up in the table.
func (f *formatter) allowed(c conversion, text string) bool {
	k := slices.IndexFunc(directives, func(r directiveRow) bool { return strings.IndexByte(r.verbs, c.verb) >= 0 })
	if k < 0 {
		f.fail("directive %q is not one that is known", text)
		return false
	}
	wrong, row := "", directives[k]
	switch {
	case !slices.Contains(row.lengths, c.length):
		wrong = "length " + c.length
	case row.bare && (c.minus || c.plus || c.space || c.alt || c.zero || c.dot || c.wide):
		f.fail("directive %q: %c takes no flags, width or precision (C11 7.21.6.1 p8)", text, c.verb)
		return false
	case c.dot && !row.prec:
		wrong = "precision"
	case c.alt && !row.alt:
		wrong = "flag #"
	case c.zero && !row.zero:
		wrong = "flag 0"
	default:
		return true
	}
	f.fail("directive %q: %c takes no %s", text, c.verb, wrong)
	return false
}

// number reads a width or precision: digits, or * for an argument; 0 if there is none. A
// negative argument is a left-justified width, or no precision.
// A number beyond maxField ends the expansion without a report: see maxField.
func (f *formatter) number(s []byte, i int) (int, int) {
	if i < len(s) && s[i] == '*' {
		v, ok := f.take(Int)
		if !ok {
			return 0, i + 1
		}
		n, _ := v.Int.Int64()
		if !v.Int.FitsSigned(32) {
			f.fail("argument %d is %s, which is no int, as a width or precision", f.next, v.Int)
			return 0, i + 1
		}
		if n < -maxField || n > maxField {
			f.ok = false
			return 0, i + 1
		}
		return int(n), i + 1
	}
	n := 0
	for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		n = n*10 + int(s[i]-'0')
		if n > maxField {
			f.ok = false
			return 0, i
		}
	}
	return n, i
}

// take returns the next argument, which must be an integer, a pointer or a double as k says.
// Arguments that are left over at the end are no mistake (C11 7.21.6.1 p2).
func (f *formatter) take(k Kind) (Value, bool) {
	if f.next >= len(f.args) {
		f.fail("argument %d is missing", f.next+1)
		return Value{}, false
	}
	v := f.args[f.next]
	f.next++
	if v.Kind.IsInt() != k.IsInt() || !k.IsInt() && v.Kind != k {
		f.fail("argument %d is of kind %s, the format wants %s", f.next, v.Kind, k)
		return Value{}, false
	}
	return v, true
}

// convert expands one directive whose parts may go together.
// Each conversion takes one argument, of the kind that it names.
// allowed has refused every other conversion, so the default is a float.
func (f *formatter) convert(c conversion) {
	switch c.verb {
	case 'd', 'i', 'u', 'x', 'X', 'o':
		f.integer(c)
	case 'c':
		if c.length == "l" {
			f.wideCharacter(c)
		} else if v, ok := f.take(Int); ok && f.fits(v, 32) {
			f.pad(c, "", string([]byte{lowByte(v)}), false)
		}
	case 's':
		if c.length == "l" {
			f.wideString(c)
			return
		}
		v, ok := f.take(Ptr)
		if !ok {
			return
		}
		// With a precision the string need not end within it: no byte beyond is read.
		limit := uint64(1) << 63
		if c.prec >= 0 {
			limit = uint64(c.prec)
		}
		s, ok := cstring(f.e, v.Ptr, limit, true)
		if !ok {
			f.ok = false
			return
		}
		f.read = append(f.read, extent{v.Ptr, min(uint64(len(s))+1, limit)})
		f.pad(c, "", string(s), false)
	case 'p':
		if v, ok := f.take(Ptr); ok {
			if v.Ptr.Addr == 0 {
				f.pad(c, "", "(nil)", false)
			} else {
				f.e.Expose(v.Ptr)
				f.pad(c, "", fmt.Sprintf("0x%x", v.Ptr.Addr), false)
			}
		}
	case 'n':
		f.counted(c)
	default:
		if c.length == "L" {
			if v, ok := f.take(F80); ok {
				f.float(c, ieee754.F80, ieee754.Bits{Hi: v.Hi, Lo: v.Bits})
			}
		} else if v, ok := f.take(F64); ok {
			f.float(c, ieee754.F64, ieee754.Bits{Lo: v.Bits})
		}
	}
}

// fits reports an argument outside both the signed and the unsigned range of n bits: it was
// never of that type.
func (f *formatter) fits(v Value, n uint) bool {
	if !v.Int.FitsSigned(n) && !v.Int.FitsUnsigned(n) {
		f.fail("argument %d is %s, which does not fit %d bits", f.next, v.Int, n)
		return false
	}
	return true
}

// integer converts the low bits that the length modifier names; hh and h arguments arrive
// as int.
func (f *formatter) integer(c conversion) {
	v, ok := f.take(Int)
	if !ok {
		return
	}
	n := uint(32)
	switch c.length {
	case "l", "ll", "z", "j", "t":
		n = 64
	}
	if !f.fits(v, n) {
		return
	}
	switch c.length {
	case "hh":
		n = 8
	case "h":
		n = 16
	}
	x := v.Int.Low(n)
	if c.verb == 'd' || c.verb == 'i' {
		x = x.SignExtend(n)
	}
	// Digits first, then the precision's zeros, then the sign or prefix, then the width, as C11 7.21.6.1 p6 has it.
	base := map[byte]int{'x': 16, 'X': 16, 'o': 8}[c.verb]
	if base == 0 {
		base = 10
	}
	digits := x.Abs().Text(base)
	if c.verb == 'X' {
		digits = strings.ToUpper(digits)
	}
	// C11 7.21.6.1 p8: zero with precision zero has no characters.
	if c.prec == 0 && x.Sign() == 0 {
		digits = ""
	}
	digits = strings.Repeat("0", max(c.prec-len(digits), 0)) + digits
	sign := ""
	switch {
	case x.Sign() < 0:
		sign = "-"
	case c.plus && base == 10 && c.verb != 'u':
		sign = "+"
	case c.space && base == 10 && c.verb != 'u':
		sign = " "
	}
	if c.alt {
		switch {
		// p6: # raises the precision of o until the first digit is 0.
		case c.verb == 'o' && !strings.HasPrefix(digits, "0"):
			digits = "0" + digits
		case base == 16 && x.Sign() != 0:
			sign = "0" + string(c.verb)
		}
	}
	f.pad(c, sign, digits, c.zero && c.prec < 0)
}

// float expands a float of a format: the sign stands apart, since zeros of the width go between it and the digits.
// Infinities and NaNs are never filled with zeros.
// The sign of a NaN is printed too, as glibc does.
func (f *formatter) float(c conversion, t ieee754.Format, x ieee754.Bits) {
	sign := ""
	switch {
	case t.Negative(x):
		sign = "-"
	case c.plus:
		sign = "+"
	case c.space:
		sign = " "
	}
	upper := c.verb >= 'A' && c.verb <= 'Z'
	var s string
	zero := c.zero
	switch abs := t.AbsBits(x); {
	case t.IsNaNBits(x):
		s, zero = "nan", false
	case abs == t.InfBits(false):
		s, zero = "inf", false
	case c.verb|0x20 == 'a':
		s = hexFloat(c, t, abs)
		sign += "0x"
	case t == ieee754.F64:
		s = floatDigits(c, func(style byte, prec int) string {
			return strconv.FormatFloat(math.Float64frombits(abs.Lo), style, prec, 64)
		})
	default:
		s = floatDigits(c, t.BigFloat(abs).Text)
	}
	if upper {
		s, sign = strings.ToUpper(s), strings.ToUpper(sign)
	}
	f.pad(c, sign, s, zero)
}

// floatDigits are the digits of a finite number >= 0 in the style of the conversion; text writes it in a style of
// package strconv, and rounds exactly to nearest even, as glibc does.
// Go's exponent has two digits at least, like C's.
func floatDigits(c conversion, text func(style byte, prec int) string) string {
	prec := c.prec
	if prec < 0 {
		prec = 6
	}
	switch c.verb {
	case 'f', 'F':
		s := text('f', prec)
		if c.alt && prec == 0 {
			s += "."
		}
		return s
	case 'e', 'E':
		s := text('e', prec)
		if c.alt && prec == 0 {
			s = strings.Replace(s, "e", ".e", 1)
		}
		return s
	}
	// %g: the precision is the number of significant digits; the style depends on the
	// exponent after rounding, and trailing zeros go unless # is given.
	// The exponent after rounding decides: 9.5 with one digit is 1e+01.
	prec = max(prec, 1)
	e := text('e', prec-1)
	exp, _ := strconv.Atoi(e[strings.IndexByte(e, 'e')+1:])
	mantissa, tail := e, ""
	if exp >= -4 && exp < prec {
		mantissa = text('f', prec-1-exp)
	} else {
		k := strings.IndexByte(e, 'e')
		mantissa, tail = e[:k], e[k:]
	}
	if c.alt {
		if !strings.Contains(mantissa, ".") {
			mantissa += "."
		}
	} else if strings.Contains(mantissa, ".") {
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	}
	return mantissa + tail
}

// pad writes prefix and body, filled to the width.
// Widths count bytes, as those of C do. A minus overrides zero.
func (f *formatter) pad(c conversion, prefix, body string, zero bool) {
	fill := max(c.width-len(prefix)-len(body), 0)
	switch {
	case c.minus:
		f.out = append(f.out, prefix+body+strings.Repeat(" ", fill)...)
	case zero:
		f.out = append(f.out, prefix+strings.Repeat("0", fill)+body...)
	default:
		f.out = append(f.out, strings.Repeat(" ", fill)+prefix+body...)
	}
}
