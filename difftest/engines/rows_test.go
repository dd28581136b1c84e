package engines_test

import (
	"context"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/difftest/engines"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/x86"
)

// TestRows: code of the program is looked at, and not that of the run-time library.
func TestRows(t *testing.T) {
	m := irtest.Parse(t, `func @f(int:s32, int:s32) -> int:s64 {
bb0:
 v0 = param 0
 v1 = param 1
 v2:s64 = mul v0, v1
 ret v2
}
`)
	image, err := engines.Build(context.Background(), &engines.Program{Module: m, Entry: "f"}, compiler.Options{Level: "1"}, []*difftest.Input{})
	if err != nil {
		t.Fatal(err)
	}
	rows := image.Rows()
	names := ""
	multiplies := slices.ContainsFunc(rows, func(op x86.Op) bool {
		names += " " + op.String()
		return op.String() == "IMUL_r64_rm64"
	})
	if !multiplies || len(rows) > 8 {
		t.Errorf("rows%s", names)
	}
}
