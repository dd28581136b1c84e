package c

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// Formats that are literals are compared with the types of the arguments (C11 7.21.6.1p9, 7.21.6.2p10), since a run only sees values.
// Types that differ in the sign pass, and so do pointers for %p, void * for any pointer, and char (*)[n] for char *. long and long long are two.

// formatted is a function that takes a format.
type formatted struct {
	at   int  // the argument that is the format; behind it are its arguments
	scan bool // these are pointers to what is read
}

var formatFunctions = map[string]formatted{
	"printf": {0, false}, "fprintf": {1, false}, "dprintf": {1, false}, "sprintf": {1, false}, "snprintf": {2, false}, "asprintf": {1, false},
	"scanf": {0, true}, "fscanf": {1, true}, "sscanf": {1, true},
}

// formatItem is a directive with its argument.
type formatItem struct {
	text   string // as it is written
	length string
	verb   byte // '*' is a width or precision
	least  int  // so many arguments have been assigned by scanf if this is; -1 if that does not tell
}

// misfit is an argument that a directive does not fit.
type misfit struct {
	text  string
	least int
	seen  bool // the function sees it, since the values are of different kinds
}

// formatItems are the directives of a format that take an argument. What is not known ends them.
func formatItems(s string, scan bool) (items []formatItem) {
	assigned, sure := 0, true
	for i := 0; i < len(s); {
		if s[i] != '%' {
			sure = sure && strings.IndexByte(" \t\n", s[i]) >= 0
			i++
			continue
		}
		start, drop := i, false
		for i++; i < len(s) && strings.IndexByte("-+ #0123456789.*", s[i]) >= 0; i++ {
			if s[i] == '*' && scan {
				drop = true
			} else if s[i] == '*' {
				items = append(items, formatItem{text: "*", verb: '*'})
			}
		}
		length := ""
		for _, l := range []string{"hh", "h", "ll", "l", "j", "z", "t", "L"} { // the longer of two first
			if strings.HasPrefix(s[i:], l) {
				length = l
				i += len(l)
				break
			}
		}
		if i >= len(s) {
			return items
		}
		it := formatItem{length: length, verb: s[i], least: -1}
		if i++; it.verb == '[' && scan {
			i += setLength(s[i:])
		}
		it.text = s[start:i]
		switch {
		case it.verb == '%':
			sure = false
			continue
		case strings.IndexByte("diouxXcspnaAeEfFgG[", it.verb) < 0 || it.verb == '[' && !scan:
			return items
		case drop:
			sure = false
			continue
		case it.verb != 'n':
			assigned++
			it.least, sure = assigned, true
		case sure:
			it.least = assigned
		}
		items = append(items, it)
	}
	return items
}

// setLength is how much of s is the rest of a set behind its bracket.
func setLength(s string) int {
	skip := len(s) - len(strings.TrimPrefix(s, "^"))
	if len(s) <= skip {
		return len(s)
	}
	if end := strings.IndexByte(s[skip+1:], ']'); end >= 0 {
		return skip + 1 + end + 1
	}
	return len(s)
}

// lengthSizes are the bytes of the integers that lengths stand for, lengthTypes their types.
var (
	lengthSizes = map[string]int64{"": 4, "hh": 1, "h": 2, "l": 8, "ll": 8, "j": 8, "z": 8, "t": 8}
	lengthTypes = map[string]string{"": "int", "hh": "signed char", "h": "short", "l": "long", "ll": "long long", "j": "intmax_t", "z": "size_t", "t": "ptrdiff_t"}
)

// misfits are the arguments of a call that its format does not fit.
func (g *fn) misfits(n *cc.PostfixExpression, name string, types []cc.Type) (all []misfit) {
	f, ok := formatFunctions[name]
	list := arguments(n)
	if !ok || g.u.hasBody[name] || len(list) <= f.at || len(types) != len(list) {
		return nil
	}
	literal, ok := bare(list[f.at]).(*cc.PrimaryExpression)
	if !ok || literal.Case != cc.PrimaryExpressionString {
		return nil
	}
	b, size, _ := g.u.stringBytes(literal)
	if size != 1 {
		return nil
	}
	text, _, _ := strings.Cut(string(b), "\x00")
	for k, it := range formatItems(text, f.scan) {
		at := f.at + 1 + k
		if at >= len(types) {
			break // the run tells that arguments are missing
		}
		want, fits := g.u.printed(it, types[at])
		if f.scan {
			want, fits = g.u.scanned(it, types[at])
		}
		if !fits {
			t := fmt.Sprintf("%s: directive %q takes an argument of type %s, and argument %d is of type %s", name, it.text, want, at+1, g.u.typeText(types[at], 0))
			all = append(all, misfit{t, it.least, kindOfValue(types[at]) != kindOfText(want)})
			g.u.warn(list[at], "%s", t)
		}
	}
	return all
}

// kindOfValue is what a value of a type is to a function that takes it as a variable argument: an integer, a pointer or a float.
func kindOfValue(t cc.Type) string {
	switch {
	case isVector(t) || isRecord(t):
		return ""
	case isInt(t):
		return "int"
	case isPtrLike(t):
		return "*"
	case t.Kind() == cc.LongDouble:
		return "long double"
	}
	return "double"
}

// kindOfText is kindOfValue for the text of a type that a directive takes.
func kindOfText(s string) string {
	switch {
	case strings.HasSuffix(s, "*"):
		return "*"
	case strings.HasSuffix(s, "double"):
		return s
	}
	return "int"
}

// printed is the type that a directive of printf takes, and whether t is one that may be passed for it.
func (u *unit) printed(it formatItem, t cc.Type) (want string, fits bool) {
	integer := func(length string) bool { return isInt(t) && u.hasLength(promote(t), length) }
	switch it.verb {
	case '*':
		return "int", integer("")
	case 'd', 'i', 'o', 'u', 'x', 'X':
		if lengthSizes[it.length] < 4 {
			return "int", integer("")
		}
		return lengthTypes[it.length], integer(it.length)
	case 'c':
		return "int", integer("")
	case 's':
		return u.characters(it, t)
	case 'p':
		return "void *", isPtrLike(t)
	case 'n':
		return lengthTypes[it.length] + " *", u.pointsTo(t, func(e cc.Type) bool { return isInt(e) && u.hasLength(e, it.length) })
	}
	if it.length == "L" {
		return "long double", !isVector(t) && t.Kind() == cc.LongDouble
	}
	return "double", !isVector(t) && (t.Kind() == cc.Double || t.Kind() == cc.Float)
}

// hasLength reports whether an integer type is the one that a length stands for, but for the sign.
func (u *unit) hasLength(t cc.Type, length string) bool {
	if u.sizeof(t) != lengthSizes[length] {
		return false
	}
	switch k := strip(t).Kind(); k {
	case cc.Long, cc.ULong:
		return length != "ll"
	case cc.LongLong, cc.ULongLong:
		return length == "ll"
	}
	return true
}

// scanned is printed for scanf.
func (u *unit) scanned(it formatItem, t cc.Type) (want string, fits bool) {
	switch it.verb {
	case 'd', 'i', 'o', 'u', 'x', 'X', 'n':
		return lengthTypes[it.length] + " *", u.pointsTo(t, func(e cc.Type) bool { return isInt(e) && u.hasLength(e, it.length) })
	case 'c', 's', '[':
		return u.characters(it, t)
	case 'p':
		return "void **", u.pointsTo(t, isPtr)
	}
	kinds := map[string]cc.Kind{"": cc.Float, "l": cc.Double, "L": cc.LongDouble}
	return kindTexts[kinds[it.length]] + " *", u.pointsTo(t, func(e cc.Type) bool { return !isVector(e) && e.Kind() == kinds[it.length] })
}

// characters is what a directive of strings takes.
func (u *unit) characters(it formatItem, t cc.Type) (want string, fits bool) {
	want, size := "char *", int64(1)
	if it.length == "l" {
		want, size = "wchar_t *", 4
	}
	return want, u.pointsTo(t, func(e cc.Type) bool {
		if isArray(e) {
			e = elem(e)
		}
		return isInt(e) && u.sizeof(e) == size
	})
}

// pointsTo reports whether t is void *, or a pointer to a type that is one of those wanted.
func (u *unit) pointsTo(t cc.Type, is func(e cc.Type) bool) bool {
	if !isPtrLike(t) {
		return false
	}
	e := elem(t.Decay())
	return e != nil && (isVoid(e) || !isFunc(e) && !e.IsIncomplete() && is(e))
}

// misprints makes the check that a call is not reached whose format does not fit: printf takes all its arguments.
func (g *fn) misprints(n *cc.PostfixExpression, name string, all []misfit) {
	if len(all) > 0 && !all[0].seen && g.u.o.Checks && g.b != nil && !formatFunctions[name].scan {
		g.say(g.never(ir.RuleFormat, g.live().BConst(true, g.o), all[0].text), n, g.u.ast.Int, false)
	}
}

// misreads makes the check that scanf, which gave x, has assigned nothing that its format does not fit.
func (g *fn) misreads(n *cc.PostfixExpression, name string, all []misfit, x value) {
	all = slices.DeleteFunc(all, func(m misfit) bool { return m.least < 0 || m.seen })
	if len(all) > 0 && g.u.o.Checks && g.b != nil && formatFunctions[name].scan && isInt(x.t) {
		read := g.compare(ir.GE, x.v, g.int(int64(all[0].least)))
		g.say(g.never(ir.RuleFormat, read, all[0].text+" (C11 7.21.6.2 p10)"), n, x.t, false)
	}
}
