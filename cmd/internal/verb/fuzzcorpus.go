package verb

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/fuzz/corpusfmt"
	"github.com/tuffy-ir/tuffy/ir"
)

// fuzzCorpus converts the inputs of one fuzzing engine for another.
//
// The types are needed in one direction only: go-fuzz has byte strings alone, while a file of go test
// names the type of each value.
func fuzzCorpus() *cobra.Command {
	var to, types string
	c := &cobra.Command{
		Use:   "corpus --to go|go-fuzz DIR OUT",
		Short: "Convert inputs between go test -fuzz and go-fuzz",
		Long: `Reads every input of the folder DIR and writes it to OUT in the other engine's format, named as
that engine names its files. Inputs that are in OUT already are left as they are.

With --to go, DIR is the corpus or crashers folder of go-fuzz and OUT usually testdata/fuzz/TARGET.
With --to go-fuzz, DIR is such a folder, or the target's in the cache of go test.

Several values become one byte string: numbers first, little-endian, then the byte strings, all
but the last after their length as a uvarint.`,
		Example: `  tuffy-fuzz corpus --to go-fuzz fuzz/check/testdata/fuzz/FuzzChecks work/corpus
  tuffy-fuzz corpus --to go work/crashers fuzz/check/testdata/fuzz/FuzzChecks`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return fmt.Errorf("expected two folders, the inputs and where they go, got %d", len(args))
			}
			return nil
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 1 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(c *cobra.Command, dirs []string) error {
			var n corpusfmt.Counts
			var err error
			switch to {
			case "go":
				// A type that is unknown is one of usage, and is found before a file is read.
				want, bad := corpusfmt.TypesNamed(types)
				if bad != nil {
					return bad
				}
				n, err = corpusfmt.ToGo(dirs[0], dirs[1], want)
			case "go-fuzz":
				if c.Flags().Changed("types") {
					return errors.New("--types is for --to go; Go's files say themselves what they hold")
				}
				n, err = corpusfmt.ToGoFuzz(dirs[0], dirs[1])
			default:
				return errors.New("say which format to write with --to go or --to go-fuzz")
			}
			if err != nil {
				return badInput{err}
			}
			fmt.Fprintf(c.OutOrStdout(), "%s: %d written, %d known; %d descriptions left out\n", ir.Counted(n.Read, "input"), n.Written, n.Known, n.Left)
			return nil
		},
	}
	// No default: with the folders the wrong way round a guess would write into somebody's corpus.
	c.Flags().StringVar(&to, "to", "", "`format` to write: go, go-fuzz")
	takes(c, "to", "go", "go-fuzz")
	c.Flags().StringVar(&types, "types", "[]byte", "with --to go: `types` of the target's arguments")
	return c
}
