package interp

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
)

// Calls are marked with the type of the source that they call, and functions have theirs as an attribute. Both are texts, the same for
// compatible types; what has no prototype begins with [ir.Unprototyped], and lists promoted types.

// callTypesAgree reports whether a call with mark m may call fn, as far as their types in the source tell.
func callTypesAgree(m ir.Mark, fn *ir.Func) bool {
	is := fn.Attrs.SourceType
	m.Type, _ = ir.CutPassed(m.Type)
	if m.Rule != ir.RuleCall && m.Rule != ir.RuleCallValue || is == "" || m.Type == is {
		return true
	}
	as, old := strings.CutPrefix(m.Type, ir.Unprototyped)
	is, defined := strings.CutPrefix(is, ir.Unprototyped)
	if as == is || !old && !defined && strings.ReplaceAll(as, "(void)", "()") == strings.ReplaceAll(is, "(void)", "()") {
		return true
	}
	r, have := splitType(as)
	s, want := splitType(is)
	if !old && !defined || r != s || len(have) != len(want) {
		return false
	}
	for n := range have {
		if have[n] != want[n] && !twins(have[n], want[n]) {
			return false
		}
	}
	return true
}

// splitType takes the text of a type of a function apart: its result and its parameters.
func splitType(s string) (result string, params []string) {
	s = strings.TrimSuffix(s, ")")
	depth, at := 1, len(s)
	for at > 0 && depth > 0 {
		switch at--; s[at] {
		case ')':
			depth++
		case '(':
			depth--
		}
	}
	result = strings.TrimSpace(s[:at])
	rest := s[min(at+1, len(s)):]
	depth = 0
	from := 0
	for n := 0; n < len(rest); n++ {
		switch rest[n] {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				params = append(params, strings.TrimSpace(rest[from:n]))
				from = n + 1
			}
		}
	}
	if last := strings.TrimSpace(rest[from:]); last != "" && last != "void" {
		params = append(params, last)
	}
	return result, params
}

// twins reports whether an argument of one type may stand for a parameter of the other where there is no prototype: they
// differ in the sign, or are pointers to characters and void (C11 6.5.2.2p6). Whether the value is one of both types is
// what the claim of the parameter checks.
func twins(a, b string) bool {
	bytes := func(s string) bool {
		return s == "void *" || s == "char *" || s == "signed char *" || s == "unsigned char *"
	}
	return strings.TrimPrefix(a, "unsigned ") == strings.TrimPrefix(b, "unsigned ") || bytes(a) && bytes(b)
}

// checkCallType compares the types of a call and of the function in the source, in a run that asks for it.
func (w *world) checkCallType(f *ir.Func, i ir.Inst, args []Value, fn *ir.Func) bool {
	if !w.o.SourceUB || !f.HasMarks() {
		return true
	}
	m := f.Mark(i)
	if callTypesAgree(m, fn) {
		return true
	}
	return w.fail(f, i, &UB{Code: UBCallSignature, Operands: w.operands(f, i, args), Message: callTypeText(fn, m.Type), Fallback: "the function is called"})
}

// callTypeText says of what type a function is, and as one of what type it is called.
func callTypeText(fn *ir.Func, as string) string {
	how := func(s string) string {
		s, _ = ir.CutPassed(s)
		s, old := strings.CutPrefix(s, ir.Unprototyped)
		if old {
			return "'" + s + "' without a prototype"
		}
		return "'" + s + "'"
	}
	return fmt.Sprintf("the function %s has the type %s and is called as %s", ir.SymbolText(fn.Name), how(fn.Attrs.SourceType), how(as))
}

// missingReturn reports that the function at hand, which m names, ends without a result, if its caller asks for one.
func (w *world) missingReturn(m ir.Mark) {
	if w.cur == nil {
		return
	}
	fs := w.cur.trace()
	if len(fs) < 2 || fs[1].inst == ir.NoInst || fs[1].fn.Mark(fs[1].inst).Rule != ir.RuleCallValue {
		return
	}
	end := fs[0]
	w.fail(fs[1].fn, fs[1].inst, &UB{Code: UBSource, Message: fmt.Sprintf("the value of a call of '%s' is used, which ended without a return of a value", m.Type), Other: &end, Fallback: "the result is poison"})
}
