// Command tuffy has every verb of the laboratory as a subcommand.
package main

import (
	"os"

	"github.com/tuffy-ir/tuffy/cmd/internal/verb"
)

func main() { os.Exit(verb.Main(verb.Tuffy())) }
