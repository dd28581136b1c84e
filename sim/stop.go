package sim

import (
	"fmt"
	"strings"
)

// Kind says how a run ended. Each kind is one exception of the processor or one promise of the ABI that
// was broken; Reason is for people, and callers decide by Kind and the fields.
type Kind uint8

// The ends of a run.
const (
	Running           Kind = iota // it has not ended
	Exited                        // exit or exit_group; Stop.Code is the status
	Returned                      // the function that Call entered returned
	PageFault                     // access to memory that is not there, or not for that; Stop.Addr, Stop.Access
	ProtectionFault               // misaligned operand, address out of the canonical range, privileged instruction
	DivideError                   // division by zero, or quotient out of range
	UndefinedOpcode               // ud2, or bytes that are no instruction
	Breakpoint                    // int3
	StepLimit                     // Options.Steps were executed
	Interrupted                   // the context was done
	BadSyscall                    // a system call that the simulator does not have; Stop.Code is its number
	UndefinedFlag                 // a flag was read that an earlier instruction left undefined
	UninitialisedRead             // a register was read before it was written (Options.CheckRegisters)
	BelowRedZone                  // access below the red zone of the stack (Options.CheckRedZone)
	BrokenABI                     // a function did not preserve what it has to, or called the host with a misaligned stack
	NotModelled                   // Stop.Err is a *Refused
	HostFailed                    // Options.Host returned Stop.Err
	numKinds          int  = iota
)

// A name missing here would be empty; the array's length follows the constants.
var kindNames = [numKinds]string{
	Running: "running", Exited: "exit", Returned: "return", PageFault: "page fault",
	ProtectionFault: "general protection fault", DivideError: "divide error",
	UndefinedOpcode: "undefined instruction", Breakpoint: "breakpoint", StepLimit: "step limit", Interrupted: "time limit",
	BadSyscall: "unknown system call", UndefinedFlag: "read of an undefined flag",
	UninitialisedRead: "read of an uninitialised register",
	BelowRedZone:      "access below the red zone", BrokenABI: "broken calling convention", NotModelled: "not modelled", HostFailed: "host function",
}

// String is the name of k in English.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Stop is the end of a run. A Stop is a value: it holds no reference to the machine and stays true
// after the machine has continued.
type Stop struct {
	Kind   Kind
	PC     uint64 // of the instruction that ended the run; it has changed no register and no memory, except for the iterations of a rep
	Addr   uint64 // that was accessed
	Access Perm   // kind of access of a page fault
	Code   int    // exit status or number of the system call
	Reason string // more about it, or empty
	Err    error  // of NotModelled and HostFailed
}

// String describes s in one line. The form is: kind, what was accessed, address of the instruction,
// reason. Tests and reports rely on it being one line.
func (s Stop) String() string {
	var b strings.Builder
	b.WriteString(s.Kind.String())
	switch s.Kind {
	case Exited:
		fmt.Fprintf(&b, " with status %d", s.Code)
		return b.String()
	case BadSyscall:
		fmt.Fprintf(&b, " %d", s.Code)
	case PageFault:
		fmt.Fprintf(&b, ": %s of %#x", accessName(s.Access), s.Addr)
	}
	fmt.Fprintf(&b, " at %#x", s.PC)
	if s.Reason != "" {
		b.WriteString(": " + s.Reason)
	}
	if s.Err != nil {
		b.WriteString(": " + s.Err.Error())
	}
	return b.String()
}

// accessName is the noun for a message.
func accessName(p Perm) string {
	switch p {
	case Read:
		return "read"
	case Write:
		return "write"
	case Exec:
		return "execution"
	}
	return "access"
}

// Refused is the error for an instruction that the simulator does not model. It is an error of the
// user's input and not of the program: the simulator cannot say what the program does.
type Refused struct {
	Mnemonic string // or what is known of the instruction
	Addr     uint64
	Bytes    []byte // the instruction, or where its length is unknown the bytes from its first on, at most 15
}

// Error names the instruction.
func (r *Refused) Error() string {
	return fmt.Sprintf("the simulator does not model %s at %#x (% x)", r.Mnemonic, r.Addr, r.Bytes)
}

// ExitError is an error that [Options.Host] returns to end the program as exit would. It counts as
// success of the host: the run ends as Exited.
type ExitError struct{ Code int }

// Error gives the status.
func (e *ExitError) Error() string { return fmt.Sprintf("exit with status %d", e.Code) }
