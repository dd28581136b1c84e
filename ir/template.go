package ir

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Template is an instruction over the operands of another, as the columns Same and Simpler of the
// opcode table write it: `sub (max a b) 1`. Letters are operands, N is the number of the opcode
// that has the row, and what stands for an opcode of that number (merge, zext) takes it along.
// Templates are made once, when the program starts, and never change.
type Template struct {
	Op   Op
	Pred Pred
	Args []Leaf
}

// Leaf is an argument of a [Template]: another template, the number N, an operand or a constant.
type Leaf struct {
	Sub     *Template
	N       bool
	Operand int // -1: a constant
	Const   int64
}

// Same are the templates that equal o wherever o is not poison, of one result. The first is the one
// that code generation takes for an opcode it has no rule for.
func (o Op) Same() []*Template { return opTerms[o].same }

// Simpler are the instructions that the reducer may put in the place of one of o: less to read,
// not the same.
func (o Op) Simpler() []*Template { return opTerms[o].simpler }

var opTerms [NumOps]struct{ same, simpler []*Template }

func init() {
	for n := range Ops {
		opTerms[n].same, opTerms[n].simpler = parseTemplates(Ops[n].Same), parseTemplates(Ops[n].Simpler)
	}
}

// parseTemplates reads templates separated by semicolons.
// What cannot be read is a bug of the table, and found by every program that imports the package.
func parseTemplates(s string) (out []*Template) {
	for part := range strings.SplitSeq(s, ";") {
		words := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(part))
		if len(words) == 0 {
			continue
		}
		t, rest := parseTemplate(words)
		if len(rest) > 0 {
			panic(fmt.Sprintf("BUG: the template %q continues after its end", part))
		}
		out = append(out, t)
	}
	return out
}

// parseTemplate reads an opcode and its arguments up to a closing bracket.
func parseTemplate(words []string) (*Template, []string) {
	t := &Template{}
	name, pred, _ := strings.Cut(words[0], ".")
	p, ok := ParsePred(pred, false)
	if t.Pred = p; !ok {
		name = words[0]
	}
	if t.Op, ok = OpByName(name); !ok {
		panic("BUG: a template of the opcode " + name)
	}
	for words = words[1:]; len(words) > 0 && words[0] != ")"; {
		leaf := Leaf{Operand: -1}
		switch w := words[0]; {
		case w == "(":
			leaf.Sub, words = parseTemplate(words[1:])
		case w == "N":
			leaf.N = true
		case len(w) == 1 && w[0] >= 'a' && w[0] <= 'h':
			leaf.Operand = int(w[0] - 'a')
		default:
			var err error
			if leaf.Const, err = strconv.ParseInt(w, 10, 64); err != nil {
				panic("BUG: a template has " + w)
			}
		}
		t.Args, words = append(t.Args, leaf), words[1:]
	}
	return t, words
}

// Width is what the mnemonic of i or the text after it carries: bits or bytes.
func (f *Func) Width(i Inst) uint32 {
	if Ops[f.Op(i)].Form == FormWidth {
		return uint32(f.Attr(i).Imm)
	}
	return f.Attr(i).N
}

// Expand makes the instructions of a template of an opcode with number n, of one result.
// Operands are used as they are given, claims included, as often as the template names them.
func (b *Builder) Expand(t *Template, n uint32, o Origin, operands ...Operand) Value {
	a := Attr{Pred: t.Pred}
	args := t.Args
	switch row := &Ops[t.Op]; {
	case row.Form == FormWidth:
		width := args[len(args)-1]
		if a.Imm = width.Const; width.N {
			a.Imm = int64(n)
		}
		args = args[:len(args)-1]
	case slices.Contains(row.Suffix, SufBits):
		a.N = n
	}
	fixed, types := make([]Operand, len(args)), make([]Type, len(args))
	for k, l := range args {
		switch {
		case l.Sub != nil:
			fixed[k].Value = b.Expand(l.Sub, n, o, operands...)
		case l.N:
			fixed[k].Value = b.Int64(int64(n), o)
		case l.Operand >= 0:
			fixed[k] = operands[l.Operand]
		default:
			fixed[k].Value = b.Int64(l.Const, o)
		}
		types[k] = b.F.TypeOf(fixed[k].Value)
	}
	res, err := ResultTypes(t.Op, a, types, nil, nil, nil)
	if err != nil {
		panic(fmt.Sprintf("BUG: the template of %s: %v", t.Op, err))
	}
	return b.F.Result(b.Inst(t.Op, a, fixed, nil, res, o), 0)
}
