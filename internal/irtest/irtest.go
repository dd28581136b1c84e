// Package irtest reads the programs of tests. A text that is no valid program ends the test with
// its errors and the text.
package irtest

import (
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// Parse returns the verified program of a text; errors place it in test.tir.
func Parse(t testing.TB, text string) *ir.Module {
	t.Helper()
	return verified(t, "test.tir", []byte(text))
}

func verified(t testing.TB, name string, text []byte) *ir.Module {
	t.Helper()
	m, err := parser.Parse(name, text)
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return m
}
