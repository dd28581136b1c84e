package check

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/front/llvm"
	"github.com/tuffy-ir/tuffy/compiler/llvmir"
	"github.com/tuffy-ir/tuffy/interp/host"
	"github.com/tuffy-ir/tuffy/ir"
)

// innerName is behind the name of a function whose numbers have another sign in LLVM IR than in its signature.
const innerName = ".llvm"

// throughLLVM writes the program as LLVM IR and reads that. What LLVM IR has not, or the writer, changes nothing.
func throughLLVM(s *Subject) *ir.Module {
	m := s.Module.Clone()
	outer := signless(m)
	text, err := llvmir.Write(m)
	if err != nil {
		return nil
	}
	back, err := llvm.Compile("program.ll", []byte(text), llvm.Options{Takes: takesNumber})
	if err != nil {
		panic("BUG: what was written as LLVM IR is not read: " + err.Error() + "\n" + text)
	}
	for _, f := range outer {
		if !keepsTypes(back, f) { // bytes in a struct are an array there
			return nil
		}
		signs(back, f)
	}
	return back
}

// signless renames the functions that take or give numbers without a sign, which LLVM IR reads with one, or give more than one
// value, which are a struct there, and returns what they were. Calls within the program go to the renamed ones.
func signless(m *ir.Module) (outer []*ir.Func) {
	renamed := map[ir.Symbol]ir.Symbol{}
	for _, f := range m.Funcs {
		if len(f.Returns) < 2 && !slices.ContainsFunc(slices.Concat(f.Params, f.Returns), unsignedParam) {
			continue
		}
		outer = append(outer, &ir.Func{Name: f.Name, Params: f.Params, Returns: f.Returns})
		renamed[m.Symbol(f.Name)] = m.Symbol(f.Name + innerName)
		f.Name += innerName
	}
	for _, f := range m.Funcs {
		for b := range f.Blocks() {
			for i := range f.Insts(b) {
				if f.Op(i) != ir.OpSymbolAddr {
					continue
				}
				if to, ok := renamed[f.SymbolOf(i)]; ok {
					f.SetAttr(i, ir.Attr{Aux: uint32(to)})
				}
			}
		}
	}
	for _, d := range m.Data {
		for n, r := range d.Relocs {
			if to, ok := renamed[r.Sym]; ok {
				d.Relocs[n].Sym = to
			}
		}
	}
	return outer
}

// unsignedParam reports whether a parameter or result is a number without a sign.
func unsignedParam(p ir.Param) bool {
	_, signed, ok := p.Annot.Range()
	return p.Type == ir.Int && ok && !signed
}

// keepsTypes reports whether what f gives, if it is more than one value, comes back in a struct of the same types.
func keepsTypes(m *ir.Module, f *ir.Func) bool {
	if len(f.Returns) < 2 {
		return true
	}
	t := m.Func(f.Name + innerName).Returns[0].Type
	for n, p := range f.Returns {
		if field, ok := t.Field(uint64(n)); !ok || field != p.Type {
			return false
		}
	}
	return true
}

// signs adds the function that f was: it calls the renamed one.
func signs(m *ir.Module, f *ir.Func) {
	inner := m.Func(f.Name + innerName)
	g := m.AddFunc(f.Name, f.Params, f.Returns)
	start := g.AddBlock(ir.Body)
	mem := g.AddArg(start, ir.Mem, ir.NoAnnot)
	b := g.At(start)
	var args []ir.Value
	for n, p := range f.Params {
		v := b.Param(n, ir.Synthetic)
		if unsignedParam(p) {
			w, _, _ := p.Annot.Range()
			v = b.Extend(ir.OpSExt, v, max(w, 2), ir.Synthetic)
		}
		args = append(args, v)
	}
	var types []ir.Type
	for _, p := range inner.Returns {
		types = append(types, p.Type)
	}
	i := b.Call(b.SymbolAddr(inner.Name, ir.Synthetic), args, mem, types, ir.Synthetic)
	var results []ir.Value
	for n, p := range f.Returns {
		v := g.Result(i, 1)
		if len(f.Returns) > 1 {
			v = b.ExtractValue(v, ir.Synthetic, uint32(n))
		}
		if unsignedParam(p) {
			w, _, _ := p.Annot.Range()
			v = b.Extend(ir.OpZExt, v, max(w, 2), ir.Synthetic)
		}
		results = append(results, v)
	}
	b.Ret(ir.Synthetic, append(results, g.Result(i, 0))...)
}

// takesNumber is how a parameter of a library function takes a number.
func takesNumber(name string, n int) llvm.Passing {
	f, ok := host.Lookup(name)
	switch {
	case n < 0 || !ok || n >= len(f.Params):
	case f.Params[n] == host.Ptr:
		return llvm.Pointer
	case f.Params[n].IsInt():
		if lo, _ := f.Params[n].Bounds(); lo.Sign() == 0 {
			return llvm.Unsigned
		}
	}
	return llvm.Signed
}
