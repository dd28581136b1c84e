package verb

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/compiler/front/llvm"
)

// llvmExtract is tuffy llvm extract.
func llvmExtract() *cobra.Command {
	var entries, cuts []string
	var strip bool
	c := &cobra.Command{
		Use:   "extract [flags] FILE.ll",
		Short: "Print the part of a module that some functions need",
		Long: `Prints the functions, variables, types, attributes and metadata of a file of LLVM IR that the
functions of --entry need, and nothing else. A function whose name contains a text of --declare
is only declared, and what it needs is left out with it.`,
		Example:           `  tuffy llvm extract --entry main --declare rust_begin_unwind whole.ll >small.ll`,
		ValidArgsFunction: files(1, "ll"),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) != 1 || !isLLVM(args[0]) {
				return errors.New("expected one file of LLVM IR, whose name ends in .ll")
			}
			text, err := os.ReadFile(args[0])
			if err != nil {
				return badInput{err}
			}
			out, err := llvm.Extract(string(text), llvm.Part{Roots: entries, StripDebug: strip, Cut: func(name string) bool {
				return slices.ContainsFunc(cuts, func(part string) bool { return part != "" && strings.Contains(name, part) })
			}})
			if err != nil {
				return badInput{fmt.Errorf("%s: %w", args[0], err)}
			}
			_, err = fmt.Fprint(c.OutOrStdout(), out)
			return err
		},
	}
	exits(c, "0 printed; 65 bad input")
	fl := c.Flags()
	fl.StringSliceVar(&entries, "entry", []string{"main"}, "`functions` or variables that are wanted")
	fl.StringSliceVar(&cuts, "declare", nil, "`texts`: functions whose names contain one are only declared")
	fl.BoolVar(&strip, "strip-debug", false, "leave debug information out")
	offersFunctions(c, "entry declare")
	return c
}
