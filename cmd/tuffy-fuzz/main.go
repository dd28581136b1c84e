// Command tuffy-fuzz looks for bugs in Tuffy: `tuffy fuzz` under its own name.
package main

import (
	"os"

	"github.com/tuffy-ir/tuffy/cmd/internal/verb"
)

func main() { os.Exit(verb.Main(verb.Fuzz("tuffy-fuzz"))) }
