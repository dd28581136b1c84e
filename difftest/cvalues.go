package difftest

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
)

func float32bits(x float64) uint32 { return math.Float32bits(float32(x)) }
func float64bits(x float64) uint64 { return math.Float64bits(x) }

// text is an input in the words of the source language: each parameter by its name, as a value of its type, and what
// pointers point to.
func (t *typed) text(in *Input) []string {
	var out []string
	for n, p := range t.params {
		if n < len(in.Args) {
			out = append(out, p.name+" = "+t.argText(in, in.Args[n], p.typ))
		}
	}
	return out
}

func (t *typed) argText(in *Input, a Arg, id ir.DebugID) string {
	e := t.resolve(id)
	switch {
	case a.Poison:
		return "an indeterminate value"
	case a.Null:
		return "NULL"
	case a.Int != nil:
		return t.enumText(e, a.Int.String())
	case a.Bool != nil:
		return fmt.Sprint(*a.Bool)
	case a.Fmt != "":
		return floatText(a)
	case a.Buffer != nil && e.Kind == ir.DebugPointer:
		return t.pointed(in, *a.Buffer, a.Offset, e.Of, 0)
	case a.Bytes != nil:
		return t.valueText(in, wordsOf(*a.Bytes), id, 0)
	}
	return toJSON(a)
}

// enumText is a number, with its name if it has one.
func (t *typed) enumText(e ir.DebugEntry, value string) string {
	if e.Kind == ir.DebugEnum {
		for _, m := range e.Members {
			if m.Value == value {
				return m.Name
			}
		}
	}
	return value
}

// floatText is a float argument in decimal, where it is one of 32 or 64 bits.
func floatText(a Arg) string {
	bits, err := strconv.ParseUint(strings.TrimPrefix(a.Float, "0x"), 16, 64)
	switch {
	case !strings.HasPrefix(a.Float, "0x") || err != nil:
		return a.Float
	case a.Fmt == "f32":
		return strconv.FormatFloat(float64(math.Float32frombits(uint32(bits))), 'g', -1, 32)
	case a.Fmt == "f64":
		return strconv.FormatFloat(math.Float64frombits(bits), 'g', -1, 64)
	}
	return a.Float
}

// wordsOf has a word for each byte; those behind the word of a pointer are empty.
func wordsOf(text string) (out []string) {
	for w := range strings.FieldsSeq(text) {
		out = append(out, w)
		if w[0] == '&' {
			out = append(out, make([]string, 7)...)
		}
	}
	return out
}

// mostShown bounds the elements that are shown.
const mostShown = 24

// pointed is what a pointer into a buffer points to: an address of elements, or a string.
func (t *typed) pointed(in *Input, buffer int, off int64, of ir.DebugID, depth int) string {
	if buffer < 0 || buffer >= len(in.Buffers) {
		return "?"
	}
	words := wordsOf(in.Buffers[buffer].Bytes)
	if off < 0 || off > int64(len(words)) || depth > mostDepth {
		return fmt.Sprintf("&buffer%d[%d]", buffer, off)
	}
	words = words[off:]
	e, size := t.resolve(of), t.sizeof(of)
	if size == 1 && e.Kind == ir.DebugBase && e.Encoding != ir.EncodingBool {
		if s, ok := stringText(words); ok {
			return s
		}
	}
	if size == 0 {
		return fmt.Sprintf("&(unsigned char [%d]){%s}", len(words), strings.Join(words[:min(len(words), mostShown)], " "))
	}
	if len(words) > 0 && uint64(len(words)) < size {
		words = append(words[:len(words):len(words)], repeated("__", int(size)-len(words))...) // an input may be cut short
	}
	var elems []string
	for n := uint64(0); n+size <= uint64(len(words)) && len(elems) < mostShown; n += size {
		elems = append(elems, t.valueText(in, words[n:n+size], of, depth+1))
	}
	count := uint64(len(words)) / size
	if count > mostShown {
		elems = append(elems, "…")
	}
	if count == 1 && e.Kind == ir.DebugStruct {
		return fmt.Sprintf("&(%s)%s", t.typeName(of), elems[0])
	}
	return fmt.Sprintf("(%s [%d]){%s}", t.typeName(of), count, strings.Join(elems, ", "))
}

// stringText is a string literal, if the bytes are one with its end.
func stringText(words []string) (string, bool) {
	var out []byte
	for _, w := range words {
		b, err := strconv.ParseUint(w, 16, 8)
		if err != nil {
			return "", false
		}
		if b == 0 {
			return strconv.QuoteToASCII(string(out)), true
		}
		out = append(out, byte(b))
	}
	return "", false
}

// valueText is a value in memory.
func (t *typed) valueText(in *Input, words []string, id ir.DebugID, depth int) string {
	e := t.resolve(id)
	size := t.sizeof(id)
	if uint64(len(words)) < size {
		return "?"
	}
	switch e.Kind {
	case ir.DebugPointer:
		return t.pointerText(in, words, e.Of, depth)
	case ir.DebugStruct:
		var parts []string
		for _, m := range e.Members {
			parts = append(parts, fmt.Sprintf(".%s = %s", m.Name, t.memberText(in, words, m, depth)))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case ir.DebugUnion:
		if len(e.Members) > 0 {
			m := e.Members[0]
			return fmt.Sprintf("{.%s = %s}", m.Name, t.memberText(in, words, m, depth))
		}
	case ir.DebugArray, ir.DebugVector:
		of := t.resolve(e.Of)
		if of.Kind == ir.DebugBase && of.Encoding == ir.EncodingChar {
			if s, ok := stringText(words[:size]); ok {
				return s
			}
		}
		var parts []string
		for n := range min(e.Size, mostShown) {
			at := n * t.sizeof(e.Of)
			parts = append(parts, t.valueText(in, words[at:], e.Of, depth))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case ir.DebugEnum:
		return t.enumText(e, t.valueText(in, words, e.Of, depth))
	}
	return baseText(e, words[:size])
}

func (t *typed) pointerText(in *Input, words []string, of ir.DebugID, depth int) string {
	if strings.HasPrefix(words[0], "&") {
		b, off, _ := strings.Cut(words[0][1:], "+")
		n, _ := strconv.Atoi(b)
		o, _ := strconv.ParseInt(off, 10, 64)
		return t.pointed(in, n, o, of, depth+1)
	}
	if s := baseText(ir.DebugEntry{Encoding: ir.EncodingUnsigned}, words[:8]); s != "0" {
		return s
	}
	return "NULL"
}

func (t *typed) memberText(in *Input, words []string, m ir.DebugMember, depth int) string {
	if m.Bits == 0 {
		return t.valueText(in, words[m.At/8:], m.Type, depth)
	}
	var v uint64
	for n := range m.Bits {
		b, err := strconv.ParseUint(words[(m.At+n)/8], 16, 8)
		if err != nil {
			return "?"
		}
		v |= b >> ((m.At + n) % 8) & 1 << n
	}
	if t.resolve(m.Type).Encoding == ir.EncodingSigned {
		return fmt.Sprint(int64(v<<(64-m.Bits)) >> (64 - m.Bits))
	}
	return fmt.Sprint(v)
}

// baseText is a number in memory; a question mark if it has no value.
func baseText(e ir.DebugEntry, words []string) string {
	var v uint64
	for n, w := range words {
		b, err := strconv.ParseUint(w, 16, 8)
		if err != nil {
			return "?"
		}
		if n < 8 {
			v |= b << (8 * n)
		}
	}
	bits := uint(8 * min(len(words), 8))
	switch {
	case e.Encoding == ir.EncodingFloat && len(words) == 4:
		return strconv.FormatFloat(float64(math.Float32frombits(uint32(v))), 'g', -1, 32)
	case e.Encoding == ir.EncodingFloat && len(words) == 8:
		return strconv.FormatFloat(math.Float64frombits(v), 'g', -1, 64)
	case len(words) > 8:
		return "0x" + reversed(words)
	case e.Encoding == ir.EncodingSigned || e.Encoding == ir.EncodingChar:
		return fmt.Sprint(int64(v<<(64-bits)) >> (64 - bits))
	}
	return fmt.Sprint(v)
}

func reversed(words []string) (s string) {
	for _, w := range words {
		s = w + s
	}
	return s
}

// typeName is a type as it is written.
func (t *typed) typeName(id ir.DebugID) string {
	if id == 0 {
		return "void"
	}
	e := t.m.DebugEntry(id)
	switch e.Kind {
	case ir.DebugStruct:
		return strings.TrimSpace("struct " + e.Name)
	case ir.DebugUnion:
		return strings.TrimSpace("union " + e.Name)
	case ir.DebugEnum:
		return strings.TrimSpace("enum " + e.Name)
	case ir.DebugPointer:
		return t.typeName(e.Of) + " *"
	case ir.DebugConst, ir.DebugVolatile, ir.DebugRestrict, ir.DebugAtomic:
		return t.typeName(e.Of)
	case ir.DebugArray:
		return fmt.Sprintf("%s [%d]", t.typeName(e.Of), e.Size)
	}
	return e.Name
}
