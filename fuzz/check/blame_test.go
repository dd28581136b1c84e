package check

import (
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/ir"
)

// TestBlameNobody: a program that is found wrong without any rewrite, or is not found wrong again,
// blames none of them, and the story says why.
func TestBlameNobody(t *testing.T) {
	program := func(n string) *ir.Module {
		return irtest.Parse(t, `func @main() -> int {
bb0:
  v0 = iconst `+n+`
  v1 = iconst 0
  v2 = add v0, v1
  ret v2
}
`)
	}
	level := func(*Subject) pass.Options {
		c, err := opt.Preset("2")
		if err != nil {
			t.Fatal(err)
		}
		return pass.Options{Config: strict(c)}
	}
	other := (&Subject{Module: program("2")}).Base()
	for _, row := range []struct {
		s    *Subject
		want error
	}{
		{&Subject{Module: program("1"), base: other}, pass.ErrWithout},
		{&Subject{Module: program("1")}, pass.ErrUnsteady},
	} {
		if rule, story := blame(row.s, level); rule != "" || story != row.want.Error() {
			t.Errorf("%q: %s, want %q", rule, story, row.want)
		}
	}
}
