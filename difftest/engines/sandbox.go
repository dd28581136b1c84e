package engines

import (
	"errors"
	"sync/atomic"

	"github.com/tuffy-ir/tuffy/compiler/runtime"
)

// RunLimits are those of a confined program that is run natively by itself. They are for programs
// that a user runs, and larger than those of a call.
var RunLimits = runtime.Limits{Seconds: 5, Memory: 1 << 30, Output: 64 << 20, Stack: 8 << 20}

// Limits of a call of native code, confined or not. The kernel enforces them; the simulator's
// machine has the same stack.
const (
	callSeconds = 2
	callMemory  = 1 << 30
	callOutput  = 64 << 20
	callStack   = 8 << 20
)

// unconfined is for the whole process, as what its kernel can do is. Tests that run beside each
// other share it, so it is only set by commands.
var unconfined atomic.Bool

// RunUnconfined leaves out the filter of system calls for all native code that this process runs from
// now on, and the limits of [Execute]. Those of calls remain; what a call starts still ends with it
// if it does not leave the process group.
func RunUnconfined() { unconfined.Store(true) }

// Confined reports whether native code is confined.
func Confined() bool { return !unconfined.Load() }

// ErrUnconfined is the error of a native run that did not take place.
var ErrUnconfined = errors.New("native code cannot be confined, for this kernel has no seccomp filters (--sandbox=off runs it unconfined)")
