package creduce

import (
	"slices"
)

// pass is a way to make a program smaller.
type pass struct {
	name string
	run  func(r *reducer)
}

// table lists the passes, from coarse to fine.
func table() []pass {
	return []pass{
		{"units", removeUnits},
		{"bodies", emptyBodies},
		{"blocks", unwrapBlocks},
		{"elements", removeElements},
		{"parameters", removeParameters},
		{"groups", simplifyGroups},
		{"initialisers", removeInitialisers},
		{"operands", removeOperands},
		{"words", simplifyWords},
		{"tokens", removeTokens},
	}
}

// levels calls f with the parts of all ranges at each depth of nesting, the outermost first. The program may change in f.
func (r *reducer) levels(open func(list []tok, n int) bool, split func([]tok, []int, span) []span, f func([]span)) {
	for depth := 0; ; depth++ {
		pair, ok := partners(r.best)
		if !ok {
			return
		}
		ranges := []span{{0, len(r.best)}}
		for range depth {
			var inner []span
			for _, in := range ranges {
				for n := in.lo; n < in.hi; n++ {
					if pair[n] > n {
						inner = append(inner, span{n + 1, pair[n]})
						n = pair[n]
					}
				}
			}
			ranges = inner
		}
		if len(ranges) == 0 || r.stopped() {
			return
		}
		var parts []span
		for _, in := range ranges {
			if in.lo == 0 && depth == 0 && open == nil || in.lo > 0 && (open == nil && r.best[in.lo-1].text == "{" || open != nil && open(r.best, in.lo-1)) {
				parts = append(parts, split(r.best, pair, in)...)
			}
		}
		f(parts)
	}
}

// removeUnits takes directives, declarations, functions, statements and fields away, level by level. What is used later
// can only go after it, so that each level is tried from its end, too.
func removeUnits(r *reducer) {
	r.levels(nil, units, func(parts []span) { r.ddmin(parts) })
}

// emptyBodies replaces the bodies of functions by nothing or a return.
func emptyBodies(r *reducer) {
	r.each(func(list []tok, pair []int, n int) []edit {
		if list[n].text != "{" || n == 0 || list[n-1].text != ")" || pair[n] == n+1 {
			return nil
		}
		return []edit{replaced(list, span{n + 1, pair[n]}), replaced(list, span{n + 1, pair[n]}, "return", "0", ";")}
	})
}

// each tries the edits that f makes for each token, from the first to the last, and looks at a place again after a success.
func (r *reducer) each(f func(list []tok, pair []int, n int) []edit) {
	for n := 0; n < len(r.best) && !r.stopped(); {
		pair, ok := partners(r.best)
		if !ok {
			return
		}
		// Places whose edits all fail are passed over together, so that several are asked about at a time.
		var edits []edit
		var at []int
		for ; n < len(r.best) && len(edits) < 4*r.o.Jobs; n++ {
			for _, e := range f(r.best, pair, n) {
				edits, at = append(edits, e), append(at, n)
			}
		}
		if k := r.any(edits); k >= 0 {
			n = at[k]
		}
	}
}

// replaced is an edit: a range becomes other words.
func replaced(list []tok, at span, words ...string) edit {
	return func() []tok {
		out := slices.Clone(list[:at.lo])
		for k, w := range words {
			t := scan(w)[0]
			if k == 0 && at.lo < len(list) {
				t.pre = list[at.lo].pre
			} else {
				t.pre = " "
			}
			out = append(out, t)
		}
		return append(out, list[at.hi:]...)
	}
}

// joined is an edit: ranges of the list one after the other instead of a range.
func joined(list []tok, at span, keep ...span) edit {
	return func() []tok {
		out := slices.Clone(list[:at.lo])
		for _, k := range keep {
			out = append(out, list[k.lo:k.hi]...)
		}
		return append(out, list[at.hi:]...)
	}
}

// unwrapBlocks replaces statements by what is in them: the branches of an if, the body of a loop, the inside of braces.
func unwrapBlocks(r *reducer) {
	r.each(func(list []tok, pair []int, n int) (out []edit) {
		switch list[n].text {
		case "{":
			// The inside of a block; with its braces gone, its head goes in another step.
			out = append(out, joined(list, span{n, pair[n] + 1}, span{n + 1, pair[n]}))
		case "if", "for", "while", "switch":
			if n+1 < len(list) && pair[n+1] > n+1 {
				head := pair[n+1] + 1
				out = append(out, joined(list, span{n, head}))
				if head < len(list) && list[head].text == "{" {
					out = append(out, joined(list, span{n, pair[head] + 1}, span{head + 1, pair[head]}))
				}
			}
		case "else":
			if n+1 < len(list) && list[n+1].text == "{" {
				out = append(out, joined(list, span{n, pair[n+1] + 1}), joined(list, span{n, n + 1}))
			}
		}
		return out
	})
}

// removeElements takes away what commas separate: arguments with their parameters are another pass.
func removeElements(r *reducer) {
	inside := func(list []tok, n int) bool { return list[n].text == "{" || list[n].text == "(" }
	split := func(list []tok, pair []int, in span) (out []span) {
		for n := in.lo; n < in.hi; n++ {
			if list[n].text == ";" {
				return nil
			}
		}
		all := elements(list, pair, in)
		for k, e := range all {
			switch {
			case len(all) == 1:
			case k < len(all)-1:
				e.hi++ // with its comma
			default:
				e.lo--
				// The comma in front is the last one's unless it went with another.
				if k > 0 && len(out) > 0 {
					out[len(out)-1].hi--
				}
			}
			out = append(out, e)
		}
		return out
	}
	r.levels(inside, split, func(parts []span) { r.ddmin(parts) })
}

// removeParameters takes a parameter of a function away in its declarations and definition, with the argument in all calls.
func removeParameters(r *reducer) {
	seen := map[string]bool{}
	for n := 0; n+1 < len(r.best) && !r.stopped(); n++ {
		name := r.best[n]
		if name.kind != tokName || r.best[n+1].text != "(" || seen[name.text] || keyword[name.text] {
			continue
		}
		seen[name.text] = true
		for k := 0; k < 12; {
			if r.any([]edit{func() []tok { return dropArgument(r.best, name.text, k) }}) < 0 {
				k++
			}
		}
	}
}

// keyword are names in front of parentheses that are no functions.
var keyword = map[string]bool{"if": true, "for": true, "while": true, "switch": true, "return": true, "sizeof": true, "main": true, "_Generic": true}

// dropArgument removes element k of every list behind a name.
func dropArgument(list []tok, name string, k int) []tok {
	pair, ok := partners(list)
	if !ok {
		return nil
	}
	var gone []span
	for n := 0; n+1 < len(list); n++ {
		if list[n].text != name || list[n+1].text != "(" {
			continue
		}
		all := elements(list, pair, span{n + 2, pair[n+1]})
		if k >= len(all) {
			continue
		}
		e := all[k]
		if k > 0 {
			e.lo--
		} else if len(all) > 1 {
			e.hi++
		}
		// A call within an argument goes with it.
		if len(gone) == 0 || gone[len(gone)-1].hi <= e.lo {
			gone = append(gone, e)
		}
	}
	if len(gone) == 0 {
		return nil
	}
	return without(list, gone)
}

// simplifyGroups replaces calls and expressions in parentheses by a number, or by what is in them.
func simplifyGroups(r *reducer) {
	r.each(func(list []tok, pair []int, n int) (out []edit) {
		if list[n].text != "(" && list[n].text != "[" {
			return nil
		}
		end := pair[n] + 1
		if list[n].text == "[" {
			if end > n+3 {
				out = append(out, replaced(list, span{n + 1, end - 1}, "0"))
			}
			return append(out, joined(list, span{n, end}))
		}
		whole := span{n, end}
		if n > 0 && list[n-1].kind == tokName && !keyword[list[n-1].text] {
			whole.lo--
			for _, e := range elements(list, pair, span{n + 1, end - 1}) {
				out = append(out, joined(list, whole, e))
			}
		}
		out = append(out, replaced(list, whole, "0"), replaced(list, whole, "1"), joined(list, whole, span{n + 1, end - 1}))
		if whole.lo == n && end < len(list) {
			out = append(out, joined(list, whole)) // a cast
		}
		if end > n+3 {
			out = append(out, replaced(list, span{n + 1, end - 1}, "0"), replaced(list, span{n + 1, end - 1}, "1"))
		}
		return out
	})
}

// removeInitialisers takes away what stands behind an equals sign, to the next comma or semicolon.
func removeInitialisers(r *reducer) {
	r.each(func(list []tok, pair []int, n int) []edit {
		if list[n].text != "=" {
			return nil
		}
		hi := right(list, pair, n+1, func(s string) bool { return s == "," || s == ";" })
		return []edit{joined(list, span{n, hi}), replaced(list, span{n + 1, hi}, "0"), joined(list, span{left(list, pair, n), n + 1})}
	})
}

// operators join two operands.
var operators = map[string]bool{"+": true, "-": true, "*": true, "/": true, "%": true, "&": true, "|": true, "^": true, "<<": true, ">>": true,
	"&&": true, "||": true, "==": true, "!=": true, "<": true, ">": true, "<=": true, ">=": true, "?": true, ":": true, ",": true,
	"=": true, "+=": true, "-=": true, "*=": true, "/=": true, "%=": true, "&=": true, "|=": true, "^=": true, "<<=": true, ">>=": true}

// right is where an operand that begins at n ends.
func right(list []tok, pair []int, n int, stop func(string) bool) int {
	for ; n < len(list); n++ {
		switch {
		case pair[n] > n:
			n = pair[n]
		case pair[n] >= 0 || stop(list[n].text):
			return n
		}
	}
	return n
}

// left is where the operand in front of n begins.
func left(list []tok, pair []int, n int) int {
	for n--; n >= 0; n-- {
		switch t := list[n]; {
		case pair[n] >= 0 && pair[n] < n:
			if t.text == "}" {
				return n + 1
			}
			n = pair[n]
		case pair[n] > n || t.text == ";" || t.text == "return" || operators[t.text] || t.kind == tokDirective || t.text == "case":
			return n + 1
		}
	}
	return 0
}

// removeOperands takes an operator away with what stands left or right of it, near or as far as the expression goes.
func removeOperands(r *reducer) {
	r.each(func(list []tok, pair []int, n int) []edit {
		if !operators[list[n].text] || n == 0 {
			return nil
		}
		lo := left(list, pair, n)
		hi := right(list, pair, n+1, func(s string) bool { return s == ";" || operators[s] })
		end := right(list, pair, n+1, func(s string) bool { return s == ";" || s == "," })
		out := []edit{joined(list, span{lo, n + 1}), joined(list, span{n, hi}), joined(list, span{n, end})}
		if end-n > 2 {
			out = append(out, replaced(list, span{n + 1, end}, "0"))
		}
		return out
	})
}

// simplifyWords makes numbers smaller and types plainer.
func simplifyWords(r *reducer) {
	r.each(func(list []tok, pair []int, n int) (out []edit) {
		t := list[n]
		switch {
		case t.kind == tokNumber && len(t.text) > 1:
			for _, w := range []string{"0", "1", "2"} {
				out = append(out, replaced(list, span{n, n + 1}, w))
			}
		case t.kind == tokString && len(t.text) > 2:
			out = append(out, replaced(list, span{n, n + 1}, `""`))
		case t.kind == tokName && len(t.text) > 3 && n+1 < len(list) && (list[n+1].kind == tokName || list[n+1].text == "*" || list[n+1].text == ")"):
			// A name in front of another one, a star or the end of a cast may be a type.
			out = append(out, replaced(list, span{n, n + 1}, "int"))
			if m := n + 1; list[m].kind == tokName {
				out = append(out, replaced(list, span{n, n + 2}, "int"))
			}
		}
		return out
	})
}

// removeTokens takes away runs of tokens, however they hang together.
func removeTokens(r *reducer) {
	for size := 8; size > 0; size-- {
		r.each(func(list []tok, pair []int, n int) []edit {
			if n+size > len(list) || len(list) > 4000 {
				return nil
			}
			return []edit{joined(list, span{n, n + size})}
		})
	}
}
