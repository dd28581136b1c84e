package quote

import (
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// words are what has been taken for something else, and random bytes.
func words(t *testing.T) []string {
	all := []string{"", "a", "a b", "it's", `"`, "$(id)", "`id`", "$HOME", "*", "~", "~root", "=ls", "-x", "--", "a\nb", "\n", "a\n", "\\", "\\'", "!x", "#", "a#b", "{a,b}",
		"\x1b[31m", "\x1b]0;x\a", "a\tb", "\x80\xff", "é", "a\u202eb", "\u00a0", ";", "a;b", "&", "|", "<", ">", "(", ")", "\r", "\x7f", "\x01", "'$'", "$'x'"}
	r := rand.New(rand.NewPCG(testseed.Seed(t), 1))
	for range 300 {
		b := make([]byte, r.IntN(8))
		for n := range b {
			if b[n] = byte(1 + r.IntN(255)); r.IntN(2) == 0 {
				b[n] = "'\"$`\\ \n-"[r.IntN(8)]
			}
		}
		all = append(all, string(b))
	}
	return all
}

// TestArg: shells read back what was meant, and what is shown is harmless to a terminal.
func TestArg(t *testing.T) {
	for _, shell := range []string{"sh", "bash"} {
		if _, err := exec.LookPath(shell); err != nil {
			t.Logf("there is no %s", shell)
			continue
		}
		var script strings.Builder
		var asked []string
		for _, w := range words(t) {
			q := Arg(w)
			if Text(q) != q || strings.Contains(q, "\n") {
				t.Errorf("%q is shown as %q", w, q)
			}
			if shell == "sh" && strings.HasPrefix(q, "$'") {
				continue
			}
			asked = append(asked, w, w)
			script.WriteString("printf '%s\\0' " + q + " " + Word(w) + "\n")
		}
		cmd := exec.Command(shell, "-c", script.String())
		cmd.Env = []string{"LC_ALL=C"}
		out, err := cmd.Output()
		got := strings.Split(string(out), "\x00")
		if err != nil || len(got) != len(asked)+1 {
			t.Fatalf("%s: %v, %d words of %d", shell, err, len(got)-1, len(asked))
		}
		for n, w := range asked {
			if got[n] != w {
				t.Errorf("%s reads %s as %q, not %q", shell, Arg(w), got[n], w)
			}
		}
	}
}

// TestFile: no name is a flag.
func TestFile(t *testing.T) {
	for name, want := range map[string]string{"-": "-", "-x.tir": "./-x.tir", "--help": "./--help", "a": "a", "-a b": "'./-a b'"} {
		if got := File(name); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}

// TestVisible: what is shown has no control characters but those that are kept.
func TestVisible(t *testing.T) {
	for _, w := range words(t) {
		for _, s := range []string{Text(w), Line(w)} {
			for _, r := range s {
				if !unicode.IsPrint(r) && r != '\n' && r != '\t' || !utf8.ValidString(s) {
					t.Errorf("%q is shown as %q", w, s)
				}
			}
		}
		if strings.ContainsAny(Line(w), "\n\t") {
			t.Errorf("%q is shown in lines: %q", w, Line(w))
		}
	}
	if got := Line("a\x1b[2Jb\n"); got != `a\u{1b}[2Jb\n` {
		t.Errorf("got %q", got)
	}
}
