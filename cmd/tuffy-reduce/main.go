// Command tuffy-reduce makes Tuffy IR programs smaller: `tuffy reduce` under its own name.
package main

import (
	"os"

	"github.com/tuffy-ir/tuffy/cmd/internal/verb"
)

func main() { os.Exit(verb.Main(verb.Reduce("tuffy-reduce"))) }
