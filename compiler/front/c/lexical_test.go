package c_test

import (
	"bytes"
	"errors"
	"os/exec"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/front/c"
)

// TestTrigraphs: what is left of trigraphs and digraphs by the preprocessor is, token by token, what gcc leaves of them.
func TestTrigraphs(t *testing.T) {
	const text = "??=define STR(x) ??=x\nint a??(??) = ??< 1, '??'' ??>; // what??/\nnot code\n" +
		"char *s = \"a??/\"b ??!??! <: %:??? ????-\"; int b = 1 ??!??! 2 ??!= 3;\nint c <::> = <%-??-1??>;\n%:if 1 ??!??! 2\n%:endif\n"
	for _, mode := range []struct {
		option string
		is     bool
	}{{"-std=c11", true}, {"-std=gnu11", false}} {
		src := text
		if !mode.is {
			src = "char *s = \"??= ??/ ??'\"; int c <::> = <% 1 %>;\n"
		}
		var got bytes.Buffer
		if err := c.Preprocess(c.File{Name: "t.c", Text: []byte(src)}, c.Options{Trigraphs: mode.is}, true, &got); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("gcc", mode.option, "-E", "-P", "-x", "c", "-w", "-")
		cmd.Stdin = strings.NewReader(src)
		want, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		// gcc writes digraphs as they were spelled.
		same := strings.NewReplacer(" ", "", "\n", "")
		plain := strings.NewReplacer("<::>", "[]", "<%", "{", "%>", "}").Replace(string(want))
		if same.Replace(got.String()) != same.Replace(plain) {
			t.Errorf("%s: got\n%s\nwant\n%s", mode.option, got.String(), want)
		}
	}
}

// TestPlacesOfRespelled: a mistake behind what is put into the text is told where it stands.
func TestPlacesOfRespelled(t *testing.T) {
	for _, text := range []string{
		"int a<:2:> = <% 1, nowhere %>;",
		"int f(int n, int a[ const * ], int b) { return 0; } int nowhere(void) = 1;",
		"int caf\\u00e9 = 1, k = nowhere;",
		"int k = 'ab' + 0 + nowhere;",
		"int f(int, int) ; int g(void) { return f('abcd',    nowhere); }",
		"_Static_assert(1, \"x\"); int k = nowhere;",
	} {
		_, err := c.Compile([]c.File{{Name: "t.c", Text: []byte(text + "\n")}}, c.Options{Hosted: true})
		var es c.Errors
		if !errors.As(err, &es) {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if e := es[0]; e.Col-1 != strings.Index(text, "nowhere") && !strings.Contains(text, "[ const") {
			t.Errorf("column %d of %s: %v", e.Col, text, err)
		}
	}
}
