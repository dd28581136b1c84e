package ir_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// TestVerifyGarbage holds Verify to never panicking: modules are built from random parts, most
// of them wrong. So that the test is not vacuous, messages of every stage must come up.
func TestVerifyGarbage(t *testing.T) {
	r := random(t)
	rounds := 4000
	if testing.Short() {
		rounds = 500
	}
	stages := map[string]int{"is in the region tree twice": 0, "does not exist": 0, "operand": 0, "the results of": 0,
		"which has": 0, "is not its entry": 0, "does not dominate": 0}
	for range rounds {
		g := &garbage{Rand: r, m: ir.NewModule(), wild: r.IntN(4)}
		g.module()
		err := ir.Verify(g.m)
		if err == nil {
			continue
		}
		for s := range stages {
			if strings.Contains(err.Error(), s) {
				stages[s]++
			}
		}
	}
	for s, n := range stages {
		if n == 0 {
			t.Errorf("no message with %q came up", s)
		}
	}
}

type garbage struct {
	*rand.Rand
	m    *ir.Module
	f    *ir.Func
	wild int // 0: parts exist; more: the chance of nonsense is wild in 40
}

func (g *garbage) nonsense() bool { return g.IntN(40) < g.wild }

func (g *garbage) module() {
	for range g.IntN(3) {
		g.m.Symbol(string(rune('a' + g.IntN(3))))
	}
	for range 1 + g.IntN(2) {
		g.f = g.m.AddFunc(string(rune('f'+g.IntN(20))), g.params(), g.params())
		g.function()
	}
	if g.nonsense() {
		g.m.AddData(&ir.Data{Name: "d", Align: g.Uint32(), Pieces: []ir.DataPiece{{Zero: g.Uint64()}, {Zero: g.Uint64(), Bytes: []byte{1}}},
			Relocs: []ir.Reloc{{Off: g.Uint64(), Sym: ir.Symbol(g.Uint32())}, {Off: g.Uint64()}}})
		g.m.AddExtern(&ir.Extern{Name: "e", Params: g.params()})
	}
}

func (g *garbage) params() (ps []ir.Param) {
	for range g.IntN(3) {
		ps = append(ps, ir.Param{Type: g.typ(), Annot: g.annot()})
	}
	return ps
}

func (g *garbage) function() {
	regions, blocks := []ir.Region{ir.Body}, []ir.Block{}
	for range 1 + g.IntN(5) {
		r := regions[g.IntN(len(regions))]
		if g.IntN(3) == 0 {
			r = g.f.AddRegion(r, ir.RegionKind(1+g.IntN(2)))
			regions = append(regions, r)
		}
		b := g.f.AddBlock(r)
		blocks = append(blocks, b)
		for range g.IntN(2) {
			g.f.AddArg(b, g.typ(), g.annot())
		}
	}
	for _, b := range blocks {
		for range g.IntN(5) {
			g.inst(b, ir.Op(g.IntN(int(ir.OpRet))))
		}
		if g.IntN(8) > 0 {
			g.inst(b, ir.OpRet+ir.Op(g.IntN(ir.NumOps-int(ir.OpRet))))
		}
	}
	if g.nonsense() {
		b := blocks[g.IntN(len(blocks))]
		if i := g.f.FirstInst(b); i != ir.NoInst {
			g.f.RemoveInst(i)
		}
	}
	if g.nonsense() {
		var nodes []ir.Node
		for range g.IntN(4) {
			nodes = append(nodes, ir.Node{IsRegion: g.IntN(2) == 0, ID: 0})
		}
		g.f.SetNodes(regions[g.IntN(len(regions))], nodes)
	}
}

func (g *garbage) inst(b ir.Block, op ir.Op) {
	if g.nonsense() {
		op = ir.Op(g.IntN(256))
	}
	var fixed []ir.Operand
	n := g.IntN(4)
	if int(op) < ir.NumOps && g.IntN(4) > 0 {
		n = len(op.Info().Sig)
	}
	for range n {
		fixed = append(fixed, g.operand())
	}
	var targets []ir.Target
	for range g.IntN(3) {
		t := ir.Target{Block: ir.Block(g.IntN(g.f.NumBlocks()))}
		if g.nonsense() {
			t.Block = ir.NoBlock
		}
		if g.IntN(2) == 0 {
			t.Case = new(num.New(int64(g.IntN(3))))
		}
		for range g.IntN(2) {
			t.Args = append(t.Args, g.operand())
		}
		targets = append(targets, t)
	}
	if op >= ir.OpUnreachable || op < ir.OpRet && !g.nonsense() {
		targets = nil
	}
	var types []ir.Type
	for range g.IntN(3) {
		types = append(types, g.typ())
	}
	origin := ir.Synthetic
	if g.nonsense() {
		origin = g.m.Derive(ir.Origin(g.IntN(9)), ir.Origin(g.IntN(9)))
	}
	i := g.f.At(b).Inst(op, g.attr(), fixed, targets, types, origin)
	for k := range types {
		g.f.SetAnnot(g.f.Result(i, k), g.annot())
	}
}

func (g *garbage) operand() ir.Operand {
	if g.f.NumValues() == 0 || g.nonsense() {
		return ir.Operand{Value: ir.NoValue}
	}
	return ir.Operand{Value: ir.Value(g.IntN(g.f.NumValues())), Annot: g.annot()}
}

func (g *garbage) typ() ir.Type {
	if g.nonsense() {
		return ir.Type(g.Uint32())
	}
	pair, _ := ir.Struct(ir.Int, ir.Bool)
	list, _ := ir.Array(ir.Ptr, 3)
	all := []ir.Type{ir.Int, ir.Int, ir.Int, ir.Bool, ir.Unit, ir.Mem, ir.Ptr, ir.F32, ir.F64, ir.F128, ir.Bytes(4), ir.Vec(64, false), ir.Vec(128, true), pair, list}
	return all[g.IntN(len(all))]
}

func (g *garbage) annot() ir.Annot {
	switch {
	case g.nonsense():
		return ir.Annot(g.Uint64())
	case g.nonsense():
		return ir.Annot(g.IntN(5))<<56 | ir.Annot(g.IntN(40))<<32
	}
	return ir.NoAnnot
}

func (g *garbage) attr() ir.Attr {
	if !g.nonsense() {
		return ir.Attr{}
	}
	small := func() uint32 { return []uint32{0, 1, 2, 3, 8, 64, 1 << 31, 1<<32 - 1}[g.IntN(8)] }
	a := ir.Attr{}
	for range 1 + g.IntN(2) {
		switch g.IntN(12) {
		case 0:
			a.Imm = int64(int32(small()))
		case 1:
			a.N = small()
		case 2:
			a.Aux = small()
		case 3:
			a.Align = small()
		case 4:
			a.Pred = ir.Pred(small())
		case 5:
			a.Order = ir.Ordering(small())
		case 6:
			a.Fail = ir.Ordering(small())
		case 7:
			a.RMW = ir.RMWOp(small())
		case 8:
			a.Flags = ir.FPFlags(small())
		case 9:
			a.Lane = ir.Lane{Kind: ir.LaneKind(g.IntN(12)), Bits: uint16(8 << g.IntN(5))}
		case 10:
			a.Sat = true
		case 11:
			a.Memory = true
		}
	}
	return a
}
