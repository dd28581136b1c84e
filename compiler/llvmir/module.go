package llvmir

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
)

// maxBits bounds the width of an integer.
const maxBits = 1024

// Error is what a module has that is not supported, at its place.
type Error struct {
	File string
	Pos  ir.Position
	Msg  string
}

// Error is the place and the message.
func (e *Error) Error() string { return fmt.Sprintf("%s:%s: %s", e.File, e.Pos, e.Msg) }

// writer makes the text of a module.
type writer struct {
	m        *ir.Module
	out      strings.Builder
	declared map[string]string // what is used and not in the module, and its declaration
	order    []string
	known    map[string]bool // functions that are called, and not in the module
}

// fail ends the writing.
func (w *writer) fail(pos ir.Position, format string, args ...any) {
	panic(&Error{w.m.File, pos, fmt.Sprintf(format, args...)})
}

// Write is the text of a module that verifies. An error is an [*Error].
func Write(m *ir.Module) (text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			text, err = "", e
		}
	}()
	w := &writer{m: m, declared: map[string]string{}, known: map[string]bool{}}
	w.out.WriteString("target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\ntarget triple = \"x86_64-pc-linux-gnu\"\n")
	for _, d := range m.Data {
		w.data(d)
	}
	for _, e := range m.Externs {
		if e.Asm != nil {
			w.fail(e.Pos, "inline assembly is not supported")
		}
		params := w.signature(e.Pos, e.Params)
		if e.Variadic {
			params = append(params, "...")
		}
		fmt.Fprintf(&w.out, "declare %s %s(%s)\n", w.result(e.Pos, e.Returns), symbolText(e.Name), strings.Join(params, ", "))
	}
	for _, f := range m.Funcs {
		w.function(f)
	}
	for _, name := range w.order {
		w.out.WriteString(w.declared[name])
	}
	return w.out.String(), nil
}

// symbolText is the name of a symbol.
func symbolText(name string) string { return "@" + quoted(name) }

func quoted(name string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(name) {
		if c := name[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			fmt.Fprintf(&b, "\\%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// linkageText is what stands before the type of a definition.
func linkageText(l ir.Linkage) string {
	s := ""
	switch l.Binding {
	case ir.Local:
		return "internal "
	case ir.Weak:
		s = "weak "
	}
	switch l.Visibility {
	case ir.Hidden:
		s += "hidden "
	case ir.Protected:
		s += "protected "
	}
	return s
}

// claimed is the width of a parameter or result, and whether it has a sign.
func (w *writer) claimed(pos ir.Position, p ir.Param) (n uint32, signed bool) {
	n, signed, ok := p.Annot.Range()
	if !ok || n == 0 || n > maxBits {
		w.fail(pos, "an int without a claim as to how many bits it has, in a signature, is not supported")
	}
	return max(n, 2), signed // an i1 is a truth value
}

// paramType is the type of a parameter or result.
func (w *writer) paramType(pos ir.Position, p ir.Param) string {
	if p.Type == ir.Int {
		n, _ := w.claimed(pos, p)
		return fmt.Sprintf("i%d", n)
	}
	if p.Annot.IsABI() {
		w.fail(pos, "structs by value are not supported")
	}
	return w.typeText(pos, p.Type)
}

func (w *writer) signature(pos ir.Position, ps []ir.Param) (all []string) {
	for _, p := range ps {
		all = append(all, w.paramType(pos, p))
	}
	return all
}

// result is the type that a function returns.
func (w *writer) result(pos ir.Position, ps []ir.Param) string {
	all := w.signature(pos, ps)
	switch len(all) {
	case 0:
		return "void"
	case 1:
		return all[0]
	}
	return "{ " + strings.Join(all, ", ") + " }"
}

var floatNames = map[ir.Type]string{ir.F16: "half", ir.BF16: "bfloat", ir.F32: "float", ir.F64: "double", ir.F80: "x86_fp80", ir.F128: "fp128"}

// typeText is a type whose values need no claim.
func (w *writer) typeText(pos ir.Position, t ir.Type) string {
	switch {
	case t == ir.Bool:
		return "i1"
	case t == ir.Ptr:
		return "ptr"
	case t.Kind() == ir.KindFloat:
		return floatNames[t]
	case t.Kind() == ir.KindByte && t.ByteLen() > 0: // each byte by itself
		return fmt.Sprintf("<%d x i8>", t.ByteLen())
	}
	w.fail(pos, "values of type %s are not supported", t)
	return ""
}

// data writes a data symbol, as a packed struct of its bytes, addresses and gaps.
func (w *writer) data(d *ir.Data) {
	var types, values []string
	add := func(t, v string) { types, values = append(types, t), append(values, t+" "+v) }
	at, base := uint64(0), uint64(0) // what is written, and where the piece begins
	rel := slices.SortedFunc(slices.Values(d.Relocs), func(a, b ir.Reloc) int { return cmp.Compare(a.Off, b.Off) })
	run := func(n uint64, text func(from, to uint64) string) { // a piece, in which addresses may begin or end
		end := base + n
		for at < end {
			to := end
			if len(rel) > 0 {
				to = min(end, rel[0].Off)
			}
			if to > at {
				add(fmt.Sprintf("[%d x i8]", to-at), text(at-base, to-base))
				at = to
			}
			if len(rel) > 0 && rel[0].Off == at && at < end {
				add("ptr", fmt.Sprintf("getelementptr (i8, ptr %s, i64 %d)", w.symbol(rel[0].Sym), rel[0].Addend))
				at += 8
				rel = rel[1:]
			}
		}
		base = end
	}
	for _, p := range d.Pieces {
		switch {
		case p.Bytes != nil:
			run(uint64(len(p.Bytes)), func(from, to uint64) string {
				var b strings.Builder
				for _, c := range p.Bytes[from:to] {
					fmt.Fprintf(&b, "\\%02X", c)
				}
				return "c\"" + b.String() + "\""
			})
		case p.Uninit:
			run(p.Zero, func(_, _ uint64) string { return "undef" })
		default:
			run(p.Zero, func(_, _ uint64) string { return "zeroinitializer" })
		}
	}
	kind := "global"
	if d.Const {
		kind = "constant"
	}
	section := ""
	if d.Linkage.Section != "" {
		section = ", section " + quoted(d.Linkage.Section)
	}
	fmt.Fprintf(&w.out, "%s = %s%s <{ %s }> <{ %s }>%s, align %d\n", symbolText(d.Name), linkageText(d.Linkage), kind, strings.Join(types, ", "), strings.Join(values, ", "), section, max(d.Align, 1))
}

// declare notes the declaration of what is not in the module.
func (w *writer) declare(name, text string) {
	if _, ok := w.declared[name]; !ok {
		w.order = append(w.order, name)
	}
	w.declared[name] = text
}

// symbol is the name of a symbol, which may be an object that is not in the module.
func (w *writer) symbol(s ir.Symbol) string {
	name := w.m.SymbolName(s)
	if _, ok := w.declared[name]; !ok && w.m.Func(name) == nil && w.m.DataNamed(name) == nil && w.m.ExternNamed(name) == nil {
		w.declare(name, symbolText(name)+" = external global i8\n")
	}
	return symbolText(name)
}

// intrinsic is the name of an intrinsic that is declared.
func (w *writer) intrinsic(result, name string, params ...string) string {
	if _, ok := w.declared[name]; !ok {
		w.declare(name, fmt.Sprintf("declare %s @%s(%s)\n", result, name, strings.Join(params, ", ")))
	}
	return "@" + name
}
