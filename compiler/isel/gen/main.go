// Gen turns the exported selection rules into Go.
//
//	gen selection.json rules_gen.go
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: gen selection.json rules_gen.go")
		os.Exit(64)
	}
	data, err := os.ReadFile(os.Args[1])
	if err == nil {
		var code []byte
		if code, err = generate(os.Args[1], data); err == nil {
			err = os.WriteFile(os.Args[2], code, 0o644)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(65)
	}
}
