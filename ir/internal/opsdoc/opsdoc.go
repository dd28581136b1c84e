// Package opsdoc writes the reference of the opcodes, docs/reference/ops.md, from the table ir.Ops and the
// definitions in Lean. It adds nothing to the table but how its columns are spelled. It also
// renews the quotations of Lean in docs/spec.
package opsdoc

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
)

// Group is a section: the opcodes from First to Last.
// Opcodes of a group are neighbours in the table, so that a new one falls into the group around it.
type Group struct {
	Title       string
	First, Last ir.Op
}

// Groups are the sections in the order of the table, which they cover.
// The test of this package fails where an opcode is in none of them, or in two.
var Groups = []Group{
	{"Constants and inputs", ir.OpIConst, ir.OpFreeze},
	{"Integers", ir.OpAdd, ir.OpICmp},
	{"Truth values and choice", ir.OpBAnd, ir.OpIntToBool},
	{"Floats", ir.OpFAdd, ir.OpFPToUI},
	{"Bytes, pointers and aggregates", ir.OpBitCast, ir.OpInsertValue},
	{"Memory", ir.OpStackSlot, ir.OpMemSet},
	{"Atomics", ir.OpAtomicLoad, ir.OpFence},
	{"Calls", ir.OpCall, ir.OpTargetIntrinsic},
	{"Lists of arguments", ir.OpVaStart, ir.OpVaEnd},
	{"Volatile accesses", ir.OpVolatileLoad, ir.OpVolatileMemSet},
	{"Non-local jumps", ir.OpSetJmp, ir.OpSetJmp},
	{"Vectors, lane by lane", ir.OpVecAdd, ir.OpVecFCmp},
	{"Vector reductions", ir.OpVecReduceAdd, ir.OpVecReduceFMax},
	{"Vector memory and permutation", ir.OpVecGather, ir.OpVecStore},
	{"Terminators", ir.OpRet, ir.OpLongJmp},
}

// What holds for many rows is said once here; the rows keep to what differs.
const preamble = `<!-- Code generated from ir/ops.go and lean/TuffyLean/IR by go generate ./ir; DO NOT EDIT. -->
# Opcodes

One row of the table in ` + "`ir/ops.go`" + ` each. Operands are called a, b, c in order. What stands in
brackets may be left out. Below a table are the definitions of its opcodes in ` + "`lean/TuffyLean/IR`" + `,
as far as they exist; an opcode yields poison if an operand that it looks at is poison.

In mnemonics N is a decimal number: of bytes for memory accesses and bswap, else of bits.
` + "`pred`" + ` is eq ne lt le gt ge for icmp, and false oeq ogt oge olt ole one ord ueq ugt uge ult ule
une uno true for fcmp. A memory ordering is one of those in braces. ` + "`lane`" + ` is a
lane format: s8 to s64 and u8 to u64 (a lane that does not fit is poison), i8 to i64 (wraps), f16
bf16 f32 f64, ptr, m (mask bytes).

In operands, float is a float type of at most 64 bits, data is anything but a memory token, vec
is a vector whose width is a power of two lanes, mask is the vector with a byte for each lane.
A result type after → that stands in brackets is the one without ` + "`-> type`" + `.

| flag | meaning |
|---|---|
| pure | no effect; the result depends on the operands only; where it is not said that it may be undefined, it never is |
| may be undefined | undefined behaviour is possible though it is pure |
| commutes | the first two operands may be swapped |
| associates | a op (b op c) = (a op b) op c |
| dear | costs much more than an addition: it is not moved to where it might not run |
| reads memory, writes memory | takes a memory token, and if it writes makes a new one; in brackets how many bytes at which operand |
| atomic | synchronises |
| calls | runs other code |
| exposes | changes which allocations an integer may be turned into a pointer to |
| allocates | makes an allocation |
| watches | no effect; the result depends on the operands and on which allocations are alive, so that it stays where it is |
| fp flags | may carry reassoc and contract after the mnemonic |
| align | may carry align=A before the memory token |
| modular | the low n bits of the result depend on the low n bits of the operands only |
| u, s and a number | the last result, if an int, is of so many bits, unsigned or signed; N is the number of the mnemonic |
| of lanes | what one lane is made by |

What the last column calls the same gives the same result wherever the opcode is not poison; N is its number.
`

// Markdown is the text of docs/reference/ops.md.
// It depends on the table and on Lean alone, so that a test compares the file in the repository with it.
func Markdown(lean *Lean) string {
	var s strings.Builder
	s.WriteString(preamble)
	for _, g := range Groups {
		fmt.Fprintf(&s, "\n## %s\n\n| instruction | operands | results | flags | meaning |\n|---|---|---|---|---|\n", g.Title)
		for op := g.First; op <= g.Last; op++ {
			info := op.Info()
			// Every opcode has a row, also one without a definition.
			fmt.Fprintf(&s, "| `%s` | %s | %s | %s | %s |\n", Mnemonic(op), operands(info), results(info), flags(op), meaning(info))
		}
		var decls []string
		for op := g.First; op <= g.Last; op++ {
			decls = append(decls, lean.Of(op)...)
		}
		if len(decls) > 0 {
			fmt.Fprintf(&s, "\n```lean\n%s```\n", join(decls))
		}
	}
	return s.String()
}

// cell escapes what would end a table cell or be read as markup.
// Code spans are not passed through it: there a backslash would be shown.
func cell(s string) string {
	return strings.NewReplacer("|", `\|`, "*", `\*`, "<", `\<`, "_", `\_`).Replace(s)
}

// Mnemonic is the mnemonic of op with its dotted parts by name.
func Mnemonic(op ir.Op) string {
	s := op.String()
	for _, suffix := range op.Info().Suffix {
		s += suffixOf(op, suffix)
	}
	return s
}

// suffixOf is a dotted part of op, a memory ordering as the choice of those that op may have.
// Which orderings an opcode may have is asked of package ir, where the verifier asks, too.
func suffixOf(op ir.Op, s ir.Suffix) string {
	if s != ir.SufOrder && s != ir.SufFail {
		return suffixText[s]
	}
	var names []string
	for _, o := range ir.Orderings(op, s == ir.SufFail) {
		names = append(names, o.String())
	}
	return ".{" + strings.Join(names, ",") + "}"
}

// Every kind of suffix, letter, rule and flag has a text; the test of this package fails where one has none.
var suffixText = map[ir.Suffix]string{
	ir.SufType:        ".type",
	ir.SufBits:        ".N",
	ir.SufBytes:       ".N",
	ir.SufOptBytes:    "[.N]",
	ir.SufPred:        ".pred",
	ir.SufFPred:       ".pred",
	ir.SufRMW:         ".{xchg,add,sub,and,or,xor}",
	ir.SufSat:         "[.sat]",
	ir.SufLane:        ".lane",
	ir.SufIntLane:     ".lane",
	ir.SufFloatLane:   ".lane",
	ir.SufIntMaskLane: ".lane",
}

// Letters are those of the signatures in the table of opcodes; capital F is a float whose type is written.
var letterText = map[byte]string{
	'i': "int", 'b': "bool", 'p': "ptr", 'f': "float", 'F': "float", 'v': "vec", 'k': "mask",
	'x': "vec of as many lanes", 'l': "lane", 'm': "mem", 'g': "aggregate", 'e': "int or bool",
	'a': "data", 's': "data", '*': "data …",
}

// operands describes in words what follows the mnemonic: by the form where it has a spelling of its own, else
// by the letters of the signature, with "the same" for a letter whose operands must be alike.
// The result is a cell of a table, in which spelled-out punctuation is code.
func operands(info *ir.OpInfo) string {
	switch info.Form {
	case ir.FormInt:
		return "an integer"
	case ir.FormBool:
		return "`true` or `false`"
	case ir.FormFloat:
		return "the bits in hexadecimal, or a decimal number"
	case ir.FormParam:
		return "an index or `%name`"
	case ir.FormSymbol:
		return "`@name`"
	case ir.FormSlot:
		return "bytes [`align` A]"
	case ir.FormSlotDyn:
		return "int [`align` A]"
	case ir.FormCall:
		return "ptr `(`data …`)`, mem"
	case ir.FormIntrinsic:
		return "`\"name\"` data … [, mem]"
	case ir.FormRet:
		return "data … [, mem]"
	case ir.FormBr:
		return "block[`(`values`)`]"
	case ir.FormBrIf:
		return "bool, block[`(`values`)`], block[`(`values`)`]"
	case ir.FormSwitch:
		return "int, `[`case`:` block[`(`values`)`], …`]`, block[`(`values`)`]"
	case ir.FormYield:
		return "values"
	}
	sig, optional := strings.CutSuffix(info.Sig, "?k")
	var s []string
	// Of these letters all operands of one signature have one type.
	alike := map[byte]bool{}
	for k := range len(sig) {
		text := letterText[sig[k]]
		if strings.IndexByte("fsv", sig[k]) >= 0 && alike[sig[k]] {
			text = "the same"
		}
		alike[sig[k]] = true
		s = append(s, text)
	}
	switch info.Form {
	case ir.FormWidth:
		s = append(s, "N")
	case ir.FormPath:
		s = append(s, "`[`i, …`]`")
	}
	text := strings.Join(s, ", ")
	if optional {
		text += " [, mask]"
	}
	return text
}

// results is the rule for result types in words.
func results(info *ir.OpInfo) string {
	return resultText[info.Result]
}

// A result that the text of the instruction may leave out is in brackets.
var resultText = map[ir.ResultRule]string{
	ir.ResNone:        "",
	ir.ResInt:         "int",
	ir.ResIntInt:      "int, int",
	ir.ResBool:        "bool",
	ir.ResPtr:         "ptr",
	ir.ResMem:         "mem",
	ir.ResFloat:       "the type",
	ir.ResParam:       "type of the parameter",
	ir.ResSame0:       "as a",
	ir.ResSame1:       "as b",
	ir.ResPath:        "type of the field",
	ir.ResLane:        "lane",
	ir.ResMask:        "mask",
	ir.ResArrow:       "→ type",
	ir.ResArrowInt:    "→ type [int]",
	ir.ResArrowPtr:    "→ type [ptr]",
	ir.ResMemArrow:    "mem, → type",
	ir.ResMemArrowInt: "mem, → type [int]",
	ir.ResMemArrows:   "mem, → types",
	ir.ResCall:        "mem, → types",
	ir.ResIntrinsic:   "[mem,] → types",
}

// An empty text is a flag that the reference tells in another way, or by the section that the opcode is in.
var flagText = []struct {
	flag ir.OpFlags
	text string
}{
	{ir.Pure, "pure"}, {ir.Commutes, "commutes"}, {ir.Associates, "associates"}, {ir.MemUse, "reads memory"}, {ir.MemDef, "writes memory"},
	{ir.Atomic, "atomic"}, {ir.Calls, "calls"}, {ir.Exposes, "exposes"}, {ir.Allocates, "allocates"}, {ir.Watches, "watches"},
	{ir.HasFPFlags, "fp flags"}, {ir.HasAlign, "align"}, {ir.Modular, "modular"}, {ir.Term, ""}, {ir.Speculates, ""}, {ir.Cheap, ""}, {ir.Free, ""},
}

// flags lists what the table says of an opcode for passes, in the order of flagText: what it may touch,
// whether it may be moved or left out, the range of its result, the scalar operation of its lanes.
// Speculates is told by its absence, as nearly every pure operation may run where it would not have.
func flags(op ir.Op) string {
	var s []string
	info := op.Info()
	for _, row := range flagText {
		text := row.text
		switch row.flag {
		case ir.MemUse:
			text += where(info, info.Reads)
		case ir.MemDef:
			if text = "writes memory" + where(info, info.Writes); info.Reads != ir.Nowhere {
				text = "reads memory" + where(info, info.Reads) + ", " + text
			}
			if info.Writes == ir.Nowhere {
				text = strings.TrimSuffix(text, ", writes memory")
			}
		}
		// The text is made before the flag is asked, which costs nothing here and keeps the cases flat.
		if info.Flags&row.flag != 0 && text != "" {
			s = append(s, text)
		}
	}
	switch {
	case op.Is(ir.Pure) && !op.Is(ir.Speculates):
		s = append(s, "may be undefined")
	case op.Is(ir.Pure) && !op.Is(ir.Cheap|ir.Free):
		s = append(s, "dear")
	}
	if info.Range != ir.RangeUnknown {
		s = append(s, ranges[info.Range](info))
	}
	if info.Scalar != ir.OpIConst {
		s = append(s, "of lanes: "+info.Scalar.String())
	}
	return strings.Join(s, ", ")
}

// where says which bytes are accessed, as far as the table does.
// The operand is a letter, as in the columns beside it.
func where(info *ir.OpInfo, w ir.Where) string {
	// Nowhere, or bytes that no operand points to.
	if w.Operand() < 0 {
		return ""
	}
	return fmt.Sprintf(" (%s %c)", [...]string{ir.LenUnknown: "lanes at", ir.LenValue: "N at", ir.LenC: "c at", ir.LenList: "list at"}[info.Len], 'a'+w.Operand())
}

// number is how many bits the result of an opcode has.
// The order of the cases is that of precedence: an opcode on a truth value has one bit whatever its mnemonic says.
func number(info *ir.OpInfo) string {
	switch {
	case info.Sig == "b":
		return "1"
	case info.Form == ir.FormWidth || slices.Contains(info.Suffix, ir.SufBits):
		return "N"
	case slices.Contains(info.Suffix, ir.SufBytes) || slices.Contains(info.Suffix, ir.SufOptBytes):
		return "8N"
	}
	return "64"
}

// ranges says in words what a rule for the range of a result gives.
// RangeUnknown has no entry: nothing is said of such a result.
var ranges = map[ir.RangeRule]func(info *ir.OpInfo) string{
	ir.RangeU:     func(info *ir.OpInfo) string { return "u" + number(info) },
	ir.RangeS:     func(info *ir.OpInfo) string { return "s" + number(info) },
	ir.RangeCount: func(*ir.OpInfo) string { return "0 to N" },
	ir.RangeBytes: func(*ir.OpInfo) string { return "u of the bits of a" },
	ir.RangeLane:  func(*ir.OpInfo) string { return "a lane" },
}

// meaning is what an opcode computes, and the first template that is the same.
// The other templates of the row serve the generator and the fuzzer; one is enough to explain.
func meaning(info *ir.OpInfo) string {
	same, _, _ := strings.Cut(info.Same, ";")
	if same == "" {
		return cell(info.Doc)
	}
	return cell(info.Doc) + "; the same: `" + same + "`"
}
