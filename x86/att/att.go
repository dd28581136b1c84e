// Package att reads instructions in AT&T's spelling, as inline assembly of C has them, and encodes them by the table of
// package x86. Source: the manual of GNU as, "80386 Dependent Features".
//
// Inline assembly has no symbols but labels of its text, and no sections; assembly at file scope has both.
//
// Non-goals: macros, and instructions that package x86 does not have.
package att

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/x86"
)

// Error is a mistake in the text.
type Error struct {
	Line int    // of the text, from 1
	Text string // of the instruction
	Msg  string
}

// Error names the instruction.
func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Text, e.Msg) }

// maxCode bounds what a text becomes, in bytes: .skip and .fill could ask for any number.
const maxCode = 1 << 16

// Assemble is the machine code of instructions that are separated by semicolons and ends of lines. Jumps go to labels
// of the text. The error is an [*Error].
func Assemble(text string) (code []byte, err error) {
	a := &assembler{line: 1, labels: map[string][]int{}}
	for _, s := range statements(text) {
		a.line, a.text = s.line, s.text
		if err := a.statement(s.text); err != nil {
			return nil, a.fail(err)
		}
	}
	return a.layOut()
}

// piece is a part of the code: bytes, or a jump to a label.
type piece struct {
	code  []byte
	jump  *x86.Inst // nil of bytes; its operand is the distance
	near  x86.Op    // the form with four bytes; 0 if there is none
	label string
	line  int
	text  string
	at    int
	align int  // the piece is as many bytes as align what follows; 0 of others
	fill  byte // those bytes
	refs  []pieceRef
}

type assembler struct {
	file   *fileState // nil of inline assembly
	pieces []piece
	labels map[string][]int // the pieces that they stand before
	line   int
	text   string
}

func (a *assembler) fail(err error) error {
	return &Error{Line: a.line, Text: a.text, Msg: err.Error()}
}

type statement struct {
	text string
	line int
}

// statements takes a text apart, without comments.
func statements(text string) (out []statement) {
	for {
		at := strings.Index(text, "/*")
		if at < 0 {
			break
		}
		end := strings.Index(text[at:], "*/")
		if end < 0 {
			text = text[:at]
			break
		}
		text = text[:at] + " " + text[at+end+2:]
	}
	for n, l := range strings.Split(text, "\n") {
		l, _, _ = strings.Cut(l, "#")
		for s := range strings.SplitSeq(l, ";") {
			if s = strings.TrimSpace(s); s != "" {
				out = append(out, statement{s, n + 1})
			}
		}
	}
	return out
}

// prefixes are the words that are bytes before an instruction.
var prefixes = map[string]byte{"lock": 0xf0, "rep": 0xf3, "repe": 0xf3, "repz": 0xf3, "repne": 0xf2, "repnz": 0xf2, "data16": 0x66,
	"ds": 0x3e, "cs": 0x2e, "notrack": 0x3e}

// statement reads labels, prefixes, and a directive or an instruction.
func (a *assembler) statement(s string) error {
	for {
		label, rest, ok := strings.Cut(s, ":")
		if !ok || strings.ContainsAny(label, " \t%$(,\"*") || label == "" {
			break
		}
		a.labels[label] = append(a.labels[label], len(a.pieces))
		s = strings.TrimSpace(rest)
	}
	if s == "" {
		return nil
	}
	at := strings.IndexAny(s, " \t")
	if at < 0 {
		at = len(s)
	}
	name, rest := strings.ToLower(s[:at]), strings.TrimSpace(s[at:])
	if b, ok := prefixes[name]; ok {
		a.bytes(b)
		return a.statement(rest)
	}
	if strings.HasPrefix(name, ".") {
		return a.directive(name, rest)
	}
	if left, right, ok := strings.Cut(s, "="); ok && a.file != nil && !strings.ContainsAny(left, "(%$,") {
		return a.directive(".set", strings.TrimSpace(left)+","+right)
	}
	if name[0] == 'f' || name == "wait" || name == "emms" {
		if ok, err := a.x87(name, rest); ok {
			return err
		}
	}
	ops, segment, err := operands(rest)
	if err != nil {
		return err
	}
	if segment != 0 {
		a.bytes(segment)
	}
	return a.instruction(name, ops)
}

func (a *assembler) bytes(b ...byte) {
	a.pieces = append(a.pieces, piece{code: b, line: a.line, text: a.text})
}

// directive is .byte and its like; alignment has no meaning, as nobody knows where the code will stand.
func (a *assembler) directive(name, rest string) error {
	if a.file != nil {
		if known, err := a.fileDirective(name, rest); known || err != nil {
			return err
		}
	}
	size := map[string]int{".byte": 1, ".word": 2, ".short": 2, ".value": 2, ".2byte": 2, ".long": 4, ".int": 4, ".4byte": 4, ".quad": 8, ".8byte": 8}[name]
	switch {
	case size > 0:
		for s := range strings.SplitSeq(rest, ",") {
			n, err := number(s)
			if err != nil && a.file != nil {
				if err := a.dataRef(s, size); err != nil {
					return err
				}
				continue
			}
			if err != nil {
				return err
			}
			var b []byte
			for k := range size {
				b = append(b, byte(n>>(8*k)))
			}
			a.bytes(b...)
		}
		return nil
	case name == ".align" || name == ".p2align" || name == ".balign":
		return nil
	}
	return fmt.Errorf("the directive %s is not supported in inline assembly", name)
}

// instruction encodes an instruction, or notes a jump.
func (a *assembler) instruction(name string, ops []operand) error {
	rows := find(name)
	if len(rows) == 0 {
		return fmt.Errorf("the instruction %q is not known", name)
	}
	if len(ops) == 1 && ops[0].kind == symbol && (a.file == nil || !ops[0].indirect && jumps(rows)) {
		return a.jump(rows, ops[0].name)
	}
	var ref *operand // the operand with a symbol
	for k := range ops {
		o := &ops[k]
		if o.kind == symbol && a.file == nil {
			return fmt.Errorf("the symbol %q cannot be an operand: pass its address as one", o.name)
		}
		if o.kind == symbol { // its memory
			*o = operand{kind: memory, mem: x86.Mem{Disp: placeholder}, ref: &symbolic{name: o.name}}
		}
		if o.ref != nil {
			if a.file == nil {
				return o.refErr
			}
			ref = o
		}
	}
	var best []byte
	var bestInst x86.Inst
	sizes := map[uint16]bool{}
	why := fmt.Errorf("there is no such form of %q for these operands", name)
	for _, args := range orders(name, ops) {
		for _, r := range rows {
			in, ok := r.match(args)
			if !ok {
				continue
			}
			code, _, err := x86.Append(nil, &in)
			if err != nil {
				continue
			}
			if r.size == 0 && unsized(in.Op, args) {
				sizes[memorySize(in.Op)] = true
			}
			if best == nil || len(code) < len(best) {
				best, bestInst = code, in
			}
		}
		if best != nil {
			break
		}
	}
	if len(sizes) > 1 {
		return fmt.Errorf("the size of the operand in memory is not known: write %[1]sb, %[1]sw, %[1]sl or %[1]sq", name)
	}
	if best == nil {
		return why
	}
	if ref == nil {
		a.bytes(best...)
		return nil
	}
	r, err := refIn(best, &bestInst, *ref.ref, ref.kind == memory, ref.kind == memory && ref.mem.RIP)
	a.pieces = append(a.pieces, piece{code: best, refs: []pieceRef{r}, line: a.line, text: a.text})
	return err
}

// orders are the ways in which the operands may stand in a row, whose first operand is the last of the text.
func orders(name string, ops []operand) [][]operand {
	n := len(ops)
	in := make([]operand, n)
	for k, o := range ops {
		in[n-1-k] = o
	}
	out := [][]operand{in}
	base := strings.TrimRight(name, "bwlq")
	switch {
	case n == 2 && (base == "test" || base == "xchg"): // the same in either order
		out = append(out, []operand{in[1], in[0]})
	case n == 2 && base == "imu" && ops[0].kind == immediate: // imul
		out = append(out, []operand{in[0], in[0], in[1]})
	case n == 1 && strings.Contains(" rol ror rcl rcr shl shr sar sal ", " "+shiftBase(name)+" "):
		out = append(out, []operand{in[0], {kind: immediate, value: 1}})
	}
	return out
}

// shiftBase is a shift without its suffix: the l of shl is none.
func shiftBase(name string) string {
	if len(name) == 4 {
		return name[:3]
	}
	return name
}

// unsized reports whether no register tells the size of the operand in memory.
func unsized(op x86.Op, args []operand) bool {
	f := op.Form()
	mem := false
	for k, o := range args {
		switch {
		case o.kind == memory:
			mem = mem || f.Args[k].Kind == x86.ArgRM
		case o.kind == register && f.Args[k].Kind != x86.ArgFixed:
			return false
		}
	}
	return mem
}

func memorySize(op x86.Op) uint16 {
	for _, a := range op.Form().Args {
		if a.Kind == x86.ArgRM {
			return a.Size
		}
	}
	return 0
}

// jumps reports whether one of the rows takes a distance.
func jumps(rows []candidate) bool {
	return slices.ContainsFunc(rows, func(r candidate) bool {
		f := r.op.Form()
		return len(f.Args) == 1 && f.Args[0].Kind == x86.ArgRel
	})
}

// jump notes a jump to a label.
func (a *assembler) jump(rows []candidate, label string) error {
	p := piece{label: label, line: a.line, text: a.text}
	for _, r := range rows {
		f := r.op.Form()
		if len(f.Args) != 1 || f.Args[0].Kind != x86.ArgRel {
			continue
		}
		in := x86.Inst{Op: r.op, Cond: r.cond}
		if f.Args[0].Size == 8 {
			p.jump = &in
		} else {
			p.near = r.op
			if p.jump == nil {
				p.jump = &in
			}
		}
	}
	if p.jump == nil {
		return fmt.Errorf("the symbol %q cannot be an operand: pass its address as one", label)
	}
	a.pieces = append(a.pieces, p)
	return nil
}

// target is the piece that a label stands before; 1f is the next label 1, 1b the one before.
func (a *assembler) target(from int, label string) (int, error) {
	name, dir := label, byte(0)
	if n := len(label) - 1; n > 0 && label[0] >= '0' && label[0] <= '9' && (label[n] == 'f' || label[n] == 'b') {
		name, dir = label[:n], label[n]
	}
	all := a.labels[name]
	switch {
	case len(all) == 0:
	case dir == 'f':
		for _, at := range all {
			if at > from {
				return at, nil
			}
		}
	case dir == 'b':
		for k := len(all) - 1; k >= 0; k-- {
			if all[k] <= from {
				return all[k], nil
			}
		}
	case len(all) > 1:
		return 0, fmt.Errorf("the label %q is there twice", name)
	default:
		return all[0], nil
	}
	return 0, fmt.Errorf("the symbol %q is no label of this assembly: other symbols are not supported", label)
}

// layOut makes jumps as short as they may be, beginning with the shortest, and gives the code.
func (a *assembler) layOut() ([]byte, error) {
	for {
		at := 0
		for n := range a.pieces {
			p := &a.pieces[n]
			p.at = at
			if p.align > 0 {
				p.code = bytes.Repeat([]byte{p.fill}, -at&(p.align-1))
			}
			if p.jump != nil {
				code, _, err := x86.Append(nil, withDistance(p.jump, 0))
				if err != nil {
					panic("BUG: " + err.Error())
				}
				p.code = code
			}
			at += len(p.code)
		}
		if at > maxCode {
			return nil, &Error{Line: a.line, Text: a.text, Msg: fmt.Sprintf("the code is longer than %d bytes", maxCode)}
		}
		grown := false
		for n := range a.pieces {
			p := &a.pieces[n]
			if p.jump == nil {
				continue
			}
			a.line, a.text = p.line, p.text
			to, err := a.target(n, p.label)
			if err != nil && a.file != nil && p.label[0] > '9' {
				if err := a.leave(p); err != nil {
					return nil, a.fail(err)
				}
				grown = true
				continue
			}
			if err != nil {
				return nil, a.fail(err)
			}
			end := at
			if to < len(a.pieces) {
				end = a.pieces[to].at
			}
			distance := end - p.at - len(p.code)
			if p.jump.Op.Form().Args[0].Size == 8 && (distance < math.MinInt8 || distance > math.MaxInt8) {
				if p.near == 0 {
					return nil, a.fail(fmt.Errorf("the label %q is too far", p.label))
				}
				p.jump.Op, grown = p.near, true
				continue
			}
			code, _, err := x86.Append(nil, withDistance(p.jump, int64(distance)))
			if err != nil {
				return nil, a.fail(err)
			}
			p.code = code
		}
		if grown {
			continue
		}
		var out []byte
		for _, p := range a.pieces {
			out = append(out, p.code...)
		}
		return out, nil
	}
}

// leave makes a jump to a symbol that is elsewhere one that a linker fills in.
func (a *assembler) leave(p *piece) error {
	in := p.jump
	if p.near != 0 {
		in.Op = p.near
	}
	code, _, err := x86.Append(nil, withDistance(in, placeholder))
	if err != nil {
		return err
	}
	r, err := refIn(code, in, symbolic{name: p.label, kind: "PLT"}, true, true)
	p.jump, p.code, p.refs = nil, code, []pieceRef{r}
	return err
}

// withDistance is a jump by a distance from its end.
func withDistance(in *x86.Inst, n int64) *x86.Inst {
	j := *in
	j.Args[0] = x86.I(n)
	return &j
}
