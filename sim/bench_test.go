//go:build amd64 && linux

package sim_test

import (
	"context"
	"os"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/internal/usage"
	"github.com/tuffy-ir/tuffy/sim"
	"github.com/tuffy-ir/tuffy/x86"
)

// kernels is a machine with testdata/kernels.c.
func kernels(t testing.TB, o sim.Options) *sim.Machine {
	t.Helper()
	object := gcctest.Build(t, nil, "testdata/kernels.c", "-c", "-O2", "-fno-pie", "-fcf-protection=none", "-fno-stack-protector", "-fno-tree-vectorize", "-fno-asynchronous-unwind-tables")
	f, err := os.Open(object)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m := sim.New(o)
	if err := m.LoadELF(f); err != nil {
		t.Fatal(err)
	}
	return m
}

func call(t testing.TB, m *sim.Machine, name string, args ...uint64) {
	t.Helper()
	entry, ok := m.Symbol(name)
	if !ok {
		t.Fatalf("no symbol %s", name)
	}
	stop, err := m.Call(context.Background(), entry, args...)
	if err != nil || stop.Kind != sim.Returned {
		t.Fatalf("%s: %v, %v", name, stop, err)
	}
}

func BenchmarkKernels(b *testing.B) {
	m := kernels(b, sim.Options{Steps: 1 << 62})
	for _, k := range []struct {
		name string
		n    uint64
	}{{"loop", 400_000}, {"scan", 10}, {"mix", 500}, {"calls", 24}, {"vectors", 300}} {
		b.Run(k.name, func(b *testing.B) {
			before, began := m.Steps(), usage.Spent(b)
			for range b.N {
				call(b, m, k.name, k.n)
			}
			b.ReportMetric(float64(m.Steps()-before)/(usage.Spent(b)-began).Seconds()/1e6, "MIPS")
		})
	}
}

// BenchmarkShort is a machine for a function of a few instructions.
func BenchmarkShort(b *testing.B) {
	code := assemble(b, inst(x86.LEA_r64_m, x86.R(x86.RAX), x86.M(x86.Mem{Base: x86.RDI, Index: x86.RSI, Scale: 1})), ret)
	for range b.N {
		m := loaded(b, sim.Options{}, code)
		if s, _ := m.Call(context.Background(), textAddr, 1, 2); s.Kind != sim.Returned {
			b.Fatal(s)
		}
	}
}
