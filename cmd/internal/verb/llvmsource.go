package verb

import (
	"os"
	"strings"

	"github.com/tuffy-ir/tuffy/clib"
	"github.com/tuffy-ir/tuffy/compiler/front/llvm"
	"github.com/tuffy-ir/tuffy/interp/host"
	"github.com/tuffy-ir/tuffy/ir"
)

// maxSourceText bounds a source file that is read for reports.
const maxSourceText = 1 << 24

// isLLVM reports whether a file is LLVM IR by its name.
func isLLVM(name string) bool { return strings.HasSuffix(name, ".ll") }

// loadLLVM is the program of a file of LLVM IR. Source files that it names are read, so that reports can quote them.
func loadLLVM(name string, src []byte) (*ir.Module, error) {
	m, err := llvm.Compile(name, src, llvm.Options{Takes: takesInteger, Hosted: readC.Hosted, ReadFile: sourceText})
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		return nil, badInput{err}
	}
	return m, nil
}

// takesInteger is how parameter n of a function of the library takes an integer, or how its result is given if n is -1.
func takesInteger(name string, n int) llvm.Passing {
	if f := clib.Module().Func(name); f != nil {
		if n < 0 {
			if len(f.Returns) == 1 && f.Returns[0].Type == ir.Ptr {
				return llvm.Pointer
			}
			return llvm.Signed
		}
		if n >= len(f.Params) {
			return llvm.Signed
		}
		if f.Params[n].Type == ir.Ptr {
			return llvm.Pointer
		}
		if _, signed, ok := f.Params[n].Annot.Range(); ok && !signed {
			return llvm.Unsigned
		}
		return llvm.Signed
	}
	fn, ok := host.Lookup(name)
	switch {
	case n < 0 || !ok || n >= len(fn.Params):
	case fn.Params[n] == host.Ptr:
		return llvm.Pointer
	case fn.Params[n].IsInt():
		if lo, _ := fn.Params[n].Bounds(); lo.Sign() == 0 {
			return llvm.Unsigned
		}
	}
	return llvm.Signed
}

// sourceText is the text of a regular file that is no longer than a source file.
func sourceText(name string) (string, bool) {
	st, err := os.Stat(name)
	if err != nil || !st.Mode().IsRegular() || st.Size() > maxSourceText {
		return "", false
	}
	text, err := os.ReadFile(name)
	return string(text), err == nil
}
