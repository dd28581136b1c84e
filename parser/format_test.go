package parser

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestFormat(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"comments stay", `// Licence.
// Of two lines.

; about f
func @f(%n: int) -> int { // head
; about the entry
  bb7:  ; the entry
// about v20
 v20  =  param %n // the argument
        ; two
        ; lines

   v3 = add v20,   // first operand
      v20 // second operand
   ret v3
   // last words
} // end
data @x = zero 4 ; four
// end of file`, `// Licence.
// Of two lines.

; about f
func @f(%n: int) -> int { // head
  ; about the entry
  bb7: ; the entry
    // about v20
    v20 = param %n // the argument
    ; two
    ; lines

    v3 = add v20, v20 // first operand
    // second operand
    ret v3
  // last words
} // end

data @x = zero 4 ; four
// end of file
`},
		{"CRLF", "func @f() { ; a\r\nbb0:\r\n; b\r\n\r\nret\r\n}\r\n", `func @f() { ; a
  bb0:
    ; b

    ret
}
`},
		{"spellings that are expanded stay", `func @f(int:u8, ptr) {
bb0:
v0:u8 = param 0
// before
v1:u8  =  saturating_add.8   v0,v0 // sum
; more
v2,v3=sadd_overflow.32 v1 , v0 !loc("a  b,c;",3) // one
// two
v4=null
v5: ptr = null
v6 = add v2, v1
ret // done
}
`,
			`func @f(int:u8, ptr) {
  bb0:
    v0:u8 = param 0
    // before
    v1:u8 = saturating_add.8 v0, v0 // sum
    ; more
    v2, v3 = sadd_overflow.32 v1, v0 !loc("a  b,c;", 3) // one
    // two
    v4 = null
    v5: ptr = null
    v6 = add v2, v1
    ret // done
}
`},
		{"nothing but comments", "; a\n\n// b", "; a\n\n// b\n"},
		{"a marker in a string is no comment", "data @x = \"a // b\" // c\ndata @\"; y\" = zero 1", `data @x = "a // b" // c
data @"; y" = zero 1
`},
		{"regions", `func @f() {
bb0:
br bb1
region loop { ; L
; in
bb1:
continue ; again
; out
}
; end
}`, `func @f() {
  bb0:
    br bb1

  region loop { ; L
    ; in
    bb1:
      continue ; again
    ; out
  }
  ; end
}
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Format("t.tir", []byte(c.in))
			if err != nil || string(got) != c.want {
				t.Errorf("%v, got\n%s\nwant\n%s", err, got, c.want)
			}
			checkFormat(t, []byte(c.in))
		})
	}
}

// TestFormatCorpus: every program of the corpus keeps its comments and its meaning, and is not changed twice.
func TestFormatCorpus(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../corpus", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".tir" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		files++
		t.Run(name, func(t *testing.T) { checkFormat(t, text) })
		return nil
	})
	if err != nil || files < 100 {
		t.Errorf("%d files: %v", files, err)
	}
}

// commentText finds comments without the parser: a marker that stands in no string and in no array type.
var commentText = regexp.MustCompile(`(?m)"(?:[^"\\\n]|\\.)*"|\[[^]\n]*\]|((?://|;)[^\n]*)`)

// checkFormat holds a form to what must be true of it whatever the text is.
func checkFormat(t *testing.T, text []byte) {
	t.Helper()
	m, err := Parse("t.tir", text)
	got, ferr := Format("t.tir", text)
	if (err == nil) != (ferr == nil) {
		t.Fatalf("parsing: %v, formatting: %v", err, ferr)
	}
	if err != nil {
		return
	}
	back, err := Parse("t.tir", got)
	if err != nil || back.Canonical() != m.Canonical() || back.String() != m.String() {
		t.Fatalf("%v: another program:\n%s", err, got)
	}
	if again, err := Format("t.tir", got); err != nil || string(again) != string(got) {
		t.Errorf("%v, changed twice:\n%s\nthen\n%s", err, got, again)
	}
	comments := func(text string) (out []string) {
		for _, c := range commentText.FindAllStringSubmatch(text, -1) {
			if c[1] != "" {
				out = append(out, strings.TrimRight(c[1], " \t\r"))
			}
		}
		return out
	}
	if a, b := comments(string(text)), comments(string(got)); !slices.Equal(a, b) {
		t.Errorf("comments\n%q became\n%q", a, b)
	}
}
