// Command cmd compiles files in C for package cgen: its arguments are the text that is written, the directory of the sources, and their
// names.
package main

import (
	"fmt"
	"os"

	"github.com/tuffy-ir/tuffy/internal/cgen"
)

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "usage: cmd TEXT DIRECTORY SOURCE...")
		os.Exit(64)
	}
	text, err := cgen.Translate(os.DirFS(os.Args[2]), os.Args[3:]...)
	if err == nil {
		err = os.WriteFile(os.Args[1], []byte(text), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "cgen:", err)
		os.Exit(65)
	}
}
