package verb

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// tracer is the observer of --trace. An instruction is shown if it meets each kind of word that was given: it
// is in one of the functions, has one of the opcodes, and defines, reads or stands in one of the values and blocks.
// Words are looked up before the run, so that a misspelt one is an error and not an empty trace.
func (f *interpFlags) tracer(w io.Writer, m *ir.Module) (interp.Observer, error) {
	o := interp.TraceOptions{JSON: f.traceFormat == "json"}
	if !o.JSON {
		// JSON escapes by itself.
		w = &shown{w: w}
	}
	if slices.Equal(f.trace, []string{"all"}) {
		return interp.NewTracer(w, o), nil
	}
	var funcs, ops, names []string
	for _, word := range f.trace {
		switch {
		case strings.HasPrefix(word, "@"):
			if m.Func(symbol(word)) == nil {
				return nil, badInput{fmt.Errorf("--trace %s: there is no such function%s", word, meant(word, symbolTexts(m)))}
			}
			funcs = append(funcs, symbol(word))
		case slices.Contains(opcodeNames(), word):
			ops = append(ops, word)
		// An opcode goes first: a function of that name can be meant with @.
		case m.Func(word) != nil:
			funcs = append(funcs, word)
		case numberedName(word):
			names = append(names, word)
		default:
			// Functions are offered as the text has them, so that what is meant can be given as it is.
			return nil, fmt.Errorf("--trace %s: expected @function, an opcode, or a value or block such as v20 or bb3%s", word,
				cmp.Or(meant("@"+word, symbolTexts(m)), meant(word, opcodeNames())))
		}
	}
	// Found once: a trace asks for each step.
	chosen := map[*ir.Func]map[ir.Inst]bool{}
	any := false
	for _, fn := range m.Funcs {
		if len(funcs) > 0 && !slices.Contains(funcs, fn.Name) {
			continue
		}
		chosen[fn] = map[ir.Inst]bool{}
		n := fn.Names()
		for b := range fn.Blocks() {
			for i := range fn.Insts(b) {
				is := (len(ops) == 0 || slices.Contains(ops, fn.Op(i).String())) && (len(names) == 0 || named(fn, n, b, i, names))
				chosen[fn][i] = is
				any = any || is
			}
		}
	}
	if !any {
		return nil, badInput{fmt.Errorf("--trace %s: the program has no such instruction", strings.Join(f.trace, ","))}
	}
	o.Show = func(fn *ir.Func, i ir.Inst) bool { return chosen[fn][i] }
	return interp.NewTracer(w, o), nil
}

// named reports whether an instruction has to do with one of the values and blocks.
// A name is that of the printed text, of which every function has its own numbering.
func named(f *ir.Func, n ir.Numbering, b ir.Block, i ir.Inst, names []string) bool {
	if slices.Contains(names, n.BlockName(b)) {
		return true
	}
	for k := range f.NumOperands(i) {
		if slices.Contains(names, n.Name(f.Arg(i, k))) {
			return true
		}
	}
	for k := range f.NumResults(i) {
		if slices.Contains(names, n.Name(f.Result(i, k))) {
			return true
		}
	}
	return false
}

// numberedName reports whether a word is spelled as a value or a block.
// Whether there is such a value is found with the functions, since v20 of one says nothing of another.
func numberedName(word string) bool {
	digits, ok := strings.CutPrefix(word, "bb")
	if !ok {
		digits, ok = strings.CutPrefix(word, "v")
	}
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// In the order of the table.
func opcodeNames() (out []string) {
	for op := range ir.Op(ir.NumOps) {
		out = append(out, op.String())
	}
	return out
}
