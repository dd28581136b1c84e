// Package routines has the functions of the run-time library that are machine code, since no IR can
// say them: start-up, system calls, traps and block copies.
//
// The rest of the library is Tuffy IR: see package compiler/runtime.
package routines

import (
	"encoding/hex"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/compiler/runtime"
)

// routine is a function in machine code. The text of each line is what its bytes say; a test holds
// the two together.
// Bytes and not the emitter make them, since what they use is what the compiler has no operations for: the stack as
// the kernel leaves it, system calls, the direction flag.
type routine struct {
	name  string
	lines []codeLine
}

type codeLine struct {
	code string // hexadecimal; the four bytes of a call are 0
	text string // Intel's syntax; a call names its symbol
}

// routines are the functions. System calls: rax is the number, rdi, rsi, rdx the arguments, and rcx
// and r11 are lost (AMD64 ABI, "Calling Conventions" of the Linux kernel).
var routines = []routine{
	// The kernel starts here without a return address: argc stands at rsp, argv above it.
	{name: runtime.Entry, lines: []codeLine{
		{"31 ed", "xor ebp, ebp"}, // the outermost frame
		{"48 8b 3c 24", "mov rdi, qword ptr [rsp]"},
		{"48 8d 74 24 08", "lea rsi, [rsp+0x8]"},
		{"48 83 e4 f0", "and rsp, -0x10"}, // as every call needs it, whoever made the stack
		{"e8 00 00 00 00", "call " + runtime.Main},
		{"0f b6 f8", "movzx edi, al"},       // a status has 8 bits
		{"b8 e7 00 00 00", "mov eax, 0xe7"}, // exit_group
		{"0f 05", "syscall"},
		{"0f 0b", "ud2"}, // exit_group does not return
	}},
	// Arguments move by one register: the first is the number, in rax. Each is read before it is overwritten.
	{name: "__tuffy_syscall", lines: []codeLine{
		{"48 89 f8", "mov rax, rdi"},
		{"48 89 f7", "mov rdi, rsi"},
		{"48 89 d6", "mov rsi, rdx"},
		{"48 89 ca", "mov rdx, rcx"},
		{"45 31 d2", "xor r10d, r10d"}, // a fourth argument is always 0
		{"0f 05", "syscall"},
		{"c3", "ret"},
	}},
	// The seventh argument, the sixth of the system call, stands on the stack above the return address.
	{name: "__tuffy_syscall6", lines: []codeLine{
		{"48 89 f8", "mov rax, rdi"},
		{"48 89 f7", "mov rdi, rsi"},
		{"48 89 d6", "mov rsi, rdx"},
		{"48 89 ca", "mov rdx, rcx"},
		{"4d 89 c2", "mov r10, r8"},
		{"4d 89 c8", "mov r8, r9"},
		{"4c 8b 4c 24 08", "mov r9, qword ptr [rsp+0x8]"},
		{"0f 05", "syscall"},
		{"c3", "ret"},
	}},
	{name: "__tuffy_trap", lines: []codeLine{{"0f 0b", "ud2"}}},
	// What a callee saves, the stack pointer behind the return, and where that is.
	{name: "_setjmp", lines: []codeLine{
		{"48 89 1f", "mov qword ptr [rdi], rbx"},
		{"48 89 6f 08", "mov qword ptr [rdi+0x8], rbp"},
		{"4c 89 67 10", "mov qword ptr [rdi+0x10], r12"},
		{"4c 89 6f 18", "mov qword ptr [rdi+0x18], r13"},
		{"4c 89 77 20", "mov qword ptr [rdi+0x20], r14"},
		{"4c 89 7f 28", "mov qword ptr [rdi+0x28], r15"},
		{"48 8d 54 24 08", "lea rdx, [rsp+0x8]"},
		{"48 89 57 30", "mov qword ptr [rdi+0x30], rdx"},
		{"48 8b 14 24", "mov rdx, qword ptr [rsp]"},
		{"48 89 57 38", "mov qword ptr [rdi+0x38], rdx"},
		{"31 c0", "xor eax, eax"},
		{"c3", "ret"},
	}},
	{name: "longjmp", lines: []codeLine{
		{"31 c0", "xor eax, eax"},
		{"83 fe 01", "cmp esi, 0x1"}, // 0 carries: it becomes 1
		{"11 f0", "adc eax, esi"},
		{"48 8b 1f", "mov rbx, qword ptr [rdi]"},
		{"48 8b 6f 08", "mov rbp, qword ptr [rdi+0x8]"},
		{"4c 8b 67 10", "mov r12, qword ptr [rdi+0x10]"},
		{"4c 8b 6f 18", "mov r13, qword ptr [rdi+0x18]"},
		{"4c 8b 77 20", "mov r14, qword ptr [rdi+0x20]"},
		{"4c 8b 7f 28", "mov r15, qword ptr [rdi+0x28]"},
		{"48 8b 67 30", "mov rsp, qword ptr [rdi+0x30]"},
		{"ff 67 38", "jmp qword ptr [rdi+0x38]"},
	}},
	{name: "memcpy", lines: moveLines},
	{name: "memset", lines: setLines},
	{name: "memmove", lines: moveLines},
}

// Module has the routines. Each call makes them anew, so that whoever links them may change them.
func Module() *object.Module {
	m := &object.Module{}
	for _, s := range routines {
		f := &object.Func{Name: s.name, Align: 16, Unwind: []object.Unwind{{CFAReg: 7, CFA: 8}}}
		for _, l := range s.lines {
			b, err := hex.DecodeString(strings.ReplaceAll(l.code, " ", ""))
			if err != nil {
				panic("BUG: " + l.code + ": " + err.Error())
			}
			f.Code = append(f.Code, b...)
			if to, ok := strings.CutPrefix(l.text, "call "); ok {
				// The four bytes are the last of the instruction, and the displacement counts from its end.
				f.Relocs = append(f.Relocs, object.Reloc{Offset: uint64(len(f.Code) - 4), Kind: object.PLT32, Symbol: to, Add: -4})
			}
		}
		m.Funcs = append(m.Funcs, f)
	}
	return m
}
