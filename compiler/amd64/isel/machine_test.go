//go:build amd64 && linux

// Package isel_test compares the model of x86-64 that the selection rules are proven against
// with the processor that the test runs on.
//
// The Lean model has evaluated every instruction at every operand size on boundary states
// (family x86 of testdata/lean; lean/TuffyLean/Export/Machine.lean describes the files). The test has gcc
// assemble the same instructions, runs each on the same states and compares all registers and the
// flags that the model defines. Where the model says that a division is stuck, the processor must
// fault.
//
// Not compared: flags and results that the model leaves undefined, memory, encodings.
package isel_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/export/exporttest"
	"github.com/tuffy-ir/tuffy/internal/gcctest"
)

// flagLetters are in the order of the vectors, flagBits are their places in RFLAGS.
const flagLetters = "cpazso"

var flagBits = [len(flagLetters)]int{0, 2, 4, 6, 7, 11}

// machineState is what an instruction starts from and, with the signal that it raised or 0,
// what it ends in. Its layout is that of the C program.
type machineState struct {
	Reg    [4]uint64 // rax rbx rcx rdx
	Flags  uint64
	Signal uint64
}

// outcome is what the model says.
type outcome struct {
	stuck   bool
	reg     [4]uint64
	flags   uint64
	defined uint64 // mask of the flags that have a value
}

// instruction is a line of the vectors.
type instruction struct {
	file, text string
	outcomes   []outcome // one a state
}

// divides says whether being stuck is a fault of the processor, not a result left undefined.
func (i instruction) divides() bool {
	return strings.HasPrefix(i.text, "div ") || strings.HasPrefix(i.text, "idiv ")
}

// parseFlags reads six letters, - for 0 and ? for undefined.
func parseFlags(s string) (flags, defined uint64, err error) {
	if len(s) != len(flagLetters) {
		return 0, 0, fmt.Errorf("flags %q: want %d letters", s, len(flagLetters))
	}
	for i, bit := range flagBits {
		switch s[i] {
		case flagLetters[i]:
			flags |= 1 << bit
			defined |= 1 << bit
		case '-':
			defined |= 1 << bit
		case '?':
		default:
			return 0, 0, fmt.Errorf("flags %q: bad letter %q", s, s[i])
		}
	}
	return flags, defined, nil
}

// parseState reads four registers and the flags.
func parseState(line string) (machineState, error) {
	var s machineState
	fields := strings.Fields(line)
	if len(fields) != len(s.Reg)+1 {
		return s, fmt.Errorf("state %q: want %d fields", line, len(s.Reg)+1)
	}
	for i := range s.Reg {
		v, err := strconv.ParseUint(fields[i], 16, 64)
		if err != nil {
			return s, err
		}
		s.Reg[i] = v
	}
	var err error
	s.Flags, _, err = parseFlags(fields[len(s.Reg)])
	return s, err
}

// parseOutcome reads "stuck", or changed registers as in "a:1f;d:0", a comma, the flags.
func parseOutcome(text string, before machineState) (outcome, error) {
	if text == "stuck" {
		return outcome{stuck: true}, nil
	}
	o := outcome{reg: before.Reg}
	regs, flags, _ := strings.Cut(text, ",")
	for part := range strings.SplitSeq(regs, ";") {
		if part == "" {
			continue
		}
		name, value, _ := strings.Cut(part, ":")
		i := strings.Index("abcd", name)
		v, err := strconv.ParseUint(value, 16, 64)
		if i < 0 || len(name) != 1 || err != nil {
			return o, fmt.Errorf("outcome %q: bad register %q", text, part)
		}
		o.reg[i] = v
	}
	var err error
	o.flags, o.defined, err = parseFlags(flags)
	return o, err
}

// readVectors reads all parts of the vectors.
func readVectors(t *testing.T) ([]machineState, []instruction) {
	t.Helper()
	var states []machineState
	const first = "states.txt"
	parts := exporttest.Parts(t, "x86")
	for _, p := range parts {
		if p.Name != first {
			continue
		}
		for line := range strings.Lines(p.Text) {
			s, err := parseState(line)
			if err != nil {
				t.Fatal(err)
			}
			states = append(states, s)
		}
	}
	var all []instruction
	for _, p := range parts {
		file := p.Name
		if file == first {
			continue
		}
		for line := range strings.Lines(p.Text) {
			text, rest, _ := strings.Cut(line, ": ")
			in := instruction{file: file, text: text}
			for i, f := range strings.Fields(rest) {
				o, err := parseOutcome(f, states[i])
				if err != nil {
					t.Fatalf("%s: %s, state %d: %v", file, text, i, err)
				}
				in.outcomes = append(in.outcomes, o)
			}
			if len(in.outcomes) != len(states) {
				t.Fatalf("%s: %s: %d outcomes of %d states", file, text, len(in.outcomes), len(states))
			}
			all = append(all, in)
		}
	}
	return states, all
}

// The program reads states and writes, for each instruction, what the processor makes of each. It
// ends with 3 if the processor lacks an extension.
const programHead = `#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
struct state { uint64_t reg[4], flags, signal; };
static sigjmp_buf back;
static void caught(int sig) { siglongjmp(back, sig); }
`

// Entries keep the state in r8, which no instruction names.
const programEntry = `__asm__(".intel_syntax noprefix\n.text\nentry%d:\n"
	"push rbx\nmov r8, rdi\npush qword ptr [r8+32]\npopfq\n"
	"mov rax, [r8]\nmov rbx, [r8+8]\nmov rcx, [r8+16]\nmov rdx, [r8+24]\n"
	"%s\n"
	"mov [r8], rax\nmov [r8+8], rbx\nmov [r8+16], rcx\nmov [r8+24], rdx\n"
	"pushfq\npop qword ptr [r8+32]\npop rbx\nret\n.att_syntax\n");
void entry%d(struct state *);
`

const programMain = `int main(void) {
	static struct state in[4096];
	__builtin_cpu_init();
	if (!__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("popcnt")) return 3;
	size_t n = fread(in, sizeof *in, 4096, stdin);
	struct sigaction act = {.sa_handler = caught, .sa_flags = SA_NODEFER};
	if (sigaction(SIGFPE, &act, 0) || sigaction(SIGILL, &act, 0)) return 1;
	for (size_t f = 0; f < sizeof entries / sizeof *entries; f++)
		for (size_t i = 0; i < n; i++) {
			static struct state s;
			s = in[i];
			s.flags |= 0x202; /* always set, and interrupts */
			int sig = sigsetjmp(back, 0);
			if (!sig) entries[f](&s);
			s.signal = sig;
			if (fwrite(&s, sizeof s, 1, stdout) != 1) return 1;
		}
	return 0;
}
`

// program is the C source for some instructions.
func program(all []instruction) string {
	var b strings.Builder
	b.WriteString(programHead)
	for i, in := range all {
		fmt.Fprintf(&b, programEntry, i, in.text, i)
	}
	b.WriteString("static void (*const entries[])(struct state *) = {\n")
	for i := range all {
		fmt.Fprintf(&b, "entry%d,\n", i)
	}
	b.WriteString("};\n" + programMain)
	return b.String()
}

// runNative has the processor run every instruction on every state, the states of an instruction
// together.
func runNative(t *testing.T, states []machineState, all []instruction) []machineState {
	t.Helper()
	var in bytes.Buffer
	if err := binary.Write(&in, binary.LittleEndian, states); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(gcctest.Build(t, map[string]string{"machine.c": program(all)}, "-O1"))
	run.Stdin = &in
	out, err := run.Output()
	if run.ProcessState != nil && run.ProcessState.ExitCode() == 3 {
		t.Fatal("this test needs a processor with BMI1, BMI2, POPCNT and LZCNT (Haswell, Excavator or later)")
	}
	if err != nil {
		t.Fatal(err)
	}
	got := make([]machineState, len(states)*len(all))
	if err := binary.Read(bytes.NewReader(out), binary.LittleEndian, got); err != nil {
		t.Fatal(err)
	}
	return got
}

// difference says how what the processor did is not what the model says, or is empty. A stuck
// division must fault; what else is stuck may do anything but be illegal.
func difference(want outcome, divides bool, got machineState) string {
	switch {
	case want.stuck && divides && got.Signal != uint64(syscall.SIGFPE):
		return fmt.Sprintf("the model is stuck, the processor divides: signal %d", got.Signal)
	case want.stuck && (divides || got.Signal == 0):
		return ""
	case got.Signal != 0:
		return fmt.Sprintf("signal %d", got.Signal)
	}
	var d []string
	for i, name := range []string{"rax", "rbx", "rcx", "rdx"} {
		if want.reg[i] != got.Reg[i] {
			d = append(d, fmt.Sprintf("%s: model %#x, processor %#x", name, want.reg[i], got.Reg[i]))
		}
	}
	for i, bit := range flagBits {
		if mask := uint64(1) << bit; want.defined&mask != 0 && want.flags&mask != got.Flags&mask {
			d = append(d, fmt.Sprintf("%cf: model %d, processor %d", flagLetters[i], want.flags>>bit&1, got.Flags>>bit&1))
		}
	}
	return strings.Join(d, "; ")
}

// tally counts what was compared, so that a vacuous comparison shows.
type tally struct {
	results, faults, undefined, flags int
}

func (c *tally) add(o outcome, divides bool) {
	switch {
	case o.stuck && divides:
		c.faults++
	case o.stuck:
		c.undefined++
	default:
		c.results++
		for _, bit := range flagBits {
			c.flags += int(o.defined >> bit & 1)
		}
	}
}

func TestModelAgainstProcessor(t *testing.T) {
	states, all := readVectors(t)
	got := runNative(t, states, all)
	var total tally
	for k, in := range all {
		var c tally
		bad := 0
		for i, want := range in.outcomes {
			c.add(want, in.divides())
			if d := difference(want, in.divides(), got[k*len(states)+i]); d != "" {
				if bad++; bad <= 3 {
					t.Errorf("%s: %s from %x: %s", in.file, in.text, states[i], d)
				}
			}
		}
		if c.results < len(states)/8 {
			t.Errorf("%s: %s: only %d of %d states have a result", in.file, in.text, c.results, len(states))
		}
		if in.divides() && c.faults == 0 {
			t.Errorf("%s: %s: no state faults", in.file, in.text)
		}
		total.results += c.results
		total.faults += c.faults
		total.undefined += c.undefined
		total.flags += c.flags
	}
	t.Logf("%d instructions, %d states: %d results with %d flags and %d faults agree, %d results are undefined",
		len(all), len(states), total.results, total.flags, total.faults, total.undefined)
}

// Every way in which the model could be wrong about one result is noticed.
func TestDifferenceNotices(t *testing.T) {
	states, all := readVectors(t)
	for _, in := range all {
		for i, want := range in.outcomes {
			if want.stuck {
				continue
			}
			right := machineState{Reg: want.reg, Flags: want.flags}
			if d := difference(want, in.divides(), right); d != "" {
				t.Fatalf("%s from %x: %s, though nothing differs", in.text, states[i], d)
			}
			for r := range right.Reg {
				wrong := right
				wrong.Reg[r] ^= 1 << (i % 64)
				if difference(want, in.divides(), wrong) == "" {
					t.Fatalf("%s from %x: wrong register %d not noticed", in.text, states[i], r)
				}
			}
			for f, bit := range flagBits {
				wrong := right
				wrong.Flags ^= 1 << bit
				if noticed := difference(want, in.divides(), wrong) != ""; noticed != (want.defined>>bit&1 != 0) {
					t.Fatalf("%s from %x: wrong %cf: noticed is %v", in.text, states[i], flagLetters[f], noticed)
				}
			}
			wrong := right
			wrong.Signal = uint64(syscall.SIGFPE)
			if difference(want, in.divides(), wrong) == "" {
				t.Fatalf("%s from %x: a fault was not noticed", in.text, states[i])
			}
		}
	}
	if difference(outcome{stuck: true}, true, machineState{}) == "" {
		t.Fatal("a division that does not fault was not noticed")
	}
}
