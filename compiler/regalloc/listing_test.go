package regalloc_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/amd64/isel"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/compiler/regalloc"
	"github.com/tuffy-ir/tuffy/internal/golden"
	"github.com/tuffy-ir/tuffy/internal/irtest"
)

// placed is a listing with the place of each operand after its value, and with the moves.
func placed(f *mach.Func, a *mach.Alloc) string {
	var s strings.Builder
	place := func(l mach.Loc) string {
		if n, ok := l.Slot(); ok {
			return fmt.Sprintf("slot%d", n)
		}
		if l == mach.NoLoc {
			return "nowhere"
		}
		return f.Target.Registers().Names[l.Reg()]
	}
	moves := a.Moves
	for b := range f.Blocks {
		fmt.Fprintf(&s, "bb%d:\n", b)
		for i := f.Blocks[b].First; i < f.Blocks[b].End; i++ {
			for ; len(moves) > 0 && moves[0].Before <= i; moves = moves[1:] {
				if m := moves[0]; m.Remat > 0 {
					fmt.Fprintf(&s, "  make %s again\n", place(m.To))
				} else {
					fmt.Fprintf(&s, "  move %s, %s\n", place(m.To), place(m.From))
				}
			}
			in, ops := &f.Insts[i], f.Ops(i)
			operand := func(n int) string { return fmt.Sprintf("v%d@%s", ops[n].V, place(a.Locs[int(in.First)+n])) }
			switch in.Kind {
			case mach.Row, mach.Call:
				s.WriteString("  " + f.Target.RowText(f, i, operand))
			default:
				fmt.Fprintf(&s, "  %s", map[mach.Kind]string{mach.Params: "params", mach.Copy: "copy", mach.Jump: "jump", mach.Branch: "branch",
					mach.Table: "table", mach.Return: "return", mach.Trap: "trap", mach.Addr: "addr"}[in.Kind])
				for n := range ops {
					s.WriteString(" " + operand(n))
				}
			}
			s.WriteString("\n")
		}
	}
	fmt.Fprintf(&s, "slots %d\n", len(a.Slots))
	return s.String()
}

// TestListings: where the greedy allocator puts values, and where the local one does. The checker of
// allocations, which shares nothing with them, must agree with both.
func TestListings(t *testing.T) {
	golden.Check(t, "testdata/listings.txt", func(t *testing.T, c *golden.Case) string {
		m := irtest.Parse(t, c.Program)
		f, _, err := isel.Func(m.Funcs[0], m, isel.Options{Opt: 2})
		if err != nil {
			t.Fatal(err)
		}
		out := ""
		for _, o := range []regalloc.Options{{}, {Local: true}} {
			a, err := regalloc.Run(f, o)
			if err == nil {
				err = regalloc.Check(f, a)
			}
			if err != nil {
				t.Fatal(err)
			}
			list := placed(f, a)
			if o.Local {
				out += "local allocator\n" + list
				continue
			}
			for d := range strings.Lines(c.Part("demands")) {
				pattern, not := strings.CutPrefix(strings.TrimSuffix(d, "\n"), "!")
				if regexp.MustCompile(pattern).MatchString(list) == not {
					t.Errorf("%s\n%s", d, list)
				}
			}
			out += "greedy allocator\n" + list
		}
		return out
	})
}
