package interp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// Value is what an SSA value is during a run. It is one of [Int], [Bool], [Float], [Ptr],
// [Bytes], [Aggregate], [Unit], [Token] and [Poison]. Values are immutable.
//
// Raw bytes and vectors are always Bytes and aggregates always Aggregate, poison being
// inside them; a scalar is Poison as a whole.
// nil is no value: an engine has it where nothing was computed yet.
type Value interface {
	fmt.Stringer // as reports write it, where no allocation has a name
	isValue()
}

// Int is a mathematical integer.
type Int struct{ V num.Int }

// Bool is a truth value.
type Bool bool

// Float is the bits of a float of type Type; Hi is only used by f80 and f128.
// Equality of Go compares bits: -0 differs from 0, and a NaN equals itself.
// Lo has the bits of formats up to 64; those above the format are 0.
type Float struct {
	Type   ir.Type
	Hi, Lo uint64
}

// Ptr is a pointer with its provenance.
type Ptr struct{ memory.Pointer }

// Bytes is the value of byte(N) and of a vector: abstract bytes, little-endian lanes.
// Slices of it are shared between values and with memory operations, so nothing writes into one that was given
// out.
type Bytes struct{ B []memory.Byte }

// Aggregate is a struct or an array.
type Aggregate struct{ Fields []Value }

// Unit is the value of type unit.
type Unit struct{}

// Token is a memory token: the number of the memory version that it stands for.
// It is always 0 unless memory tokens are checked.
type Token uint32

// Poison is deferred undefined behaviour, with its birth.
// Cause explains the value and is no part of it.
type Poison struct{ Cause *Cause }

// String is [FormatValue] without the names of a memory.
func (v Int) String() string { return FormatValue(v, nil) }

// String is [FormatValue] without the names of a memory.
func (v Bool) String() string { return FormatValue(v, nil) }

// String is [FormatValue] without the names of a memory.
func (v Float) String() string { return FormatValue(v, nil) }

// String is [FormatValue] without the names of a memory.
func (v Ptr) String() string { return FormatValue(v, nil) }

// String is [FormatValue] without the names of a memory.
func (v Bytes) String() string { return FormatValue(v, nil) }

// String is [FormatValue] without the names of a memory.
func (v Aggregate) String() string { return FormatValue(v, nil) }

// String is [FormatValue] without the names of a memory.
func (v Unit) String() string { return FormatValue(v, nil) }

// String is [FormatValue] without the names of a memory.
func (v Token) String() string { return FormatValue(v, nil) }

// String is [FormatValue] without the names of a memory.
func (v Poison) String() string { return FormatValue(v, nil) }

func (Int) isValue()       {}
func (Bool) isValue()      {}
func (Float) isValue()     {}
func (Ptr) isValue()       {}
func (Bytes) isValue()     {}
func (Aggregate) isValue() {}
func (Unit) isValue()      {}
func (Token) isValue()     {}
func (Poison) isValue()    {}

// NewInt makes an Int.
func NewInt(v int64) Int { return Int{num.New(v)} }

// FormatValue writes v as reports do; space names the allocation of a pointer and may be nil.
// The text is bounded in length, whatever the value: reports and traces hold many.
func FormatValue(v Value, space *memory.Space) string {
	switch v := v.(type) {
	case Int:
		return formatInt(v.V)
	case Bool:
		return fmt.Sprint(bool(v))
	case Float:
		switch v.Type {
		case ir.F128:
			return fmt.Sprintf("0x%016x%016x:f128", v.Hi, v.Lo)
		case ir.F80:
			return fmt.Sprintf("%s (0x%04x%016x)", ieee754.F80.TextBits(v.Bits()), v.Hi, v.Lo)
		}
		f := FloatFormat(v.Type)
		return fmt.Sprintf("%s (0x%x)", f.Text(v.Lo), v.Lo)
	case Ptr:
		return formatPointer(v.Pointer, space)
	case Bytes:
		var s []string
		for n, b := range v.B {
			if elided(n, len(v.B)) {
				if n == shownParts {
					s = append(s, fmt.Sprintf("… (%d bytes) …", len(v.B)))
				}
				continue
			}
			switch b.Kind {
			case memory.Bits:
				s = append(s, fmt.Sprintf("%02x", b.Value))
			case memory.Fragment:
				s = append(s, fmt.Sprintf("<%d of %s>", b.Value, formatPointer(b.Frag, space)))
			case memory.Uninit:
				s = append(s, "__")
			case memory.Poison:
				s = append(s, "??")
			}
		}
		return "[" + strings.Join(s, " ") + "]"
	case Aggregate:
		var s []string
		for n, f := range v.Fields {
			if elided(n, len(v.Fields)) {
				if n == shownParts {
					s = append(s, fmt.Sprintf("… (%d fields) …", len(v.Fields)))
				}
				continue
			}
			s = append(s, FormatValue(f, space))
		}
		return "{" + strings.Join(s, ", ") + "}"
	case Unit:
		return "unit"
	case Token:
		return fmt.Sprintf("mem#%d", uint32(v))
	case Poison:
		return "poison"
	}
	return "none"
}

// shownParts bounds the parts that are shown at each end of bytes and aggregates.
const shownParts = 128

// elided reports whether part n of len is left out.
// Both ends are shown.
func elided(n, len int) bool { return len > 2*shownParts && n >= shownParts && n < len-shownParts }

// formatBig shortens integers beyond 80 digits to their ends and size.
func formatInt(v num.Int) string {
	// Decimal text takes time quadratic in the length.
	if v.BitLen() > 1<<14 {
		return fmt.Sprintf("an integer of %d bits", v.BitLen())
	}
	s := v.String()
	if len(s) > 80 {
		return fmt.Sprintf("%s…%s (%d bits)", s[:20], s[len(s)-20:], v.BitLen())
	}
	return s
}

// appendValue appends what FormatValue gives, the common values without garbage.
func appendValue(text []byte, v Value, space *memory.Space) []byte {
	switch v := v.(type) {
	case Int:
		if n, ok := v.V.Int64(); ok {
			return strconv.AppendInt(text, n, 10)
		}
	case Bool:
		return strconv.AppendBool(text, bool(v))
	case Ptr:
		return appendPointer(text, v.Pointer, space)
	}
	return append(text, FormatValue(v, space)...)
}

// formatPointer names the allocation and the offset from its base, which mean something where addresses are random.
func formatPointer(p memory.Pointer, space *memory.Space) string {
	return string(appendPointer(nil, p, space))
}

// appendPointer appends what formatPointer gives.
func appendPointer(text []byte, p memory.Pointer, space *memory.Space) []byte {
	address := func() { text = strconv.AppendUint(append(text, "0x"...), p.Addr, 16) }
	switch {
	case p.Kind == memory.ProvNone && p.Addr == 0:
		return append(text, "null"...)
	case p.Kind == memory.ProvNone:
		address()
		return append(text, " (no provenance)"...)
	case p.Kind == memory.ProvWildcard:
		address()
		return append(text, " (wildcard)"...)
	}
	text = strconv.AppendUint(append(text, "alloc"...), uint64(p.Alloc), 10)
	if space == nil {
		text = append(text, ' ')
		address()
		return text
	}
	a := space.Record(p.Alloc)
	off := int64(p.Addr - a.Base)
	if off >= 0 {
		text = append(text, '+')
	}
	text = append(strconv.AppendInt(text, off, 10), " ("...)
	address()
	if a.Name != "" {
		text = append(append(text, ", "...), a.Name...)
	}
	return append(text, ')')
}

// Bits is the pattern of v.
func (v Float) Bits() ieee754.Bits { return ieee754.Bits{Hi: v.Hi, Lo: v.Lo} }

// FloatFormat is the format of a float type.
func FloatFormat(t ir.Type) ieee754.Format {
	switch t {
	case ir.BF16:
		return ieee754.BF16
	case ir.F16:
		return ieee754.F16
	case ir.F32:
		return ieee754.F32
	case ir.F64:
		return ieee754.F64
	case ir.F80:
		return ieee754.F80
	case ir.F128:
		return ieee754.F128
	}
	panic("BUG: no arithmetic on " + t.String())
}

// ParseFloat reads a float of type t: bits in hexadecimal (0x…) or, but for f128,
// a decimal literal, inf or nan.
// The error is the user's mistake and names the text.
func ParseFloat(t ir.Type, text string) (Float, error) {
	if t == ir.F128 {
		hi, lo, err := ieee754.ParseF128(text)
		return Float{t, hi, lo}, err
	}
	b, err := FloatFormat(t).ParseBits(text)
	return Float{t, b.Hi, b.Lo}, err
}

// PoisonInput is a poison argument of type t.
func PoisonInput(t ir.Type, vscale uint64) Value { return poisonOf(t, vscale, inputCause("")) }

// inputCause is the birth of poison that the caller of a run gave, in words which.
func inputCause(which string) *Cause {
	return &Cause{Kind: CauseArgument, Detail: which, inst: ir.NoInst, arg: -1}
}

// Poison is poison of type t for argument n, or for a part of it.
func (s *Setup) Poison(t ir.Type, vscale uint64, n int) Value {
	if s.world == nil {
		return PoisonInput(t, vscale)
	}
	return s.world.poison(t, s.world.argumentCause(n))
}

// PoisonByte is a byte of poison that knows which one it is: "byte 3 of buffer 0".
func (s *Setup) PoisonByte(which string) memory.Byte {
	if s.world == nil {
		return memory.PoisonByte(0)
	}
	return memory.PoisonByte(s.world.causeHandle(inputCause(which)))
}

// argumentCause is the birth of poison that was given for argument n, where the entry function reads it.
func (w *world) argumentCause(n int) *Cause {
	c := inputCause(fmt.Sprintf("argument %d", n))
	if n < len(w.entry.Params) {
		c.fn, c.inst = w.entry, w.param(w.entry, n)
	}
	return c
}

// placeInputs gives poison arguments the place where the entry function reads them. The caller's values are
// not changed: they may be those of several runs.
func (w *world) placeInputs() {
	var placed func(v Value, at *Cause) Value
	placed = func(v Value, at *Cause) Value {
		switch v := v.(type) {
		case Poison:
			if v.Cause == nil || v.Cause.Kind == CauseArgument && v.Cause.fn == nil {
				return Poison{at}
			}
		case Aggregate:
			fields := slices.Clone(v.Fields)
			for n := range fields {
				fields[n] = placed(fields[n], at)
			}
			return Aggregate{fields}
		}
		return v
	}
	w.args = slices.Clone(w.args)
	for n, v := range w.args {
		w.args[n] = placed(v, w.argumentCause(n))
	}
}
