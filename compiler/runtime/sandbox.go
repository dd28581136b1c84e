package runtime

import (
	"encoding/binary"

	"github.com/tuffy-ir/tuffy/compiler/object"
)

// Limits of a confined process. Each ends the process by a signal of its own, but for memory: what
// asks for more does not get it.
type Limits struct {
	Output  uint64 // bytes of a file: SIGXFSZ
	Seconds uint64 // of processor time: SIGXCPU
	Memory  uint64 // bytes of its address space
	Stack   uint64 // bytes: SIGSEGV
}

// Names that a confined program refers to. [Confine] is a function of the library: it takes the
// addresses of the limits and of the filter, which may be null.
const (
	Confine       = "__tuffy_confine"
	SandboxLimits = "__tuffy_limits"
	SandboxFilter = "__tuffy_filter"
	sandboxCode   = "__tuffy_filter_code"
)

// Unconfined is the signal (SIGUSR1) by which a process ends that could not be confined.
const Unconfined = 10

// SandboxKills is what the filter answers to a call that is not permitted: SECCOMP_RET_KILL_PROCESS, by
// SIGSYS.
const SandboxKills = 0x80000000

// Sandbox is the data that [Confine] needs.
func Sandbox(l Limits) *object.Module {
	limits := [][3]uint64{ // resource, soft, hard (asm-generic/resource.h)
		{1, l.Output, l.Output},       // RLIMIT_FSIZE: first, where the harness of package engines changes it
		{0, l.Seconds, l.Seconds + 1}, // RLIMIT_CPU: the soft one has a signal of its own
		{3, l.Stack, l.Stack},         // RLIMIT_STACK
		{4, 0, 0},                     // RLIMIT_CORE
		{6, 0, 0},                     // RLIMIT_NPROC, which does not bind root
		{9, l.Memory, l.Memory},       // RLIMIT_AS: last, for the calls before it may need stack
	}
	table := binary.LittleEndian.AppendUint64(nil, uint64(len(limits)))
	for _, row := range limits {
		for _, v := range row {
			table = binary.LittleEndian.AppendUint64(table, v)
		}
	}
	code := filterCode()
	prog := make([]byte, 16) // struct sock_fprog
	binary.LittleEndian.PutUint16(prog, uint16(len(code)/8))
	return &object.Module{Data: []object.Data{
		{Name: SandboxLimits, Align: 8, Bytes: table},
		{Name: SandboxFilter, Align: 8, Bytes: prog, Relocs: []object.Reloc{{Offset: 8, Kind: object.Abs64, Symbol: sandboxCode}}},
		{Name: sandboxCode, Align: 8, Bytes: code, Const: true},
	}}
}

// permitted are the system calls that the library makes (Linux, x86-64) once it is confined, with the
// first arguments that they may have; none is any.
var permitted = []struct {
	number uint32
	first  []uint32
}{
	{0, []uint32{0}},    // read: standard input
	{1, []uint32{1, 2}}, // write: standard output and error
	{12, nil},           // brk
	{231, nil},          // exit_group
}

// filterCode is a program of classic BPF for seccomp (Linux, Documentation/userspace-api/seccomp_filter.rst):
// it kills the process at a system call that is not permitted, or not one of x86-64.
func filterCode() []byte {
	const (
		load, equal, ret = 0x20, 0x15, 0x06 // BPF_LD|BPF_W|BPF_ABS, BPF_JMP|BPF_JEQ|BPF_K, BPF_RET|BPF_K
		kill, allow      = SandboxKills, 0x7fff0000
		number, arch     = 0, 4 // offsets in struct seccomp_data; the arguments start at 16
		x86_64           = 0xc000003e
	)
	var out []byte
	emit := func(code uint16, yes, no uint8, k uint32) {
		out = binary.LittleEndian.AppendUint16(out, code)
		out = append(out, yes, no)
		out = binary.LittleEndian.AppendUint32(out, k)
	}
	// The architecture comes first: the same number is another call in the 32-bit table.
	emit(load, 0, 0, arch)
	emit(equal, 1, 0, x86_64)
	emit(ret, 0, 0, kill)
	for _, call := range permitted {
		n := uint8(len(call.first))
		emit(load, 0, 0, number)
		if n == 0 {
			emit(equal, 0, 1, call.number)
			emit(ret, 0, 0, allow)
			continue
		}
		emit(equal, 0, n+3, call.number)
		emit(load, 0, 0, 16) // the low half: descriptors are unsigned int
		for k, v := range call.first {
			emit(equal, n-uint8(k), 0, v)
		}
		emit(ret, 0, 0, kill)
		emit(ret, 0, 0, allow)
	}
	emit(ret, 0, 0, kill)
	return out
}
