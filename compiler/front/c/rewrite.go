package c

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tuffy-ir/tuffy/compiler/front/c/internal/cpp"
)

// rewriter puts what the parser knows in the place of what it does not.
type rewriter struct {
	ts     []cpp.Token
	labels int
}

// rewrite rewrites the tokens of a translation unit.
func rewrite(ts []cpp.Token, choices [][]choice) []cpp.Token {
	r := &rewriter{ts: ts}
	for _, c := range choices {
		r.choose(c)
	}
	for _, f := range []func(){r.enums, r.packedEnums, r.localLabels, r.typeofQualifiers, r.modes, r.bareDesignators, r.ranges, r.oldLengths} {
		f()
	}
	return r.ts
}

// choose puts the expression of an association in the place of each of these generic selections.
func (r *rewriter) choose(choices []choice) {
	var at []int
	for i := range r.ts {
		if r.is(i, "_Generic") && r.is(i+1, "(") {
			at = append(at, i)
		}
	}
	for _, c := range slices.Backward(choices) { // of those within each other the inner ones first
		if c.selection >= len(at) {
			continue
		}
		i := at[c.selection]
		end := r.closing(i + 1)
		commas := []int{}
		depth := 0
		for k := i + 2; k < end; k++ {
			switch r.ts[k].Text {
			case "(", "[", "{":
				depth++
			case ")", "]", "}":
				depth--
			case ",":
				if depth == 0 && r.ts[k].Kind == cpp.Punct {
					commas = append(commas, k)
				}
			}
		}
		commas = append(commas, end)
		if c.association+1 >= len(commas) || end >= len(r.ts) { // not as the parser read it
			continue
		}
		for _, k := range slices.Backward(c.not) {
			if k+1 < len(commas) {
				r.ts = slices.Delete(r.ts, commas[k], commas[k+1])
			}
		}
		if len(c.not) > 0 {
			continue
		}
		from, to := commas[c.association]+1, commas[c.association+1]
		for from < to && !r.is(from, ":") {
			from++
		}
		expr := slices.Clone(r.ts[min(from+1, to):to])
		expr = append(append([]cpp.Token{made(r.ts[i], cpp.Punct, "(")}, expr...), made(r.ts[i], cpp.Punct, ")"))
		r.ts = slices.Replace(r.ts, i, end+1, expr...)
	}
}

// is reports whether token i is there and spelled so.
func (r *rewriter) is(i int, text string) bool {
	return i >= 0 && i < len(r.ts) && r.ts[i].Text == text && r.ts[i].Kind != cpp.String
}

// closing is the place of what closes the parenthesis, bracket or brace at i, or the number of tokens.
func (r *rewriter) closing(i int) int {
	depth := 0
	for ; i < len(r.ts); i++ {
		if r.ts[i].Kind != cpp.Punct {
			continue
		}
		switch r.ts[i].Text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return i
}

// made is a token that stands where another does.
func made(at cpp.Token, kind cpp.Kind, text string) cpp.Token {
	at.Kind, at.Text, at.Expanded = kind, text, true
	return at
}

func attributeWord(s string) bool { return s == "__attribute__" || s == "__attribute" }

// enums moves attributes before the tag of an enumeration behind its list.
func (r *rewriter) enums() {
	for i := 0; i < len(r.ts); i++ {
		if !r.is(i, "enum") || i+2 >= len(r.ts) || !attributeWord(r.ts[i+1].Text) {
			continue
		}
		end := r.closing(i + 2)
		if end+2 >= len(r.ts) {
			return
		}
		attr := slices.Clone(r.ts[i+1 : end+1])
		r.ts = slices.Delete(r.ts, i+1, end+1)
		open := i + 1
		if r.ts[open].Kind == cpp.Ident {
			open++
		}
		if r.is(open, "{") {
			if end := r.closing(open); end < len(r.ts) {
				r.ts = slices.Insert(r.ts, end+1, attr...)
			}
		}
	}
}

// packedEnums gives an enumeration that is packed the smallest type that has its values (gcc's manual, "Common Type
// Attributes"), as C23 writes it.
func (r *rewriter) packedEnums() {
	known := map[string]int64{}
	for i := 0; i+2 < len(r.ts); i++ {
		if !r.is(i, "enum") {
			continue
		}
		open := i + 1
		if r.ts[open].Kind == cpp.Ident {
			open++
		}
		if !r.is(open, "{") {
			continue
		}
		end := r.closing(open)
		low, high, ok := r.enumerators(open+1, end, known)
		if !ok || !r.packedAt(end+1) {
			continue
		}
		for _, t := range []struct {
			low, high int64
			name      string
		}{{0, 255, "unsigned char"}, {-128, 127, "signed char"}, {0, 65535, "unsigned short"}, {-32768, 32767, "short"}} {
			if low >= t.low && high <= t.high {
				r.ts = slices.Insert(r.ts, open, made(r.ts[i], cpp.Punct, ":"), made(r.ts[i], cpp.Ident, t.name))
				break
			}
		}
	}
}

// packedAt reports whether attributes from token i on have packed.
func (r *rewriter) packedAt(i int) bool {
	for i+1 < len(r.ts) && attributeWord(r.ts[i].Text) {
		end := r.closing(i + 1)
		if slices.ContainsFunc(r.ts[i:min(end, len(r.ts))], func(t cpp.Token) bool { return t.Text == "packed" || t.Text == "__packed__" }) {
			return true
		}
		i = end + 1
	}
	return false
}

// enumerators are the least and the greatest value of an enumeration, if all are known, and adds the values to known.
func (r *rewriter) enumerators(i, end int, known map[string]int64) (low, high int64, ok bool) {
	next, ok := int64(0), true
	for i < end && i < len(r.ts) {
		name := r.ts[i].Text
		from := i + 1
		for from+1 < end && attributeWord(r.ts[from].Text) {
			from = r.closing(from+1) + 1
		}
		stop := from
		for depth := 0; stop < end && (depth > 0 || !r.is(stop, ",")); stop++ {
			switch r.ts[stop].Text {
			case "(":
				depth++
			case ")":
				depth--
			}
		}
		if r.is(from, "=") && from < stop {
			v, is := cpp.Evaluate(r.ts[from+1:stop], known)
			next, ok = v, ok && is
		}
		if ok {
			known[name] = next
			low, high = min(low, next), max(high, next)
		}
		next++
		i = stop + 1
	}
	return low, high, ok
}

// localLabels gives labels that a block declares names of their own.
func (r *rewriter) localLabels() {
	for i := len(r.ts) - 1; i >= 0; i-- { // inner blocks first
		if !r.is(i, "__label__") {
			continue
		}
		semi := i
		for semi < len(r.ts) && !r.is(semi, ";") {
			semi++
		}
		open := i
		for depth := 0; open >= 0; open-- {
			if r.is(open, "}") {
				depth++
			} else if r.is(open, "{") {
				if depth == 0 {
					break
				}
				depth--
			}
		}
		if open < 0 || semi == len(r.ts) {
			return
		}
		end := r.closing(open)
		for k := i + 1; k < semi; k++ {
			if r.ts[k].Kind == cpp.Ident {
				r.labels++
				r.renameLabel(r.ts[k].Text, fmt.Sprintf("__tuffy_label_%d_%s", r.labels, r.ts[k].Text), semi+1, min(end, len(r.ts)))
			}
		}
		r.ts = slices.Delete(r.ts, i, semi+1)
	}
}

// renameLabel renames a label among tokens: where it stands before a colon, behind goto, or behind &&.
func (r *rewriter) renameLabel(from, to string, i, end int) {
	for ; i < end; i++ {
		if r.ts[i].Kind != cpp.Ident || r.ts[i].Text != from {
			continue
		}
		before := r.ts[i-1].Text
		address := before == "&&" && !r.operandBefore(i-1)
		defined := r.is(i+1, ":") && (before == ";" || before == "{" || before == "}" || before == ":" || before == ")" || before == "else" || before == "do")
		if before == "goto" || address || defined {
			r.ts[i].Text = to
		}
	}
}

// operandBefore reports whether an operand ends before token i, so that && is the logical operator.
func (r *rewriter) operandBefore(i int) bool {
	if i == 0 {
		return false
	}
	t := r.ts[i-1]
	switch t.Kind {
	case cpp.Ident:
		return t.Text != "return" && t.Text != "case" && t.Text != "else" && t.Text != "goto"
	case cpp.Number, cpp.String, cpp.Char:
		return true
	}
	return t.Text == ")" || t.Text == "]"
}

var (
	qualifierWords = []string{"const", "volatile", "restrict", "__const", "__const__", "__volatile", "__volatile__", "__restrict", "__restrict__"}
	typeWords      = []string{"void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool", "_Complex", "__signed__", "__complex__", "__int128"}
	typeofWords    = []string{"typeof", "__typeof", "__typeof__"}
)

// typeofQualifiers moves qualifiers with which a type in typeof begins behind its name.
func (r *rewriter) typeofQualifiers() {
	for i := 0; i+2 < len(r.ts); i++ {
		if r.ts[i].Kind != cpp.Ident || !slices.Contains(typeofWords, r.ts[i].Text) || !r.is(i+1, "(") {
			continue
		}
		from := i + 2
		n := from
		for n < len(r.ts) && slices.Contains(qualifierWords, r.ts[n].Text) {
			n++
		}
		end := n
		switch {
		case n == from:
			continue
		case end < len(r.ts) && (r.is(end, "struct") || r.is(end, "union") || r.is(end, "enum")):
			if end += 2; r.is(end-1, "{") {
				end = r.closing(end-1) + 1
			}
		default:
			end++
			for end < len(r.ts) && slices.Contains(typeWords, r.ts[end].Text) {
				end++
			}
		}
		end = min(end, len(r.ts))
		moved := slices.Clone(r.ts[from:n])
		copy(r.ts[from:], r.ts[n:end])
		copy(r.ts[from+end-n:], moved)
	}
}

// modeTypes are the types of gcc's modes: of integers with and without a sign, and of floats.
var modeTypes = map[string][2]string{
	"QI": {"signed char", "unsigned char"}, "byte": {"signed char", "unsigned char"}, "HI": {"short", "unsigned short"}, "SI": {"int", "unsigned"},
	"DI": {"long", "unsigned long"}, "word": {"long", "unsigned long"}, "pointer": {"long", "unsigned long"}, "unwind_word": {"long", "unsigned long"}, "libgcc_cmp_return": {"long", "unsigned long"},
	"TI": {"__int128", "unsigned __int128"},
	"SF": {"float"}, "DF": {"double"}, "XF": {"long double"}, "SC": {"_Complex float"}, "DC": {"_Complex double"}, "XC": {"_Complex long double"},
}

// modes puts the type that an attribute mode says in the place of the words of the type in the same declaration.
func (r *rewriter) modes() {
	for i := 0; i+4 < len(r.ts); i++ {
		if r.ts[i].Kind != cpp.Ident || r.ts[i].Text != "mode" && r.ts[i].Text != "__mode__" || !r.is(i+1, "(") || !r.is(i+3, ")") || !r.inAttribute(i) {
			continue
		}
		name := r.ts[i+2].Text
		if len(name) > 4 && name[:2] == "__" && name[len(name)-2:] == "__" {
			name = name[2 : len(name)-2]
		}
		types, ok := modeTypes[name]
		if !ok {
			continue
		}
		r.ts[i].Text = "unused"
		r.ts = slices.Delete(r.ts, i+1, i+4)
		first, last, unsigned := r.typeBefore(i)
		if first < 0 {
			continue
		}
		text := types[0]
		if unsigned && types[1] != "" {
			text = types[1]
		}
		at := r.ts[first]
		r.ts = slices.Replace(r.ts, first, last+1, made(at, cpp.Ident, text))
	}
}

// inAttribute reports whether token i is in the list of an attribute.
func (r *rewriter) inAttribute(i int) bool {
	for depth := 0; i > 1; i-- {
		if r.is(i, ")") || r.is(i, ";") || r.is(i, "{") {
			return false
		}
		if r.is(i, "(") {
			if depth++; depth == 2 {
				return attributeWord(r.ts[i-1].Text)
			}
		}
	}
	return false
}

// typeBefore finds the words of the type of the declaration that token i is in. Other declarators of it get the type, too.
func (r *rewriter) typeBefore(i int) (first, last int, unsigned bool) {
	first, depth := -1, 0
	for ; i >= 0; i-- {
		switch t := r.ts[i]; {
		case t.Text == ")" || t.Text == "]":
			depth++
		case t.Text == "(" || t.Text == "[":
			if depth == 0 && !attributeWord(r.ts[max(i-1, 0)].Text) && !r.is(i-1, "(") {
				return first, last, unsigned
			}
			depth = max(depth-1, 0)
		case depth > 0:
		case t.Text == ";" || t.Text == "{" || t.Text == "}" || t.Text == "," && first >= 0:
			return first, last, unsigned
		case slices.Contains(typeWords, t.Text) && t.Kind == cpp.Ident:
			if first < 0 {
				last = i
			}
			first = i
			unsigned = unsigned || t.Text == "unsigned"
		}
	}
	return first, last, unsigned
}

// bareDesignators puts = behind designators of elements that have none: { [1] 5 }.
func (r *rewriter) bareDesignators() {
	for i := 1; i < len(r.ts); i++ {
		if !r.is(i, "[") || r.ts[i].Kind != cpp.Punct || !r.is(i-1, "{") && !r.is(i-1, ",") {
			continue
		}
		end := r.closing(i)
		for r.is(end+1, "[") {
			end = r.closing(end + 1)
		}
		if end+1 < len(r.ts) && !r.is(end+1, "=") && !r.is(end+1, ".") {
			r.ts = slices.Insert(r.ts, end+1, made(r.ts[end], cpp.Punct, "="))
		}
	}
}

// maxSpread is how many elements a range is written out to.
const maxSpread = 1 << 12

// ranges writes ranges of elements out where they stand behind other designators: [0 ... 1].a[2 ... 3] = x. The value must
// have no effects, since it is written out, too.
func (r *rewriter) ranges() {
	for i := 1; i < len(r.ts); i++ {
		if r.ts[i].Kind != cpp.Punct || r.ts[i].Text != "[" && r.ts[i].Text != "." || !r.is(i-1, "{") && !r.is(i-1, ",") {
			continue
		}
		for at := r.innerRange(i); at >= 0 && r.spread(i, at); at = r.innerRange(i) {
		}
	}
}

// innerRange is the place of the first ... of the designators from i on if any range among them is not the first, else -1.
func (r *rewriter) innerRange(i int) int {
	found, start, inner := -1, i, false
	for {
		switch {
		case r.is(i, "."):
			i += 2
		case r.is(i, "["):
			end := r.closing(i)
			for k := i + 1; k < end; k++ {
				if r.is(k, "...") {
					inner = inner || i > start
					if found < 0 {
						found = k
					}
				}
			}
			i = end + 1
		default:
			if !inner || !r.is(i, "=") {
				return -1
			}
			return found
		}
	}
}

// spread writes the range with ... at token at out for the designation that begins at i.
func (r *rewriter) spread(i, at int) bool {
	if !r.is(at-2, "[") || !r.is(at+2, "]") {
		return false
	}
	low, err1 := strconv.ParseInt(r.ts[at-1].Text, 0, 64)
	high, err2 := strconv.ParseInt(r.ts[at+1].Text, 0, 64)
	if err1 != nil || err2 != nil || high < low || high-low > maxSpread {
		return false
	}
	end := at + 3
	for depth := 0; end < len(r.ts); end++ {
		t := r.ts[end]
		if t.Kind == cpp.Punct {
			switch t.Text {
			case "(", "[", "{":
				if depth++; t.Text == "(" && r.ts[end-1].Kind == cpp.Ident && r.ts[end-1].Text != "sizeof" { // a call
					return false
				}
			case ")", "]", "}":
				depth--
			case "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=":
				return false
			}
			if depth < 0 || depth == 0 && t.Text == "," {
				break
			}
		}
	}
	if end == len(r.ts) {
		return false
	}
	head, tail := r.ts[i:at-1], r.ts[at+2:end]
	var out []cpp.Token
	for n := low; n <= high; n++ {
		if n > low {
			out = append(out, made(r.ts[end-1], cpp.Punct, ","))
		}
		out = append(out, head...)
		out = append(out, made(r.ts[at-1], cpp.Number, strconv.FormatInt(n, 10)))
		out = append(out, tail...)
	}
	for n := range out {
		out[n].Expanded = true
	}
	r.ts = slices.Replace(r.ts, i, end, out...)
	return true
}

// oldLengths empties the first bound of parameters that are declared behind the list of a function without a prototype:
// the parameters that it names are not known to the parser, and it means nothing but for its effects.
func (r *rewriter) oldLengths() {
	depth := 0
	for i := 0; i < len(r.ts); i++ {
		switch {
		case r.ts[i].Kind != cpp.Punct:
		case r.is(i, "{"):
			depth++
		case r.is(i, "}"):
			depth = max(depth-1, 0)
		case depth == 0 && r.is(i, ")") && i+1 < len(r.ts) && r.ts[i+1].Kind == cpp.Ident && !attributeWord(r.ts[i+1].Text) && r.ts[i+1].Text != "asm" && r.ts[i+1].Text != "__asm__":
			r.oldParameters(i + 1)
		}
	}
}

// oldParameters empties bounds up to the body of the function.
func (r *rewriter) oldParameters(i int) {
	for ; i < len(r.ts) && !r.is(i, "{"); i++ {
		if !r.is(i, "[") || r.ts[i-1].Kind != cpp.Ident {
			continue
		}
		end := r.closing(i)
		if end < len(r.ts) && slices.ContainsFunc(r.ts[i+1:end], func(t cpp.Token) bool { return t.Kind == cpp.Ident }) {
			r.ts = slices.Delete(r.ts, i+1, end)
		}
	}
}
