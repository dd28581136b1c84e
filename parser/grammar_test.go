package parser

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/exp/ebnf"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// grammar is that of docs/spec/grammar.md, every production of which is used.
func grammar(t *testing.T) ebnf.Grammar {
	t.Helper()
	page, err := os.ReadFile("../docs/spec/grammar.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "```ebnf\n")
	text, _, _ = strings.Cut(text, "```")
	g, err := ebnf.Parse("grammar.md", strings.NewReader(text))
	if err == nil {
		err = ebnf.Verify(g, "Module")
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// recogniser says whether a text is derived from a grammar. It keeps all ends that an expression may have from a place,
// so that no choice has to be right.
type recogniser struct {
	g     ebnf.Grammar
	src   string
	known map[place][]int
	far   int // how far any token came
}

type place struct {
	name string
	at   int
}

// blanks is where the next token begins, and whether a line ends before.
func (r *recogniser) blanks(at int, semicolon bool) (int, bool) {
	nl := false
	for at < len(r.src) {
		c := r.src[at]
		switch {
		case c == '\n':
			nl = true
		case c == ' ' || c == '\t' || c == '\r':
		case c == ';' && !semicolon || strings.HasPrefix(r.src[at:], "//"):
			n := strings.IndexByte(r.src[at:], '\n')
			if n < 0 {
				return len(r.src), true
			}
			at += n
			continue
		default:
			return at, nl
		}
		at++
	}
	return at, true
}

// ends are where an expression may end that begins at a place. In a lexical one there are no blanks.
func (r *recogniser) ends(x ebnf.Expression, at int, lexical bool) []int {
	switch x := x.(type) {
	case nil:
		return []int{at}
	case ebnf.Alternative:
		var out []int
		for _, y := range x {
			out = append(out, r.ends(y, at, lexical)...)
		}
		return unique(out)
	case ebnf.Sequence:
		out := []int{at}
		for _, y := range x {
			var next []int
			for _, e := range out {
				next = append(next, r.ends(y, e, lexical)...)
			}
			out = unique(next)
		}
		return out
	case *ebnf.Group:
		return r.ends(x.Body, at, lexical)
	case *ebnf.Option:
		return unique(append([]int{at}, r.ends(x.Body, at, lexical)...))
	case *ebnf.Repetition:
		out, work := []int{at}, []int{at}
		for len(work) > 0 {
			var next []int
			for _, e := range work {
				for _, f := range r.ends(x.Body, e, lexical) {
					if !slices.Contains(out, f) {
						out, next = append(out, f), append(next, f)
					}
				}
			}
			work = next
		}
		return unique(out)
	case *ebnf.Name:
		return r.name(x.String, at, lexical)
	case *ebnf.Range:
		c, n := utf8.DecodeRuneInString(r.src[at:])
		lo, _ := utf8.DecodeRuneInString(x.Begin.String)
		hi, _ := utf8.DecodeRuneInString(x.End.String)
		if n > 0 && c >= lo && c <= hi {
			return []int{at + n}
		}
	case *ebnf.Token:
		if !lexical {
			at, _ = r.blanks(at, x.String == ";")
		}
		if strings.HasPrefix(r.src[at:], x.String) {
			end := at + len(x.String)
			if lexical || r.whole(end) {
				return []int{end}
			}
		}
	}
	return nil
}

// whole reports whether a token may end at a place: not within a word.
func (r *recogniser) whole(end int) bool {
	r.far = max(r.far, end)
	return end == len(r.src) || !wordByte(r.src[end-1]) || !wordByte(r.src[end])
}

func (r *recogniser) name(name string, at int, lexical bool) []int {
	token := !lexical && unicode.IsLower(rune(name[0]))
	if name == "eol" {
		next, nl := r.blanks(at, false)
		if nl || strings.HasPrefix(r.src[next:], "}") {
			return []int{at}
		}
		return nil
	}
	if token {
		at, _ = r.blanks(at, false)
	}
	key := place{name, at}
	if out, ok := r.known[key]; ok {
		return out
	}
	out := r.ends(r.g[name].Expr, at, lexical || token)
	if token {
		out = slices.DeleteFunc(slices.Clone(out), func(end int) bool { return !r.whole(end) })
	}
	r.known[key] = out
	return out
}

// unique sorts a copy: what is known is not to be changed.
func unique(list []int) []int {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}

// recognise is nil if the grammar has the text, or says how far it came.
func recognise(g ebnf.Grammar, src string) error {
	r := &recogniser{g: g, src: src, known: map[place][]int{}}
	for _, end := range r.ends(&ebnf.Name{String: "Module"}, 0, false) {
		if next, _ := r.blanks(end, false); next == len(src) {
			return nil
		}
	}
	line := 1 + strings.Count(src[:r.far], "\n")
	return fmt.Errorf("line %d: %q is no derivation", line, src[r.far:min(len(src), r.far+30)])
}

// TestGrammarCorpus: the grammar has every text of the corpus that the parser accepts.
func TestGrammarCorpus(t *testing.T) {
	g := grammar(t)
	texts := 0
	err := filepath.WalkDir("../corpus", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".tir" {
			return err
		}
		src, err := os.ReadFile(name)
		if err != nil || len(src) > testseed.Rounds(20_000, 4000) {
			return err
		}
		if _, err := Parse(name, src); err != nil {
			return nil
		}
		texts++
		if err := recognise(g, string(src)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		return nil
	})
	if err != nil || texts < testseed.Rounds(300, 150) {
		t.Errorf("%d texts, %v", texts, err)
	}
}

// TestGrammarRefuses: texts that the parser refuses for their form are none of the grammar.
func TestGrammarRefuses(t *testing.T) {
	g := grammar(t)
	const good = `func @f(int) -> int {
  bb0:
    v0 = param 0
    v1:s8 = add v0, v0
    ret v1
}
`
	if err := recognise(g, good); err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{{"func @f", "func f"}, {"{", ""}, {"bb0:", "bb0"}, {"bb0:", "b0:"}, {"v0 = param 0\n", "v0 = param 0 "}, {"add v0, v0", "add v0 v0"},
		{"s8", "s8x"}, {"-> int {", "-> {"}, {"v1:s8 =", "v1:s8"}, {"(int)", "(int"}, {"}", "} }"}, {"ret v1", "ret v1,, v1"}} {
		bad := strings.Replace(good, change[0], change[1], 1)
		if _, err := Parse("a.tir", []byte(bad)); err == nil {
			t.Errorf("the parser takes %q for %q", change[1], change[0])
		}
		if recognise(g, bad) == nil {
			t.Errorf("the grammar has %q for %q", change[1], change[0])
		}
	}
}

// form tells mistakes that a grammar sees from those of meaning: of names, numbers and types.
var form = regexp.MustCompile(`expected|unknown|is not closed|must follow|outside a block|no integer|no decimal|no hexadecimal`)

// deriver makes texts of a grammar.
type deriver struct {
	g   ebnf.Grammar
	r   *rand.Rand
	out strings.Builder
}

// derive appends a derivation of x. Depth bounds nesting: below it, what is optional is left out, and the shortest
// alternative is taken.
func (d *deriver) derive(x ebnf.Expression, depth int, lexical bool) {
	token := func(s string) {
		if !lexical {
			d.out.WriteByte(' ')
		}
		d.out.WriteString(s)
		if !lexical && (s == "{" || s == "}") {
			d.out.WriteByte('\n')
		}
	}
	switch x := x.(type) {
	case ebnf.Alternative:
		n := d.r.IntN(len(x))
		if depth <= 0 {
			n = 0
		}
		d.derive(x[n], depth-1, lexical)
	case ebnf.Sequence:
		for _, y := range x {
			d.derive(y, depth, lexical)
		}
	case *ebnf.Group:
		d.derive(x.Body, depth, lexical)
	case *ebnf.Option:
		if depth > 0 && d.r.IntN(2) == 0 {
			d.derive(x.Body, depth-1, lexical)
		}
	case *ebnf.Repetition:
		for depth > 0 && d.r.IntN(5) < 3 {
			d.derive(x.Body, depth-1, lexical)
		}
	case *ebnf.Range:
		lo, _ := utf8.DecodeRuneInString(x.Begin.String)
		hi, _ := utf8.DecodeRuneInString(x.End.String)
		c := lo + rune(d.r.IntN(int(hi-lo)+1))
		if c >= 0xd800 && c < 0xe000 { // no characters
			c = lo
		}
		d.out.WriteRune(c)
	case *ebnf.Token:
		token(x.String)
	case *ebnf.Name:
		switch {
		case x.String == "eol":
			d.out.WriteByte('\n')
		case operations[x.String] != nil:
			token(operations[x.String][d.r.IntN(len(operations[x.String]))])
		case x.String == "power":
			if !lexical {
				d.out.WriteByte(' ')
			}
			d.out.WriteString([]string{"1", "2", "8"}[d.r.IntN(3)])
		case !lexical && unicode.IsLower(rune(x.String[0])):
			d.out.WriteByte(' ')
			d.derive(d.g[x.String].Expr, 3, true)
		default:
			d.derive(d.g[x.String].Expr, depth-1, lexical)
		}
	}
}

// operations are mnemonics of the lexical productions that name a class of them; that the operands fit is another matter.
var operations = map[string][]string{
	"opcode":  {"add", "ret", "icmp.lt", "freeze", "unreachable", "vec.add.s32", "select", "continue", "sadd_overflow.32", "null"},
	"floatop": {"fadd", "fma", "fdiv"},
	"access":  {"load.8", "store.4", "memcpy", "load.atomic.acquire.4"},
}

// TestGrammarDerivations: the parser finds no mistake of form in texts that are derived from the grammar at random. Mistakes of
// meaning stay: a random text uses values that nothing binds.
func TestGrammarDerivations(t *testing.T) {
	g := grammar(t)
	seed := testseed.Seed(t)
	accepted, rounds := 0, testseed.Rounds(20_000, 4_000)
	for n := range rounds {
		d := &deriver{g: g, r: rand.New(rand.NewPCG(seed, uint64(n)))}
		d.derive(&ebnf.Name{String: "Module"}, 4+d.r.IntN(10), false)
		src := d.out.String()
		if err := recognise(g, src); err != nil {
			t.Fatalf("the recogniser refuses a derivation: %v\n%s", err, src)
		}
		_, err := Parse("a.tir", []byte(src))
		var list ErrorList
		if err == nil {
			accepted++
		} else if !errors.As(err, &list) {
			t.Fatal(err)
		}
		// Only the first: what follows may be its consequence, where a line or an item was not read to its end.
		if err != nil && form.MatchString(list.Errors[0].Msg) {
			t.Fatalf("text %d: %v\n%s", n, list.Errors[0], src)
		}
	}
	if accepted < rounds/50 {
		t.Errorf("%d of %d texts are accepted as they are", accepted, rounds)
	}
}
