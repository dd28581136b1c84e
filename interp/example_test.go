package interp_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

func Example() {
	m, err := parser.Parse("average.tir", []byte(`func @average(int:s32, int:s32) -> int:s32 {
  bb0:
    v0:s32 = param 0
    v1:s32 = param 1
    v2:s32 = add v0, v1      // poison when the sum leaves 32 bits
    v3 = iconst 2
    v4:s32 = tdiv v2, v3
    ret v4
}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, x := range []int64{3, 1<<31 - 1} {
		out, err := interp.Run(context.Background(), m, interp.Options{Entry: "average", Args: []interp.Value{interp.NewInt(x), interp.NewInt(5)}})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(out)
		for _, u := range out.Reports {
			fmt.Println(u.Code, u.Message)
		}
	}
	// Output:
	// returned 4
	// returned poison
	// TUF-UB-022 poison-result the result of @average is poison
}

// breakpoint stops a run before the first instruction with an opcode.
type breakpoint struct {
	op    ir.Op
	first interp.Value // operand of that instruction
}

var errBreak = errors.New("breakpoint")

func (b *breakpoint) Before(s *interp.Step) error {
	if s.Func.Op(s.Inst) != b.op {
		return nil
	}
	b.first, _ = s.Value(s.Func.Arg(s.Inst, 0))
	return errBreak
}

func (b *breakpoint) After(*interp.Step) error { return nil }

func ExampleObserver() {
	m, err := parser.Parse("average.tir", []byte(`func @average(int:s32, int:s32) -> int:s32 {
  bb0:
    v0:s32 = param 0
    v1:s32 = param 1
    v2:s32 = add v0, v1      // poison when the sum leaves 32 bits
    v3 = iconst 2
    v4:s32 = tdiv v2, v3
    ret v4
}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	stop := &breakpoint{op: ir.OpTDiv}
	out, err := interp.Run(context.Background(), m, interp.Options{Entry: "average", Args: []interp.Value{interp.NewInt(3), interp.NewInt(5)}, Observer: stop})
	fmt.Println(errors.Is(err, errBreak), out.Steps, stop.first)
	// Output:
	// true 5 8
}
