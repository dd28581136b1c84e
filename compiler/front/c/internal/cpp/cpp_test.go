package cpp

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// text is what gcc -E -P says, but for blanks and ends of lines.
func text(ts []Token) string {
	var b strings.Builder
	for _, t := range ts {
		b.WriteString(t.Text + "\n")
	}
	return b.String()
}

// tokens makes the same of a text.
func tokens(s []byte) string {
	var b strings.Builder
	toks := (&lexer{src: s, line: 1}).all()
	for i := 0; i < len(toks); i++ {
		if toks[i].Text == "#" && toks[i].first {
			n := i + 1
			for n < len(toks) && !toks[n].first {
				n++
			}
			b.WriteString("#" + spelled(toks[i+1:n]) + "\n")
			i = n - 1
			continue
		}
		b.WriteString(toks[i].Text + "\n")
	}
	return b.String()
}

// TestLikeGCC compares with gcc's preprocessor, token by token.
func TestLikeGCC(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("gcc", "-E", "-P", "-undef", "-w", "-std=gnu2x", "-I", "testdata/include", name)
		cmd.Stderr = os.Stderr
		want, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, err := Run(Config{Open: os.ReadFile, Angled: []string{"testdata/include"}, Limit: 1e6}, []Source{{Name: name, Text: src}})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if g, w := text(got), tokens(want); g != w {
			gl, wl := strings.Split(g, "\n"), strings.Split(w, "\n")
			for i := range min(len(gl), len(wl)) {
				if gl[i] != wl[i] {
					t.Errorf("%s: token %d is %q behind %q, with gcc %q", name, i, gl[i], gl[max(0, i-8):i], wl[i])
					break
				}
			}
			if len(gl) != len(wl) {
				t.Errorf("%s: %d tokens, with gcc %d", name, len(gl), len(wl))
			}
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"#if 1\n", "f.c:1:2: "},
		{"#else\n", "#else without #if"},
		{"#if 1/0\n#endif", "a division by zero in a condition"},
		{"#if 0&&1/0\n#endif", ""},
		{"#include <x.h>\n", "the header x.h is not found"},
		{"#define F(a) a\nF(1\n", "f.c:2:1: the arguments of the macro F are not ended by )"},
		{"#define F(a) a\nF(1,2)\n", "the macro F takes 1 arguments, and 2 are given"},
		{"#define F(a,...) __VA_OPT__\nF(1,2)\n", "__VA_OPT__ in the macro F needs parentheses"},
		{"#define F - ## 1a ## +\nF", "make no token, which ## pastes"},
		{"#error x  y\n", "#error x y"},
		{"#foo\n", "the directive #foo is not known"},
		{"int a; /* x", "f.c:1:8: a comment is not ended"},
		{"#if defined 3\n#endif", "defined needs a name"},
		{"#if defined(X\n#endif", "defined needs a name"},
	} {
		_, err := Run(Config{Open: func(string) ([]byte, error) { return nil, os.ErrNotExist }, Limit: 1000}, []Source{{Name: "f.c", Text: []byte(c.text)}})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), strings.TrimSpace(c.want)) && c.want != "f.c:1:2: ") {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}

// FuzzRun: no text is a panic.
func FuzzRun(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.c")
	for _, name := range files {
		src, _ := os.ReadFile(name)
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if bytes.Count(src, []byte("define")) > 30 {
			return // what doubles thirty times is for the limit of expansions, and slow
		}
		_, _ = Run(Config{Open: os.ReadFile, Limit: 1e5}, []Source{{Name: "f.c", Text: src}})
	})
}
