package interp

import "github.com/tuffy-ir/tuffy/ir"

// SetOnSlow sets what sees the instructions that take the slow path; nil for nothing.
func SetOnSlow(see func(f *ir.Func, i ir.Inst)) { onSlow = see }
