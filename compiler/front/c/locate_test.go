package c_test

import (
	"errors"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/front/c"
)

// TestPlaces: mistakes that the parser tells no place of have one, and words of ours.
func TestPlaces(t *testing.T) {
	for _, x := range []struct {
		text, msg string
		line, col int
	}{
		{"int a;\nint f(void) { return 1; }\n_Imaginary b; int z;\n", "imaginary types are not supported", 3, 1},
		{"int x;\nchar c = ''; int r;\n", "a character constant has no character", 2, 10},
		{"#define CAT(a, b) a ## b\nint f(int a) { return a CAT(<, =) 2; }\n", "the operator <= that ## makes is not supported", 2, 25},
		{"double d;\n  double x = 0x1.8;\n", "the constant 0x1.8 is not supported", 2, 14},
		{"int f(void) {\n  return 1;\n\n", "the text ends too early: unexpected the end of the text, expected '}'", 2, 12},
		{"int a[3] = {1,\n", "the text ends too early: unexpected the end of the text, expected unary expression", 1, 15},
	} {
		_, err := c.Compile([]c.File{{Name: "t.c", Text: []byte(x.text)}}, c.Options{})
		var es c.Errors
		if !errors.As(err, &es) {
			t.Errorf("%q: %v", x.text, err)
			continue
		}
		if e := es[0]; e.Msg != x.msg || e.Line != x.line || e.Col != x.col || e.File != "t.c" {
			t.Errorf("%q:\n%v\nwant %d:%d: %s", x.text, err, x.line, x.col, x.msg)
		}
	}
}
