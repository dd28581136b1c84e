package difftest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/internal/jsontext"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// Input is what a run is given: arguments, and the memory that their pointers point into. It
// is written as JSON:
//
//	{"args": [5, true, "poison", {"f32": "0x7fc00000"}, {"ptr": 0, "offset": 4}, [1, 2]],
//	 "buffers": [{"align": 8, "bytes": "00 01 __ ?? &0+4"}], "data": {"table": "07"}, "fail_alloc": 2, "seed": 5}
//
// An int that does not fit JSON numbers is a string; a bare list of arguments is accepted
// for an input without buffers. Bytes are two hexadecimal digits, __ (uninit), ?? (poison),
// or &B+N: the eight bytes of a pointer to offset N of buffer B. An input that was read keeps where its
// parts stood, so that an error of Prepare has a line and a column.
type Input struct {
	// There are as many as the function has parameters; the index is that of the parameter.
	Args    []Arg    `json:"args"`
	Buffers []Buffer `json:"buffers,omitempty"`
	// Data has bytes that data symbols begin with, by the names of the symbols; what is behind them stays.
	Data map[string]*string `json:"data,omitempty"`
	// FailAlloc is the number of the allocation of the C library that fails, from 1; 0 is none.
	FailAlloc uint64 `json:"fail_alloc,omitempty"`
	// Seed moves the seeds of the run: of addresses, of the order of threads, of freeze and of NaNs. 0 leaves them.
	Seed uint64 `json:"seed,omitempty"`

	// nil for an input that a generator made: its errors have no place.
	from *source
}

// source is where an input was read from.
type source struct {
	name   string
	places *jsontext.Places
	bare   bool // a list of arguments
}

// wrap puts the place of a path in front of an error. A bare list has no key args in its text.
func (s *source) wrap(path string, err error) error {
	if s == nil || err == nil {
		return err
	}
	if s.bare {
		path = strings.TrimPrefix(strings.TrimPrefix(path, "args"), ".")
	}
	return fmt.Errorf("%s:%s: %w", s.name, s.places.Nearest(path), err)
}

// Buffer is memory that exists before the entry function runs.
// The address is chosen by the run; only the alignment is fixed.
type Buffer struct {
	Align uint64 `json:"align,omitempty"`
	Bytes string `json:"bytes"`
	Const bool   `json:"const,omitempty"`
}

// Arg is one argument. Exactly one field says what it is. The zero Arg is none.
type Arg struct {
	Int    *num.Int
	Bool   *bool
	Float  string // bits in hexadecimal or a decimal literal
	Fmt    string // the float type of Float
	Null   bool   // the null pointer
	Symbol string // the address of a function or data symbol
	Buffer *int   // a pointer into a buffer
	Addr   string // a pointer without provenance
	// The offset is in bytes and may be negative or lie outside.
	Offset int64
	Bytes  *string // raw bytes or a vector
	Poison bool
	Fields []Arg // an aggregate
}

// MarshalJSON writes the form that the type comment shows. Numbers beyond 53 bits are strings, since
// readers of JSON use floats.
func (a Arg) MarshalJSON() ([]byte, error) {
	switch {
	case a.Int != nil:
		if a.Int.BitLen() <= 53 {
			return []byte(a.Int.String()), nil
		}
		return []byte(toJSON(a.Int.String())), nil
	case a.Bool != nil:
		return json.Marshal(*a.Bool)
	case a.Fmt != "":
		return []byte(toJSON(map[string]string{a.Fmt: a.Float})), nil
	case a.Null:
		return []byte("null"), nil
	case a.Symbol != "":
		return []byte(toJSON(struct {
			Symbol string `json:"symbol"`
			Offset int64  `json:"offset,omitempty"`
		}{a.Symbol, a.Offset})), nil
	case a.Buffer != nil:
		return []byte(toJSON(struct {
			Ptr    int   `json:"ptr"`
			Offset int64 `json:"offset,omitempty"`
		}{*a.Buffer, a.Offset})), nil
	case a.Addr != "":
		return []byte(toJSON(map[string]string{"addr": a.Addr})), nil
	case a.Bytes != nil:
		return []byte(toJSON(map[string]string{"bytes": *a.Bytes})), nil
	case a.Poison:
		return []byte(`"poison"`), nil
	}
	fields := a.Fields
	if fields == nil {
		fields = []Arg{}
	}
	return []byte(toJSON(fields)), nil
}

// toJSON keeps & < > as they are, which encoding/json escapes for the sake of HTML.
func toJSON(v any) string {
	var s strings.Builder
	e := json.NewEncoder(&s)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("BUG: " + err.Error())
	}
	return strings.TrimSuffix(s.String(), "\n")
}

// UnmarshalJSON reads the form that the type comment shows. The forms are told apart by their first
// byte.
func (a *Arg) UnmarshalJSON(b []byte) error {
	// What an argument was before is dropped, also if the text is wrong.
	*a = Arg{}
	b = bytes.TrimSpace(b)
	switch {
	case len(b) == 0:
		return fmt.Errorf("empty argument")
	case b[0] == '[':
		a.Fields = []Arg{}
		return json.Unmarshal(b, &a.Fields)
	case b[0] == '{':
		return a.unmarshalObject(b)
	case b[0] == '"':
		var s string
		if err := json.Unmarshal(b, &s); err != nil {
			return err
		}
		if s == "poison" {
			a.Poison = true
			return nil
		}
		return a.setInt(s)
	}
	switch s := string(b); s {
	case "null":
		a.Null = true
	case "true", "false":
		v := s == "true"
		a.Bool = &v
	default:
		return a.setInt(s)
	}
	return nil
}

// maxInputDigits bounds the integers of an input. Conversion of decimal digits takes quadratic time.
const maxInputDigits = 20000

// Leading 0x is allowed with a sign; other prefixes of Go are not.
func (a *Arg) setInt(s string) error {
	if len(s) > maxInputDigits {
		return fmt.Errorf("integer of %d digits: the limit is %d", len(s), maxInputDigits)
	}
	base := 10
	if strings.HasPrefix(strings.TrimPrefix(s, "-"), "0x") {
		base = 0
	}
	v, ok := num.Parse(s, base)
	if !ok {
		return fmt.Errorf("argument %q: expected an integer, true, false, null, \"poison\", [fields], or an object with one of the keys f64, ptr, symbol, addr, bytes", s)
	}
	a.Int = &v
	return nil
}

// argKeys are the keys that say what an argument is.
var argKeys = []string{"bf16", "f16", "f32", "f64", "f80", "f128", "ptr", "symbol", "addr", "bytes"}

// Exactly one key says what the argument is; offset may go with ptr and symbol.
func (a *Arg) unmarshalObject(b []byte) error {
	var m map[string]json.RawMessage
	if err := json.Unmarshal(b, &m); err != nil {
		return err
	}
	if o, ok := m["offset"]; ok {
		if json.Unmarshal(o, &a.Offset) != nil {
			return fmt.Errorf("offset: expected a whole number of 64 bits, not %s", clip(o))
		}
		// ptr and symbol are read below; offset has been taken out, so one key is left.
		delete(m, "offset")
		if m["ptr"] == nil && m["symbol"] == nil {
			return fmt.Errorf("argument %s: an offset needs the key ptr or symbol", clip(b))
		}
	}
	if len(m) != 1 {
		return fmt.Errorf("argument %s: expected exactly one of the keys %s", clip(b), strings.Join(argKeys, ", "))
	}
	for key, raw := range m {
		if key == "ptr" {
			if json.Unmarshal(raw, &a.Buffer) != nil || a.Buffer == nil {
				return fmt.Errorf("ptr: expected the number of a buffer, not %s", clip(raw))
			}
			return nil
		}
		if !slices.Contains(argKeys, key) {
			return fmt.Errorf("argument key %q: expected one of %s", key, strings.Join(argKeys, ", "))
		}
		var text *string
		if json.Unmarshal(raw, &text) != nil || text == nil {
			return fmt.Errorf("%s: expected a string, not %s", key, clip(raw))
		}
		switch key {
		case "symbol":
			a.Symbol = *text
		case "addr":
			a.Addr = *text
		case "bytes":
			a.Bytes = text
		case "bf16", "f16", "f32", "f64", "f80", "f128":
			a.Fmt, a.Float = key, *text
		}
	}
	return nil
}

// ParseInput reads an input: the object, or a bare list of arguments. The name is that of the file, for messages,
// also of [Input.Prepare], which say at which line and column. Unknown keys, duplicate keys and text
// behind the input are errors.
func ParseInput(name string, text []byte) (*Input, error) {
	in := &Input{from: &source{name: name}}
	into := any(in)
	switch start := bytes.TrimLeft(text, " \t\r\n"); {
	case len(start) > 0 && start[0] == '[':
		in.from.bare, into = true, &in.Args
	case bytes.HasPrefix(text, []byte("\ufeff")):
		return nil, fmt.Errorf("%s:1:1: the text starts with a byte order mark: save it as UTF-8 without one", name)
	case len(start) == 0 || start[0] != '{':
		return nil, fmt.Errorf("%s:%s: input %q: expected a list of arguments, or an object with the keys args and buffers", name, jsontext.Position(text, len(text)-len(start)), clip(start))
	}
	var err error
	if in.from.places, err = jsontext.Decode(name, text, "the input", into); err != nil {
		return nil, err
	}
	return in, nil
}

// String is the JSON of in on one line.
func (in *Input) String() string { return toJSON(in) }

// legend explains the bytes of in that are not hexadecimal digits, in parentheses; empty if all are.
func (in *Input) legend() string {
	var l memory.Legend
	pointer := ""
	each := func(text *string) {
		l.Add(*text)
		for w := range strings.FieldsSeq(*text) {
			if b, o, ok := pointerWord(w); ok && pointer == "" {
				pointer = fmt.Sprintf("(%s the eight bytes of a pointer to byte %d of buffer %d)", w, o, b)
			}
		}
	}
	in.texts(each)
	return strings.TrimSpace(l.String() + " " + pointer)
}

// Prepare returns a function that builds the memory of in and the argument values for a
// function with the given parameters, for interp.Options. The returned function may be called for
// several runs; each call builds memory of its own. Both runs of a comparison allocate the buffers in
// the same order, which is how they are matched.
func (in *Input) Prepare(params []ir.Param, vscale uint64) func(*interp.Setup) error {
	return func(s *interp.Setup) error {
		if len(in.Args) != len(params) {
			return in.from.wrap("args", fmt.Errorf("the input has %s, the function takes %d", ir.Counted(len(in.Args), "argument"), len(params)))
		}
		if size := argBytes(params, vscale); size > maxArgBytes {
			return in.from.wrap("args", fmt.Errorf("the parameters take %d bytes, an input may have arguments of %d", size, maxArgBytes))
		}
		// vscale 0 stands for 1 in the options.
		b := &inputBuilder{in: in, s: s, vscale: max(vscale, 1)}
		if err := b.buffers(); err != nil {
			return err
		}
		if err := b.data(); err != nil {
			return err
		}
		s.Args = nil
		for n, a := range in.Args {
			b.arg, b.where = n, fmt.Sprintf("argument %d", n)
			v, err := b.value(a, params[n].Type)
			if err != nil {
				return in.from.wrap(fmt.Sprintf("args.%d%s", n, fieldsOf(err)), fmt.Errorf("argument %d: %w", n, err))
			}
			s.Args = append(s.Args, v)
		}
		return nil
	}
}

// ids are the allocations of the buffers, by their number.
type inputBuilder struct {
	in     *Input
	s      *interp.Setup
	vscale uint64
	// Filled by buffers, which must run before any argument is made.
	ids   []memory.AllocID
	arg   int    // that is made
	where string // what is made, for the history of poison: buffer 0, argument 1
}

// Bounds of the bytes that the arguments of an input have, and those of one that is generated. A byte of a value
// takes some 30 of ours.
const (
	maxArgBytes       = 1 << 22
	maxGeneratedBytes = 1 << 16
)

// argBytes is the size of all parameters together, as they are stored. It saturates: types can be
// larger than memory.
func argBytes(params []ir.Param, vscale uint64) uint64 {
	total := uint64(0)
	for _, p := range params {
		n, _ := p.Type.Size(max(vscale, 1))
		if total += n; total < n {
			return math.MaxUint64
		}
	}
	return total
}

// TooLarge says why no inputs are made for parameters, or is empty. It is text for a verdict, not an
// error: nothing is wrong with the program.
func TooLarge(params []ir.Param, vscale uint64) string {
	size := argBytes(params, vscale)
	if size <= maxGeneratedBytes {
		return ""
	}
	return fmt.Sprintf("the parameters take %d bytes, and inputs of at most %d are made", size, maxGeneratedBytes)
}

// maxInputBytes bounds the memory of an input.
const maxInputBytes = 1 << 24

// All buffers are allocated before any is filled, since they may point to each other. They become
// read-only at last.
func (b *inputBuilder) buffers() error {
	total := uint64(0)
	for n, buf := range b.in.Buffers {
		size := textLen(buf.Bytes)
		if total += size; total > maxInputBytes {
			return b.in.from.wrap(fmt.Sprintf("buffers.%d.bytes", n), fmt.Errorf("buffers of more than %d bytes", maxInputBytes))
		}
		align := max(buf.Align, 1)
		if align&(align-1) != 0 || align > 1<<20 {
			return b.in.from.wrap(fmt.Sprintf("buffers.%d.align", n), fmt.Errorf("buffer %d: alignment %d is no power of two up to 2^20", n, align))
		}
		id, err := b.s.Space.Alloc(memory.Input, size, align, fmt.Sprintf("buffer %d", n), 0)
		if err != nil {
			return err
		}
		b.ids = append(b.ids, id)
	}
	for n, buf := range b.in.Buffers {
		// The buffer is written part by part, so a large one never stands in memory as abstract bytes as a
		// whole.
		a := b.s.Space.Record(b.ids[n])
		b.where = fmt.Sprintf("buffer %d", n)
		if err := b.write(a, buf.Bytes); err != nil {
			return b.in.from.wrap(fmt.Sprintf("buffers.%d.bytes", n), fmt.Errorf("buffer %d: %w", n, err))
		}
		a.ReadOnly = buf.Const
	}
	return nil
}

// textLen is how many bytes of memory a text says: a pointer is one word of text and eight bytes of memory.
func textLen(text string) (size uint64) {
	for tok := range strings.FieldsSeq(text) {
		if size++; tok[0] == '&' {
			size += 7
		}
	}
	return size
}

// write puts the bytes of a text at the start of an allocation.
func (b *inputBuilder) write(a *memory.Alloc, text string) error {
	off := uint64(0)
	return b.bytes(text, func(part []memory.Byte) error {
		err := b.s.Space.WriteBytes(a, off, part)
		off += uint64(len(part))
		return err
	})
}

// bytes reads a list of bytes, and gives them to each in parts: an abstract byte takes many times the room of a
// byte of memory. The limit of a part bounds the memory that reading a large buffer takes.
func (b *inputBuilder) bytes(text string, each func([]memory.Byte) error) error {
	part := make([]memory.Byte, 0, min(compareBytes, 4*len(text)+8)) // &B+N is eight bytes
	at, next := uint64(0), uint64(0)
	for tok := range strings.FieldsSeq(text) {
		at = next
		next += uint64(textSize(tok))
		if len(part) > compareBytes-8 {
			if err := each(part); err != nil {
				return err
			}
			part = part[:0]
		}
		switch {
		case tok == "__":
			part = append(part, memory.UninitByte())
		case tok == "??":
			part = append(part, b.s.PoisonByte(fmt.Sprintf("byte %d of %s", at, b.where)))
		case tok[0] == '&':
			p, err := b.fragment(tok)
			if err != nil {
				return err
			}
			for i := range uint8(8) {
				part = append(part, memory.FragmentByte(p, i))
			}
		default:
			v, err := strconv.ParseUint(tok, 16, 8)
			if err != nil || len(tok) != 2 {
				return fmt.Errorf("byte %q: expected two hexadecimal digits, __, ?? or &BUFFER+OFFSET", tok)
			}
			part = append(part, memory.BitsByte(uint8(v)))
		}
	}
	return each(part)
}

// An offset may lie outside the buffer: pointers may.
func (b *inputBuilder) fragment(tok string) (memory.Pointer, error) {
	num, off, _ := strings.Cut(tok[1:], "+")
	n, err := strconv.Atoi(num)
	var o int64
	if err == nil && off != "" {
		o, err = strconv.ParseInt(off, 10, 64)
	}
	if err != nil || n < 0 || n >= len(b.ids) {
		return memory.Pointer{}, fmt.Errorf("pointer %q: expected &BUFFER+OFFSET with a buffer below %d", tok, len(b.ids))
	}
	return b.s.Space.Pointer(b.ids[n], uint64(o)), nil
}

// spelling is how an argument of a type is written.
func spelling(t ir.Type) string {
	switch t.Kind() {
	case ir.KindInt:
		return "an integer"
	case ir.KindBool:
		return "true or false"
	case ir.KindFloat:
		return fmt.Sprintf("{%q: \"1.5\"}", t)
	case ir.KindPtr:
		return `{"ptr": BUFFER}, {"symbol": "NAME"} or null`
	case ir.KindUnit:
		return "null"
	case ir.KindByte, ir.KindVec:
		return `{"bytes": "2a 00"}`
	}
	return "a list of its fields"
}

// value makes an argument of type t. It follows the type and not the text: what does not fit is an
// error of the input.
func (b *inputBuilder) value(a Arg, t ir.Type) (interp.Value, error) {
	wrong := func() (interp.Value, error) {
		text, _ := a.MarshalJSON()
		return nil, fmt.Errorf("%s is no value of type %s: write %s", clip(text), t, spelling(t))
	}
	if a.Poison {
		// Poison is a value of every type.
		return b.s.Poison(t, b.vscale, b.arg), nil
	}
	switch t.Kind() {
	case ir.KindInt:
		if a.Int == nil {
			return wrong()
		}
		return interp.Int{V: *a.Int}, nil
	case ir.KindBool:
		// A truth value is not accepted for an int, nor the other way round.
		if a.Bool == nil {
			return wrong()
		}
		return interp.Bool(*a.Bool), nil
	case ir.KindFloat:
		return b.float(a, t)
	case ir.KindPtr:
		return b.pointer(a, t)
	case ir.KindUnit:
		if len(a.Fields) > 0 || a.Fields == nil && !a.Null {
			return wrong()
		}
		return interp.Unit{}, nil
	case ir.KindByte, ir.KindVec:
		if a.Bytes == nil {
			return wrong()
		}
		var data []memory.Byte
		err := b.bytes(*a.Bytes, func(part []memory.Byte) error {
			data = append(data, part...)
			return nil
		})
		if n, _ := t.Size(b.vscale); err == nil && uint64(len(data)) != n {
			err = fmt.Errorf("%s for a value of type %s, which has %d", ir.Counted(len(data), "byte"), t, n)
		}
		return interp.Bytes{B: data}, err
	}
	if a.Fields == nil || uint64(len(a.Fields)) != t.Len() {
		return wrong()
	}
	var fields []interp.Value
	for n, f := range a.Fields {
		ft, _ := t.Field(uint64(n))
		v, err := b.value(f, ft)
		if err != nil {
			return nil, &fieldError{n, err}
		}
		fields = append(fields, v)
	}
	return interp.Aggregate{Fields: fields}, nil
}

// fieldError is what is wrong with a field of an aggregate.
type fieldError struct {
	n   int
	err error
}

// The text names the field by its number in its aggregate, the outermost first.
func (e *fieldError) Error() string { return fmt.Sprintf("field %d: %v", e.n, e.err) }
func (e *fieldError) Unwrap() error { return e.err }

// fieldsOf is the path of fields to what an error is about. Errors nest a level an aggregate, the
// outermost first.
func fieldsOf(err error) string {
	path := ""
	for f := (*fieldError)(nil); errors.As(err, &f); err = f.err {
		path += fmt.Sprintf(".%d", f.n)
	}
	return path
}

// An integer is accepted for a float where no bits are given.
func (b *inputBuilder) float(a Arg, t ir.Type) (interp.Value, error) {
	text := a.Float
	switch {
	case a.Fmt == t.String():
	case a.Fmt == "" && a.Int != nil:
		text = a.Int.String() + ".0"
	default:
		return nil, fmt.Errorf("expected {%q: \"bits or decimal\"}", t)
	}
	return interp.ParseFloat(t, text)
}

// Provenance comes from buffers and symbols; an address alone has none.
func (b *inputBuilder) pointer(a Arg, t ir.Type) (interp.Value, error) {
	var p memory.Pointer
	switch {
	case a.Null:
	case a.Symbol != "":
		q, ok := b.s.Addr(a.Symbol)
		if !ok {
			return nil, fmt.Errorf("there is no symbol %s", ir.SymbolText(a.Symbol))
		}
		p = q
		p.Addr += uint64(a.Offset)
	case a.Buffer != nil && *a.Buffer >= 0 && *a.Buffer < len(b.ids):
		p = b.s.Space.Pointer(b.ids[*a.Buffer], uint64(a.Offset))
	case a.Buffer != nil:
		return nil, fmt.Errorf(`there is no buffer %d: give the memory as {"args": […], "buffers": [{"bytes": "2a00"}]}`, *a.Buffer)
	case a.Addr != "":
		n, err := strconv.ParseUint(a.Addr, 0, 64)
		if err != nil {
			return nil, fmt.Errorf("address %q: expected 0x and hexadecimal digits", a.Addr)
		}
		p.Addr = n
	default:
		return nil, fmt.Errorf("expected null, {\"ptr\": BUFFER, \"offset\": N}, {\"symbol\": NAME} or {\"addr\": \"0x…\"} for a pointer")
	}
	p.AS = t.AddrSpace()
	return interp.Ptr{Pointer: p}, nil
}
