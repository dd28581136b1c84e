//go:build amd64 && linux

package sim_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/sim"
	"github.com/tuffy-ir/tuffy/x86"
)

// The addresses that testdata/onestep.c uses. The pages around them are not mapped.
const (
	codeAddr   = 0x2000_0000
	pageAddr   = 0x1000_0000
	windowSize = 512
	fillByte   = 0xa5
)

// nativeState is a record of testdata/onestep.c.
type nativeState struct {
	Reg     [16]uint64
	RIP     uint64
	Flags   uint64
	Vec     [16][4]uint64
	X87     [8][2]uint64 // st first: significand, sign and exponent
	Depth   uint64       // of the stack of the x87
	Memory  [windowSize]byte
	Code    [16]byte
	CodeAt  uint64
	Offset  uint64
	Signal  uint64
	Trap    uint64
	Address uint64
	Outside uint64
}

// asBytes is s in the layout of C: it has no padding.
func asBytes(s *nativeState) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(s)), unsafe.Sizeof(*s))
}

// testCase is an instruction and the state that it starts from.
type testCase struct {
	form  *x86.Form
	text  string
	size  int
	state nativeState
}

// notCompared are the mnemonics whose effect is not a function of the state, with the reason.
var notCompared = map[string]string{
	"syscall": "calls the kernel", "cpuid": "depends on the processor", "rdtsc": "reads a clock",
	"rdtscp": "reads a clock", "xgetbv": "depends on the system", "rdrand": "is random",
	"rcpss": "is an approximation that depends on the processor", "rcpps": "is an approximation that depends on the processor",
	"rsqrtss": "is an approximation that depends on the processor", "rsqrtps": "is an approximation that depends on the processor",
	"vrcpss": "is an approximation that depends on the processor", "vrcpps": "is an approximation that depends on the processor",
	"vrsqrtss": "is an approximation that depends on the processor", "vrsqrtps": "is an approximation that depends on the processor",
}

func processorFeatures(t testing.TB) map[x86.Feature]bool {
	t.Helper()
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Fatal(err)
	}
	have := map[x86.Feature]bool{"": true}
	for line := range strings.Lines(string(info)) {
		if name, flags, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "flags" {
			for f := range strings.FieldsSeq(flags) {
				have[x86.Feature(f)] = true
			}
			break
		}
	}
	return have
}

// runNative has the processor execute the cases. If the child dies at one, this case's answer has
// the signal that killed it and the child is started again behind it.
func runNative(t testing.TB, program string, cases []testCase) []nativeState {
	t.Helper()
	var out []nativeState
	for len(out) < len(cases) {
		var in bytes.Buffer
		for i := range cases[len(out):] {
			in.Write(asBytes(&cases[len(out)+i].state))
		}
		cmd := exec.Command(program)
		cmd.Stdin = &in
		answer, err := cmd.Output()
		for size := int(unsafe.Sizeof(nativeState{})); len(answer) >= size; answer = answer[size:] {
			var s nativeState
			copy(asBytes(&s), answer)
			out = append(out, s)
		}
		if err == nil {
			break
		}
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			t.Fatal(err)
		}
		status := exit.Sys().(syscall.WaitStatus)
		if !status.Signaled() {
			t.Fatalf("testdata/onestep.c ends with status %d", status.ExitStatus())
		}
		s := cases[len(out)].state
		s.Signal = uint64(status.Signal()) | 1<<32
		out = append(out, s)
	}
	if len(out) != len(cases) {
		t.Fatalf("%d answers to %d cases", len(out), len(cases))
	}
	return out
}

// simulator is a machine with the two pages of the child.
func simulator(t testing.TB) *sim.Machine {
	t.Helper()
	m := sim.New(sim.Options{})
	if err := m.Map(codeAddr, sim.PageSize, sim.Read|sim.Write|sim.Exec); err != nil {
		t.Fatal(err)
	}
	if err := m.Map(pageAddr, sim.PageSize, sim.Read|sim.Write); err != nil {
		t.Fatal(err)
	}
	return m
}

// gprs are the general registers by their number in the encoding.
var gprs = [16]x86.Reg{
	x86.RAX, x86.RCX, x86.RDX, x86.RBX, x86.RSP, x86.RBP, x86.RSI, x86.RDI,
	x86.R8, x86.R9, x86.R10, x86.R11, x86.R12, x86.R13, x86.R14, x86.R15,
}

// runSim executes the case and returns the state afterwards in the form of the child.
func runSim(t testing.TB, m *sim.Machine, c *testCase) (s nativeState, undefined x86.Flags, stop sim.Stop) {
	t.Helper()
	s = c.state
	code := bytes.Repeat([]byte{0xcc}, sim.PageSize)
	copy(code[s.CodeAt:], s.Code[:])
	page := bytes.Repeat([]byte{fillByte}, sim.PageSize)
	copy(page[s.Offset:], s.Memory[:])
	if err := errors.Join(m.Write(codeAddr, code), m.Write(pageAddr, page)); err != nil {
		t.Fatal(err)
	}
	for i, r := range gprs {
		m.Regs[r] = s.Reg[i]
	}
	m.XMM = s.Vec
	var stack []ieee754.Bits
	for i := range s.Depth {
		stack = append(stack, ieee754.Bits{Hi: s.X87[i][1], Lo: s.X87[i][0]})
	}
	m.SetX87(stack)
	m.SetFlags(x86.Flags(s.Flags))
	m.PC = codeAddr + s.CodeAt
	stop = m.Run(context.Background())
	for i, r := range gprs {
		s.Reg[i] = m.Regs[r]
	}
	s.Vec = m.XMM
	s.X87 = [8][2]uint64{}
	stack = m.X87()
	for i, b := range stack {
		s.X87[i] = [2]uint64{b.Lo, b.Hi}
	}
	s.Depth = uint64(len(stack))
	flags, undefined := m.Flags()
	s.Flags = uint64(flags)
	s.RIP = m.PC
	if err := m.Read(pageAddr, page); err != nil {
		t.Fatal(err)
	}
	copy(s.Memory[:], page[s.Offset:])
	for i, b := range page {
		if (i < int(s.Offset) || i >= int(s.Offset)+windowSize) && b != fillByte {
			s.Outside++
		}
	}
	return s, undefined, stop
}

// signalOf is the signal that Linux sends for the end of a run.
var signalOf = map[sim.Kind]syscall.Signal{
	sim.Breakpoint: syscall.SIGTRAP, sim.PageFault: syscall.SIGSEGV, sim.ProtectionFault: syscall.SIGSEGV,
	sim.DivideError: syscall.SIGFPE, sim.UndefinedOpcode: syscall.SIGILL,
}

const statusFlags = x86.CF | x86.PF | x86.AF | x86.ZF | x86.SF | x86.OF

// choiceOfNaN makes elements equal that are NaN in both: which one of several products a dot product gives depends on the
// processor.
func choiceOfNaN(got, want *[4]uint64, single bool) {
	for i := range got {
		if !single {
			if math.IsNaN(math.Float64frombits(got[i])) && math.IsNaN(math.Float64frombits(want[i])) {
				got[i] = want[i]
			}
			continue
		}
		for shift := 0; shift < 64; shift += 32 {
			nan := func(x uint64) bool { return x>>shift&(1<<31-1) > 0x7f800000 }
			if nan(got[i]) && nan(want[i]) {
				got[i] ^= (got[i] ^ want[i]) >> shift & (1<<32 - 1) << shift
			}
		}
	}
}

// difference says how the simulator and the processor differ, or is empty.
func difference(c *testCase, got nativeState, undefined x86.Flags, stop sim.Stop, want *nativeState) string {
	var d []string
	add := func(format string, args ...any) { d = append(d, fmt.Sprintf(format, args...)) }
	signal := uint64(signalOf[stop.Kind])
	if stop.Kind == sim.ProtectionFault && want.Signal == uint64(syscall.SIGBUS) {
		signal = want.Signal // a stack address that is not canonical
	}
	if signal != want.Signal {
		add("simulator %v, processor signal %d at %#x", stop, want.Signal, want.RIP)
		return strings.Join(d, "; ")
	}
	rip := want.RIP
	if want.Signal == uint64(syscall.SIGTRAP) {
		rip-- // behind int3
	}
	if got.RIP != rip {
		add("rip: simulator %#x, processor %#x", got.RIP, rip)
	}
	if stop.Kind == sim.PageFault && stop.Addr>>12 != want.Address>>12 {
		add("address of the fault: simulator %#x, processor %#x", stop.Addr, want.Address)
	}
	for i, r := range gprs {
		if got.Reg[i] != want.Reg[i] {
			add("%v: simulator %#x, processor %#x", x86.R(r).Reg, got.Reg[i], want.Reg[i])
		}
	}
	for i := range got.Vec {
		if strings.HasSuffix(c.form.Name, "dpps") || strings.HasSuffix(c.form.Name, "dppd") {
			choiceOfNaN(&got.Vec[i], &want.Vec[i], strings.HasSuffix(c.form.Name, "s"))
		}
		if got.Vec[i] != want.Vec[i] {
			add("xmm%d: simulator %x, processor %x", i, got.Vec[i], want.Vec[i])
		}
	}
	if got.Depth != want.Depth || got.X87 != want.X87 {
		add("x87: simulator %d values %x, processor %d values %x", got.Depth, got.X87, want.Depth, want.X87)
	}
	mask := uint64(statusFlags&^undefined | x86.DF)
	if (got.Flags^want.Flags)&mask != 0 {
		add("flags: simulator %#x, processor %#x of %#x", got.Flags&mask, want.Flags&mask, mask)
	}
	if got.Memory != want.Memory || got.Outside != want.Outside {
		for i := range got.Memory {
			if got.Memory[i] != want.Memory[i] {
				add("memory from %d: simulator %x, processor %x", i, got.Memory[i:min(i+16, windowSize)], want.Memory[i:min(i+16, windowSize)])
				break
			}
		}
		add("bytes outside the window: simulator %d, processor %d", got.Outside, want.Outside)
	}
	return strings.Join(d, "; ")
}

// tally counts the comparisons of the rows with one mnemonic.
type tally struct {
	rows, states, faults, flags, undefined int
}

// statesPerRow is how many states each row of the table starts from. The table of the document counts those of the full run.
func statesPerRow() int { return testseed.Rounds(64, 6) }

func TestAgainstProcessor(t *testing.T) {
	rng, fixed := seeded(t)
	have := processorFeatures(t)
	program := gcctest.Build(t, nil, "testdata/onestep.c", "-O1")
	m := simulator(t)
	tallies := map[string]*tally{}
	complete := true
	var cases []testCase
	for op := range x86.Forms {
		f := &x86.Forms[op]
		switch {
		case op == 0 || f.Mode == x86.LegacyOnly || notCompared[f.Name] != "":
			continue
		case !have[f.Feature]:
			t.Logf("not compared: %s needs %s, which this processor does not have", f.Name, f.Feature)
			complete = false
			continue
		}
		if tallies[f.Name] == nil {
			tallies[f.Name] = &tally{}
		}
		tallies[f.Name].rows++
		for range statesPerRow() {
			cases = append(cases, randomCase(t, rng, x86.Op(op)))
		}
		if len(cases) > 10_000 {
			compareCases(t, m, program, cases, tallies)
			cases = cases[:0]
		}
	}
	compareCases(t, m, program, cases, tallies)
	if fixed && complete && !testing.Short() && !t.Failed() {
		checkDocument(t, agreementTable(tallies))
	}
}

// compareCases executes the cases of some rows and reports two of every row that differ.
func compareCases(t *testing.T, m *sim.Machine, program string, cases []testCase, tallies map[string]*tally) {
	t.Helper()
	native := runNative(t, program, cases)
	bad := map[*x86.Form]int{}
	for i := range cases {
		c := &cases[i]
		got, undefined, stop := runSim(t, m, c)
		family := tallies[c.form.Name]
		family.states++
		family.undefined += bitCount(undefined)
		family.flags += bitCount(statusFlags &^ undefined)
		if stop.Kind != sim.Breakpoint {
			family.faults++
		}
		if extra := undefined &^ c.form.Undef &^ countUndefines[c.form.Name]; extra != 0 {
			t.Errorf("%s: the simulator leaves flags %#x undefined that the row does not", c.text, extra)
		}
		if d := difference(c, got, undefined, stop, &native[i]); d != "" {
			if bad[c.form]++; bad[c.form] <= 2 {
				t.Errorf("%s (% x, row %q) from\n%s\n%s", c.text, c.state.Code[:c.size], c.form.Code, describeState(&c.state), d)
			}
		}
	}
	for i := range x86.Forms {
		if n := bad[&x86.Forms[i]]; n != 0 {
			t.Errorf("%s %s: %d of %d states differ", x86.Forms[i].Name, x86.Forms[i].Code, n, statesPerRow())
		}
	}
}

// Whatever the processor could do otherwise is noticed.
func TestDifferenceNotices(t *testing.T) {
	rng, _ := seeded(t)
	m := simulator(t)
	for op := 1; op < len(x86.Forms); op += 7 {
		f := &x86.Forms[op]
		if f.Mode == x86.LegacyOnly || notCompared[f.Name] != "" {
			continue
		}
		c := randomCase(t, rng, x86.Op(op))
		got, undefined, stop := runSim(t, m, &c)
		right := got
		right.Signal, right.Address = uint64(signalOf[stop.Kind]), stop.Addr
		if stop.Kind == sim.Breakpoint {
			right.RIP++
		}
		if d := difference(&c, got, undefined, stop, &right); d != "" {
			t.Fatalf("%s: %s, though nothing differs", c.text, d)
		}
		notices := func(what string, change func(s *nativeState)) {
			wrong := right
			change(&wrong)
			if difference(&c, got, undefined, stop, &wrong) == "" {
				t.Errorf("%s: wrong %s not noticed", c.text, what)
			}
		}
		for i := range right.Reg {
			notices("register", func(s *nativeState) { s.Reg[i] ^= 1 << rng.IntN(64) })
			notices("vector", func(s *nativeState) { s.Vec[i][rng.IntN(4)] ^= 1 << rng.IntN(64) })
		}
		for bit := range 12 {
			if f := x86.Flags(1 << bit); f&(statusFlags&^undefined|x86.DF) != 0 {
				notices("flag", func(s *nativeState) { s.Flags ^= uint64(f) })
			}
		}
		notices("stack of the x87", func(s *nativeState) { s.X87[rng.IntN(8)][0] ^= 1 << rng.IntN(64) })
		notices("depth of the stack", func(s *nativeState) { s.Depth++ })
		notices("memory", func(s *nativeState) { s.Memory[rng.IntN(windowSize)] ^= 1 })
		notices("memory outside", func(s *nativeState) { s.Outside++ })
		notices("rip", func(s *nativeState) { s.RIP++ })
		notices("signal", func(s *nativeState) { s.Signal ^= 1 })
	}
}

// setters and readers are mnemonics of instructions that set flags, and of those that read some.
var (
	setters = []string{
		"add", "adc", "sub", "sbb", "cmp", "and", "or", "xor", "test", "neg", "inc", "dec", "shl", "shr", "sar", "rol", "ror",
		"imul", "mul", "bt", "btc", "bsf", "popcnt", "lzcnt", "tzcnt", "blsr", "blsi", "bzhi", "andn", "xadd", "cmpxchg",
		"comisd", "ucomiss", "ptest", "sahf", "stc", "cmc", "adcx", "adox",
	}
	readers = []string{"set", "cmov", "j", "adc", "sbb", "inc", "dec", "rcl", "rcr", "lahf", "cmc", "rol", "bt", "adcx", "adox", "pushfq"}
)

// rowsOf are the rows with these mnemonics that work on registers.
func rowsOf(have map[x86.Feature]bool, names []string) (ops []x86.Op) {
	for op := range x86.Forms {
		if f := &x86.Forms[op]; f.Mode != x86.LegacyOnly && have[f.Feature] && slices.Contains(names, f.Name) {
			ops = append(ops, x86.Op(op))
		}
	}
	return ops
}

// What is not compared is refused by its name.
func TestRefusedByName(t *testing.T) {
	rng, _ := seeded(t)
	m := simulator(t)
	for op := range x86.Forms {
		f := &x86.Forms[op]
		if notCompared[f.Name] == "" || f.Name == "syscall" || f.Mode == x86.LegacyOnly {
			continue
		}
		c := randomCase(t, rng, x86.Op(op))
		_, _, stop := runSim(t, m, &c)
		var r *sim.Refused
		if stop.Kind != sim.NotModelled || !errors.As(stop.Err, &r) || r.Mnemonic != f.Name || r.Addr != codeAddr+c.state.CodeAt || !bytes.Equal(r.Bytes, c.state.Code[:c.size]) {
			t.Errorf("%s: %v", c.text, stop)
		}
	}
}

// What one instruction does to the flags another one reads: the simulator computes flags where they
// are read only, which an instruction that begins with given flags does not show.
func TestFlagsAgainstProcessor(t *testing.T) {
	rng, _ := seeded(t)
	have := processorFeatures(t)
	first, second := rowsOf(have, setters), rowsOf(have, readers)
	var cases []testCase
	for len(cases) < testseed.Rounds(30_000, 2000) {
		c := randomCase(t, rng, second[rng.IntN(len(second))])
		op := first[rng.IntN(len(first))]
		in := randomInst(rng, op, op.Form())
		before, _, err := x86.Append(nil, &in)
		if err != nil || len(before)+c.size > len(c.state.Code) || in.Prefix != 0 || usesMemory(&in) || strings.Contains(c.text, "[") {
			continue
		}
		c.text = in.Intel() + "; " + c.text
		copy(c.state.Code[len(before):], c.state.Code[:c.size])
		copy(c.state.Code[:], before)
		c.size += len(before)
		cases = append(cases, c)
	}
	native := runNative(t, gcctest.Build(t, nil, "testdata/onestep.c", "-O1"), cases)
	m := simulator(t)
	compared, bad := 0, 0
	for i := range cases {
		c := &cases[i]
		got, undefined, stop := runSim(t, m, c)
		if stop.Kind == sim.UndefinedFlag {
			continue
		}
		compared++
		if d := difference(c, got, undefined, stop, &native[i]); d != "" {
			if bad++; bad <= 5 {
				t.Errorf("%s (% x) from\n%s\n%s", c.text, c.state.Code[:c.size], describeState(&c.state), d)
			}
		}
	}
	if t.Logf("%d pairs compared, %d differ", compared, bad); compared < len(cases)/2 {
		t.Errorf("only %d of %d pairs read defined flags", compared, len(cases))
	}
}

func usesMemory(in *x86.Inst) bool {
	return slices.ContainsFunc(in.Args[:], func(o x86.Operand) bool { return o.Kind == x86.KMem || o.Reg == x86.RSP })
}

// countUndefines are flags that depend on the count of a shift for being undefined.
var countUndefines = map[string]x86.Flags{"shl": x86.CF, "shr": x86.CF, "shld": statusFlags, "shrd": statusFlags}

func bitCount(f x86.Flags) (n int) {
	for ; f != 0; f &= f - 1 {
		n++
	}
	return n
}

func describeState(s *nativeState) string {
	var b strings.Builder
	for i, v := range s.Reg {
		fmt.Fprintf(&b, "%d:%x ", i, v)
	}
	fmt.Fprintf(&b, "flags %x vec %x", s.Flags, s.Vec[:4])
	return b.String()
}

// agreementTable is the part of docs/lab/simulator.md between its marks.
func agreementTable(tallies map[string]*tally) string {
	var b strings.Builder
	b.WriteString("| mnemonic | encodings | states | faults | flags compared | flags undefined |\n|---|---|---|---|---|---|\n")
	var names []string
	var sum tally
	for name := range tallies {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		c := tallies[name]
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d |\n", name, c.rows, c.states, c.faults, c.flags, c.undefined)
		sum.rows += c.rows
		sum.states += c.states
		sum.faults += c.faults
		sum.flags += c.flags
		sum.undefined += c.undefined
	}
	fmt.Fprintf(&b, "| **all** | %d | %d | %d | %d | %d |\n", sum.rows, sum.states, sum.faults, sum.flags, sum.undefined)
	return b.String()
}

const document = "../docs/lab/simulator.md"

// checkDocument compares the table with the one in the document, or writes it with -update.
func checkDocument(t *testing.T, table string) {
	t.Helper()
	const begin, end = "<!-- agreements -->\n", "<!-- end of agreements -->"
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), begin)
	old, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s lacks the marks %q and %q", document, begin, end)
	}
	if old == table {
		return
	}
	if !*update {
		t.Fatalf("the table of %s is not current; go test ./sim -run TestAgainstProcessor -update", document)
	}
	if err := os.WriteFile(document, []byte(head+begin+table+end+tail), 0o644); err != nil {
		t.Fatal(err)
	}
}

// seeded is a source of random numbers from TUFFY_SEED; fixed says that it is not set.
func seeded(t testing.TB) (rng *rand.Rand, fixed bool) {
	t.Helper()
	seed := uint64(1)
	text := os.Getenv("TUFFY_SEED")
	if text != "" {
		if _, err := fmt.Sscan(text, &seed); err != nil {
			t.Fatalf("TUFFY_SEED: %v", err)
		}
	}
	t.Logf("TUFFY_SEED=%d", seed)
	return rand.New(rand.NewPCG(seed, 0)), text == ""
}
