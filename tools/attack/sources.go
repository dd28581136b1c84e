package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

var (
	cName = regexp.MustCompile(`\b[A-Za-z_][A-Za-z0-9_]*\b`)
	cType = regexp.MustCompile(`\b(char|short|int|long|float|double|void|unsigned|signed|_Bool|size_t|_Complex)\b`)
	cOp   = regexp.MustCompile(`<<=?|>>=?|&&|\|\||->|\+\+|--|[-+*/%&|^=!<>]=|[-+*/%&|^=<>~!?:,.]`)
)

// cText is C as GNU extends it: declarators, attributes and literals where they do not belong.
var cText = dialect{
	[]string{"__attribute__((aligned(", "__attribute__((packed))", "__attribute__((vector_size(16)))", "__attribute__((constructor))", "__attribute__((alias(\"main\")))", "__attribute__((weakref(\"x\")))", "__attribute__((ifunc(\"f\")))", "__attribute__((weak))", "__attribute__((section(\"x\")))", "__attribute__((symver(\"x@y\")))",
		"asm(\".globl x\\nx: call main\");", "asm goto(\"jmp %l0\" : : : : x);", "__builtin_va_arg_pack()", "__thread", "#pragma pack(push, 1)\n", "[]", "[0]", "[-1]", "[static 3]", "[n]", "(*)", "({", "})", "?:", "...",
		"_Generic(0, int: 1)", "_Alignas(64)", "_Static_assert(1, \"\");", "sizeof(int[n])", "&&label", "goto *p;", "case 1 ... 9:", "default:", "__builtin_va_arg(ap, int)", "va_arg(ap, struct s)",
		"{.x = 1, [2] = 3}", "(struct s){0}", "typedef", "static", "extern", "register", "inline", "const", "volatile", "restrict", "_Atomic", "_Thread_local", "struct", "union {", "enum {",
		"#define X X X\n", "#include <stdio.h>\n", "#include __FILE__\n", "#if 1\n", "#endif\n", "#error\n", "#line 0\n", "#pragma pack(1)\n", "##", "\\\n", "'\\x", "\"\\u", "L'", "0x", "1e", "08", "0b2", "1.0e99999", "1i", "99999999999999999999ull",
		"asm(\"\" : \"+r\"(x));", "__int128", "_Complex", "long double", "__label__ x;", "int : 0;", "int f : 65;", "return;", "break;", "continue;", "\x00", "\ufeff", "\xff", "??=", "main(main)"},
	[]string{"{", "(", "[", "(int)", "*", "&", "-", "!", "{{", "struct {", "if (1) ", "for (;;) ", "do ", "({", "x ? ", "x = ", "int (*", "#if 1\n", "\"", "/*", "_Generic(0, default: "},
	func(r *rand.Rand, s string) string {
		switch r.IntN(5) {
		case 0, 1:
			return swapSame(r, s, cName)
		case 2:
			return swap(r, s, numeral, func(string) string { return pick(r, extremes...) })
		case 3:
			return swapSame(r, s, cType)
		}
		return swapSame(r, s, cOp)
	},
}

// attackSources translates mutated C, and runs what comes of it.
func attackSources(s *session) {
	s.inProcess("input.c", func() (func(i int) (string, string), trial) {
		m := newMutator(s.corpusTexts(".c"), cText)
		return func(i int) (string, string) { return m.text(s.rng(i)) }, trySource
	})
}

// trySource wants a module that verifies, or errors with places; of main, that the engines agree on it.
func trySource(text string, word, cause, detail *string) {
	bad := func(c, format string, args ...any) {
		if *cause == "" {
			*cause, *detail = c, fmt.Sprintf(format, args...)
		}
	}
	*word = "translate"
	m, err := c.Compile([]c.File{{Name: "p.c", Text: []byte(text)}}, c.Options{Hosted: true})
	if err != nil {
		*word = "refused"
		var list c.Errors
		if !errors.As(err, &list) || len(list) == 0 {
			bad("error without a place", "%v", err)
			return
		}
		lines := strings.Count(text, "\n") + 1
		for _, e := range list {
			if e.File == "" || e.Line < 1 || e.Col < 1 || e.Msg == "" || e.File == "p.c" && e.Line > lines+1 && !strings.Contains(text, "#") {
				bad("error at no place", "%+v", e)
			}
		}
		if s := err.Error(); len(s) > 1<<20 {
			bad("error too long", "%d bytes", len(s))
		}
		return
	}
	*word = "verify"
	if err := ir.Verify(m); err != nil {
		bad("what was translated does not verify", "%v", err)
		return
	}
	*word = "run"
	if f := m.Func("main"); f == nil || len(f.Params) > 0 {
		return
	}
	runBoth(m, interp.Options{Entry: "main", Fuel: 20_000, MemLimit: 64 << 20, MaxDepth: 1000, PoisonResult: true, Strict: true}, bad)
}

// runBoth wants both engines to agree on outcome, message and steps.
func runBoth(m *ir.Module, o interp.Options, bad func(cause, format string, args ...any)) {
	fast, err1 := interp.Run(context.Background(), m, o)
	o.Exact = true
	reference, err2 := interp.Run(context.Background(), m, o)
	if err1 != nil || err2 != nil {
		if (err1 == nil) != (err2 == nil) {
			bad("engines differ", "%v, %v", err1, err2)
		}
		return
	}
	limit := func(k interp.OutcomeKind) bool { return k == interp.OutOfFuel || k == interp.Unsupported }
	if fast.Kind == interp.OutOfFuel && limit(reference.Kind) || reference.Kind == interp.OutOfFuel && limit(fast.Kind) {
		return // where, and at which limit first, they need not agree on
	}
	if memoryLimit.MatchString(fast.Text()) && memoryLimit.MatchString(reference.Text()) {
		return // each counts what it keeps itself
	}
	if fast.Kind != reference.Kind || fast.Text() != reference.Text() || fast.Steps != reference.Steps {
		bad("engines differ", "@%s: %s (%d steps)\n%s (%d steps)", o.Entry, fast.Text(), fast.Steps, reference.Text(), reference.Steps)
	}
}
