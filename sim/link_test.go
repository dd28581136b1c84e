//go:build amd64 && linux

package sim_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/sim"
	"github.com/tuffy-ir/tuffy/x86"
)

// An object calls the host for what it does not define, and sees its results only.
func TestHost(t *testing.T) {
	calls := 0
	m := kernels(t, sim.Options{Host: func(m *sim.Machine, name string) error {
		if name != "host_add" {
			return errors.New("unknown")
		}
		calls++
		m.Regs[x86.RAX] = m.Regs[x86.RDI] + m.Regs[x86.RSI]
		return nil
	}})
	call(t, m, "use_host", 10)
	if want := uint64(2*(0+2+4+6+8) + 3*(1+3+5+7+9)); m.Regs[x86.RAX] != want || calls != 10 {
		t.Errorf("%d after %d calls, want %d", m.Regs[x86.RAX], calls, want)
	}
	call(t, m, "first")
	if byte(m.Regs[x86.RAX]) != 'a' {
		t.Errorf("first character %q", byte(m.Regs[x86.RAX]))
	}
	entry, _ := m.Symbol("touch_missing")
	if s, _ := m.Call(context.Background(), entry); s.Kind != sim.PageFault || !strings.Contains(s.Reason, "no object defines host_name") {
		t.Error(s)
	}
}

// The same with addresses from a table (position-independent code), and the host's view of memory.
func TestPositionIndependent(t *testing.T) {
	f, err := os.Open(gcctest.Build(t, nil, "testdata/kernels.c", "-c", "-O1", "-fPIC", "-fcf-protection=none"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m := sim.New(sim.Options{CheckRedZone: true, Host: func(m *sim.Machine, _ string) error {
		m.Regs[x86.RAX] = m.Regs[x86.RDI] - m.Regs[x86.RSI]
		return nil
	}})
	if err := m.LoadELF(f); err != nil {
		t.Fatal(err)
	}
	call(t, m, "use_host", 3)
	if want := int64(-2*(0+2) - 3*1); int64(m.Regs[x86.RAX]) != want {
		t.Errorf("%d, want %d", int64(m.Regs[x86.RAX]), want)
	}
	address, _ := m.Symbol("message")
	var pointer [8]byte
	if err := m.Read(address, pointer[:]); err != nil {
		t.Fatal(err)
	}
	if s, err := m.ReadString(binary.LittleEndian.Uint64(pointer[:]), 100); s != "a message" || err != nil {
		t.Errorf("%q, %v", s, err)
	}
	if _, err := m.ReadString(binary.LittleEndian.Uint64(pointer[:]), 5); err == nil {
		t.Error("a string longer than the limit")
	}
}

// The host is called with the stack aligned, or not at all.
func TestHostStack(t *testing.T) {
	m := kernels(t, sim.Options{Host: func(*sim.Machine, string) error { return nil }})
	entry, _ := m.Symbol("use_host")
	lo, hi := m.Stack()
	if sp := m.Regs[x86.RSP]; sp <= lo || sp >= hi {
		t.Fatalf("rsp %#x, stack %#x to %#x", sp, lo, hi)
	}
	call(t, m, "use_host", 1)
	m.PC, m.Regs[x86.RDI] = entry, 1
	m.SetFlags(0)
	if s := m.Run(context.Background()); s.Kind != sim.BrokenABI || !strings.Contains(s.Reason, "misaligned at the call of host_add") {
		t.Error(s)
	}
}

func TestHostEnds(t *testing.T) {
	bad := errors.New("no such thing")
	for _, c := range []struct {
		err  error
		kind sim.Kind
	}{{bad, sim.HostFailed}, {&sim.ExitError{Code: 3}, sim.Exited}} {
		m := kernels(t, sim.Options{Host: func(*sim.Machine, string) error { return c.err }})
		entry, _ := m.Symbol("use_host")
		s, err := m.Call(context.Background(), entry, 1)
		if s.Kind != c.kind || (c.kind == sim.HostFailed) != errors.Is(err, bad) {
			t.Errorf("%v, %v", s, err)
		}
	}
	m := kernels(t, sim.Options{})
	entry, _ := m.Symbol("use_host")
	if s, _ := m.Call(context.Background(), entry, 1); s.Kind != sim.PageFault || !strings.Contains(s.Reason, "no object defines host_add") {
		t.Error(s)
	}
}

// The kernels compute what Go computes.
func TestKernels(t *testing.T) {
	m := kernels(t, sim.Options{})
	call(t, m, "calls", 15)
	if m.Regs[x86.RAX] != 610 {
		t.Errorf("calls: %d", m.Regs[x86.RAX])
	}
	call(t, m, "vectors", 2)
	var v [1024]float64
	sum := 0.0
	for i := range v {
		v[i] = float64(i) / 3.0
	}
	for range 2 {
		for i := range v {
			v[i] = float64(v[i]*0.999) + 1.5
			sum += v[i]
		}
	}
	if got := math.Float64frombits(m.XMM[0][0]); got != sum {
		t.Errorf("vectors: %v, want %v", got, sum)
	}
}

// A damaged file is an error, never a panic, and what loads of it runs to an end.
func TestDamagedELF(t *testing.T) {
	rng, _ := seeded(t)
	for _, options := range [][]string{{"-c", "-O1"}, {"-O1", "-nostdlib", "-static", "-no-pie", "-Wl,-e,loop", "-Wl,--unresolved-symbols=ignore-all"}} {
		good, err := os.ReadFile(gcctest.Build(t, nil, append([]string{"testdata/kernels.c"}, options...)...))
		if err != nil {
			t.Fatal(err)
		}
		loads, errs := 0, 0
		for range 2000 {
			bad := bytes.Clone(good)
			for range 1 + rng.IntN(4) {
				at := rng.IntN(len(bad))
				if rng.IntN(2) == 0 { // the headers
					at = rng.IntN(64)
				}
				bad[at] = byte(rng.Uint32())
			}
			bad = bad[:len(bad)-rng.IntN(2)*rng.IntN(len(bad))]
			m := sim.New(sim.Options{Steps: 500, Memory: 8 << 20})
			if err := m.LoadELF(bytes.NewReader(bad)); err != nil {
				errs++
				continue
			}
			loads++
			if s := m.Run(context.Background()); s.Kind == sim.Running {
				t.Fatal(s)
			}
		}
		if loads == 0 || errs == 0 {
			t.Errorf("%v: %d load, %d do not", options, loads, errs)
		}
	}
}

func TestLinkErrors(t *testing.T) {
	object, err := os.ReadFile(gcctest.Build(t, nil, "testdata/kernels.c", "-c", "-O1"))
	if err != nil {
		t.Fatal(err)
	}
	if err := sim.New(sim.Options{}).LoadELF(bytes.NewReader(object), bytes.NewReader(object)); err == nil || !strings.Contains(err.Error(), "defined twice") {
		t.Error(err)
	}
	dynamic, err := os.Open("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	defer dynamic.Close()
	if err := sim.New(sim.Options{Memory: 4 << 20}).LoadELF(dynamic); err == nil {
		t.Error("a program larger than the limit of memory was loaded")
	}
}
