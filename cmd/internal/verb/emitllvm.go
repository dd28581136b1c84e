package verb

import (
	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/llvmir"
	"github.com/tuffy-ir/tuffy/ir"
)

// asLLVM optimizes the module and writes it as LLVM IR.
func (f *buildFlags) asLLVM(c *cobra.Command, m *ir.Module, o compiler.Options, done *recording, file string) error {
	if err := compiler.Optimize(c.Context(), m, o); err != nil {
		return badInput{place(m.File, err)}
	}
	text, err := llvmir.Write(m)
	if err != nil {
		return badInput{err}
	}
	if err := done.commit(m); err != nil {
		return written(err)
	}
	if err := f.graphs(m); err != nil {
		return err
	}
	kind, _ := f.kind()
	return f.write(c.OutOrStdout(), kind, file, []byte(text))
}
