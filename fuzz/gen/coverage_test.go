package gen

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
)

// wanted lists everything that programs must reach, derived from the opcode table.
func wanted() []string {
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	lanes := func(s ir.Suffix) (all []ir.Lane) {
		for _, l := range append(append(append([]ir.Lane(nil), build.IntLanes...), build.FloatLanes...), build.MaskLane, build.PtrLane) {
			if s == ir.SufLane || l.IsInt() && (s == ir.SufIntLane || s == ir.SufIntMaskLane) || l.IsFloat() && s == ir.SufFloatLane || l.Kind == ir.LaneMask && s == ir.SufIntMaskLane {
				all = append(all, l)
			}
		}
		return all
	}
	for op := range ir.NumOps {
		o := ir.Op(op)
		add("op %s", o)
		for _, s := range o.Info().Suffix {
			switch s {
			case ir.SufLane, ir.SufIntLane, ir.SufFloatLane, ir.SufIntMaskLane:
				for _, l := range lanes(s) {
					add("lane %s.%s", o, l)
				}
			case ir.SufRMW:
				for k := ir.RMWXchg; k <= ir.RMWXor; k++ {
					add("rmw %s", k)
				}
			case ir.SufPred:
				for p := ir.EQ; p <= ir.GE; p++ {
					add("pred %s.%s", o, p)
				}
			case ir.SufFPred:
				for p := ir.FFalse; p <= ir.FTrue; p++ {
					add("pred %s.%s", o, p)
				}
			case ir.SufOrder:
				for k := ir.Relaxed; k <= ir.SeqCst; k++ {
					badLoad := o == ir.OpAtomicLoad && (k == ir.Release || k == ir.AcqRel)
					badStore := o == ir.OpAtomicStore && (k == ir.Acquire || k == ir.AcqRel)
					if !badLoad && !badStore && !(o == ir.OpFence && k == ir.Relaxed) {
						add("order %s.%s", o, k)
					}
				}
			case ir.SufSat:
				add("sat %s", o)
			}
		}
		if o.Is(ir.HasFPFlags) {
			add("flags %s", o)
		}
		if o.Is(ir.HasAlign) {
			add("align %s", o)
		}
	}
	for _, t := range []string{"int", "bool", "unit", "mem", "ptr", "ptr(3)", "byte", "bf16", "f16", "f32", "f64", "f128", "vec", "vscale", "struct", "array"} {
		add("type %s", t)
	}
	for _, side := range []string{"result", "use", "signature", "argument"} {
		for _, k := range []string{"s", "u"} {
			add("%s %s", side, k)
		}
	}
	for _, side := range []string{"result", "use"} {
		for _, k := range []string{"known", "ignored", "align", "nofpclass", "range and known"} {
			add("%s %s", side, k)
		}
	}
	add("region loop")
	add("region plain")
	add("irreducible")
	add("switch negative")
	add("switch huge")
	add("wide 4096")
	add("subnormal")
	add("several results")
	add("recursion")
	add("indirect")
	add("relocation")
	add("leaves two regions")
	return out
}

// reach adds what m contains to seen.
func reach(m *ir.Module, seen map[string]int) {
	for _, f := range m.Funcs {
		hit := func(format string, args ...any) { seen[fmt.Sprintf(format, args...)]++ }
		for r := range f.NumRegions() {
			hit("region %s", f.RegionKind(ir.Region(r)))
		}
		for _, p := range append(append([]ir.Param(nil), f.Params...), f.Returns...) {
			annots("signature", p.Annot, hit)
		}
		if len(f.Returns) > 1 {
			hit("several results")
		}
		for b := range f.Blocks() {
			for _, a := range f.Args(b) {
				annots("argument", f.AnnotOf(a), hit)
				types(f.TypeOf(a), hit)
			}
			for i := range f.Insts(b) {
				instruction(f, i, hit)
			}
		}
		backEdges(f, hit)
	}
	for _, d := range m.Data {
		if len(d.Relocs) > 0 {
			seen["relocation"]++
		}
	}
}

func instruction(f *ir.Func, i ir.Inst, hit func(string, ...any)) {
	op, a := f.Op(i), f.Attr(i)
	hit("op %s", op)
	for _, s := range op.Info().Suffix {
		switch s {
		case ir.SufLane, ir.SufIntLane, ir.SufFloatLane, ir.SufIntMaskLane:
			hit("lane %s.%s", op, a.Lane)
		case ir.SufRMW:
			hit("rmw %s", a.RMW)
		case ir.SufPred, ir.SufFPred:
			hit("pred %s.%s", op, a.Pred)
		case ir.SufOrder:
			hit("order %s.%s", op, a.Order)
		}
	}
	if a.Sat {
		hit("sat %s", op)
	}
	if a.Flags != 0 {
		hit("flags %s", op)
	}
	if a.Align != 0 {
		hit("align %s", op)
	}
	for _, v := range f.Results(i) {
		types(f.TypeOf(v), hit)
		annots("result", f.AnnotOf(v), hit)
	}
	for _, o := range f.Operands(i) {
		annots("use", o.Annot, hit)
	}
	special(f, i, hit)
}

func special(f *ir.Func, i ir.Inst, hit func(string, ...any)) {
	switch op := f.Op(i); op {
	case ir.OpIConst:
		if f.IntConst(i).BitLen() > 4000 {
			hit("wide 4096")
		}
	case ir.OpFConst:
		if hi, lo := f.FloatConst(i); hi == 0 && lo == 1 {
			hit("subnormal")
		}
	case ir.OpSwitch:
		for n := range f.NumTargets(i) - 1 {
			if c := f.TargetCase(i, n); c.Sign() < 0 {
				hit("switch negative")
			} else if c.BitLen() > 60 {
				hit("switch huge")
			}
		}
	case ir.OpCall:
		if d := f.Def(f.Arg(i, 0)); d != ir.NoInst && f.Op(d) != ir.OpSymbolAddr {
			hit("indirect")
		} else if d != ir.NoInst && f.Module.SymbolName(f.SymbolOf(d)) == f.Name {
			hit("recursion")
		}
	case ir.OpBr, ir.OpBrIf:
		for n := range f.NumTargets(i) {
			depth := 0
			for r := f.BlockRegion(f.InstBlock(i)); r != f.BlockRegion(f.TargetBlock(i, n)) && r != ir.NoRegion; r = f.RegionParent(r) {
				depth++
			}
			if depth > 1 && f.InRegion(f.BlockRegion(f.InstBlock(i)), f.BlockRegion(f.TargetBlock(i, n))) {
				hit("leaves two regions")
			}
		}
	}
}

// backEdges finds cycles in plain regions: two blocks that reach each other by br alone.
func backEdges(f *ir.Func, hit func(string, ...any)) {
	for b := range f.Blocks() {
		if f.RegionKind(f.BlockRegion(b)) != ir.PlainRegion {
			continue
		}
		todo, seen := []ir.Block{b}, map[ir.Block]bool{}
		for len(todo) > 0 {
			c := todo[0]
			todo = todo[1:]
			for _, e := range f.Edges(nil, f.LastInst(c)) {
				if e.Block == b && f.Op(f.LastInst(c)) != ir.OpContinue {
					hit("irreducible")
					return
				}
				if !seen[e.Block] && f.BlockRegion(e.Block) == f.BlockRegion(b) {
					seen[e.Block] = true
					todo = append(todo, e.Block)
				}
			}
		}
	}
}

func types(t ir.Type, hit func(string, ...any)) {
	switch t.Kind() {
	case ir.KindByte:
		hit("type byte")
	case ir.KindVec:
		hit("type vec")
		if t.Scalable() {
			hit("type vscale")
		}
	case ir.KindStruct:
		hit("type struct")
	case ir.KindArray:
		hit("type array")
	default:
		hit("type %s", t)
	}
}

func annots(side string, a ir.Annot, hit func(string, ...any)) {
	_, signed, ok := a.Range()
	if ok && signed {
		hit("%s s", side)
	} else if ok {
		hit("%s u", side)
	}
	if k := a.Known(); k != nil {
		if k.DontCare.Sign() != 0 {
			hit("%s ignored", side)
		} else {
			hit("%s known", side)
		}
		if ok {
			hit("%s range and known", side)
		}
	}
	if a.Align() != 0 {
		hit("%s align", side)
	}
	if a.FPClasses() != 0 {
		hit("%s nofpclass", side)
	}
}

// TestCoverage generates until everything that the opcode table has was seen.
func TestCoverage(t *testing.T) {
	first := testseed.Seed(t)
	seen := map[string]int{}
	want := wanted()
	missing := func() (out []string) {
		for _, w := range want {
			if seen[w] == 0 {
				out = append(out, w)
			}
		}
		return out
	}
	const limit = 20000
	for k := range limit {
		reach(Program(Expand(first+uint64(k), 800), preset.Default), seen)
		if k%500 == 499 && len(missing()) == 0 {
			t.Logf("everything reached within %d programs", k+1)
			return
		}
	}
	out := missing()
	slices.Sort(out)
	t.Errorf("never generated in %d programs:\n%s", limit, strings.Join(out, "\n"))
}
