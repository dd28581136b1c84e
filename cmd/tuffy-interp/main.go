// Command tuffy-interp runs and compares Tuffy IR programs: `tuffy interp` under its own name.
package main

import (
	"os"

	"github.com/tuffy-ir/tuffy/cmd/internal/verb"
)

func main() { os.Exit(verb.Main(verb.Interp("tuffy-interp"))) }
