package compiler_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/compiler/runtime"
	"github.com/tuffy-ir/tuffy/parser"
	"github.com/tuffy-ir/tuffy/sim"
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
	start, err := runtime.Start(m, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	code, err := compiler.Compile(context.Background(), m, compiler.Options{Level: "2"})
	if err != nil {
		fmt.Println(err)
		return
	}
	entry, err := compiler.Compile(context.Background(), start, compiler.Options{Internal: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	library, err := compiler.Library(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	var exe bytes.Buffer
	if err := object.WriteExec(&exe, object.Link(code, []string{runtime.Entry}, entry, library), runtime.Entry); err != nil {
		fmt.Println(err)
		return
	}
	s := sim.New(sim.Options{Args: []string{"main"}})
	if err := s.LoadELF(bytes.NewReader(exe.Bytes())); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Run(context.Background()).Code)
	// Output:
	// 42
}
