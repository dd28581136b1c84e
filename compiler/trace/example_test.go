package trace_test

import (
	"context"
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/parser"
)

func Example() {
	m, err := parser.Parse("main.tir", []byte(`func @main() -> int:s32 {
  bb0:
    v0 = iconst 6
    v1 = iconst 7
    v2:s32 = mul v0, v1
    ret v2
}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	config, err := opt.Preset("2")
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := pass.Recorded(context.Background(), m, opt.Passes(), pass.Options{Config: config, Trace: trace.Full})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range t.Entries {
		fmt.Println(e.Seq, e.Pass, e.Rule, e.Function)
	}
	// Output:
	// 1 sccp constant main
	// 2 dce unused main
	// 3 dce unused main
	// 4 dce unused main
}
