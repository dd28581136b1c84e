// Command tuffy-replay replays, compares, reports and bisects traces of the optimizer.
package main

import (
	"os"

	"github.com/tuffy-ir/tuffy/cmd/internal/verb"
)

func main() { os.Exit(verb.Main(verb.Replay("tuffy-replay"))) }
