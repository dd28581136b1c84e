package engines

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	goruntime "runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/runtime"
	"github.com/tuffy-ir/tuffy/difftest"
)

// Native compiles a program and runs it on the processor: one child process for all calls, which
// makes a child of its own for each. That one is confined: package [runtime], Sandbox. The parent
// never executes compiled code; it reads what the harness has written to files in memory.
type Native struct {
	Compile compiler.Options
	Time    time.Duration // of all calls together; 0 is 3 seconds and 2 more for each call
	Slow    int           // calls that may come to the limit of time before the others are left out; 0 is any number
}

// Name implements Engine.
func (e *Native) Name() string { return "native" }

// Run implements Engine.
func (e *Native) Run(ctx context.Context, p *Program, inputs []*difftest.Input) ([]*Behaviour, error) {
	g, err := Build(ctx, p, e.Compile, inputs)
	if err != nil {
		return nil, err
	}
	return e.RunImage(ctx, g)
}

// memFile makes a file that has no name. Such files are not visible to other processes and vanish
// with the last descriptor.
func memFile(name string) (*os.File, error) {
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	if err != nil {
		return nil, os.NewSyscallError("memfd_create", err)
	}
	return os.NewFile(uintptr(fd), name), nil
}

// RunImage makes the calls of an image, whoever compiled it. The harness gets the output as its
// standard streams, and report and ends as descriptors 3 and 4. It writes ends with a single write
// a call, so that what is there is complete.
func (e *Native) RunImage(ctx context.Context, g *Image) ([]*Behaviour, error) {
	var files [4]*os.File // the program, what it prints, what it reports, how calls end
	for n := range files {
		f, err := memFile([]string{"program", "output", "report", "ends"}[n])
		if err != nil {
			return nil, err
		}
		defer f.Close()
		files[n] = f
	}
	if _, err := files[0].Write(g.file); err != nil {
		return nil, err
	}
	cmd := exec.Command(procName(files[0]))
	cmd.Env = []string{}
	cmd.Stdout, cmd.Stderr = files[1], files[1]
	cmd.ExtraFiles = files[2:4]
	if !Confined() {
		cmd.Args = append(cmd.Args, "unconfined")
	} else if err := CanConfine(); err != nil {
		return nil, err
	}
	// The order matters: the parent-death signal must be set before the child starts, on a thread
	// that stays.
	defer dieTogether(cmd)()
	cmd.SysProcAttr.Setpgid = true
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	limit := e.Time
	if limit == 0 {
		limit = 3*time.Second + time.Duration(len(g.cases))*2*time.Second
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	unlimited := context.AfterFunc(limited, func() { cmd.Process.Kill() })
	slow := e.watch(files[3], cmd)
	// WNOWAIT leaves the process a zombie, so that its number, and with it the process group,
	// cannot be reused before the group is killed.
	err := unix.Waitid(unix.P_PID, cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
	for errors.Is(err, unix.EINTR) {
		err = unix.Waitid(unix.P_PID, cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
	}
	tooSlow := slow()
	late := !unlimited() || tooSlow
	unix.Kill(-cmd.Process.Pid, unix.SIGKILL) // whatever an unconfined program started
	if err := errors.Join(err, cmd.Wait()); err != nil && !late {
		return nil, fmt.Errorf("the harness of native calls: %w", err)
	}
	var contents [3][]byte
	for n, f := range files[1:] {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		if contents[n], err = io.ReadAll(f); err != nil {
			return nil, err
		}
	}
	why := ""
	switch {
	case tooSlow:
		why = tooLong
	case late && ctx.Err() != nil:
		why = noTime
	case late:
		why = timeLimit
	}
	// Ends are read first to last: a report that is shorter than what they claim was damaged.
	return g.ends(contents[0], contents[1], contents[2], why)
}

// watchInterval is how often the ends of calls are looked at while they are made. A tenth of a
// second is short beside the time limit of a call.
const watchInterval = 100 * time.Millisecond

// watch kills the harness when as many calls as may have come to the limit of time. What it returns, to be called when
// the harness has ended, says whether it did. Calls that come to the limit take seconds each;
// without it a batch of them would take minutes.
func (e *Native) watch(ends *os.File, cmd *exec.Cmd) func() bool {
	if e.Slow == 0 {
		return func() bool { return false }
	}
	quit, done := make(chan struct{}), make(chan bool)
	go func() {
		tick := time.NewTicker(watchInterval)
		defer tick.Stop()
		end, at, slow := make([]byte, endSize), int64(0), 0
		for {
			select {
			case <-quit:
				done <- false
				return
			case <-tick.C:
			}
			// The read is positional: the descriptor's offset belongs to the harness.
			for { // by their place, for the harness shares the one where it writes
				if n, _ := ends.ReadAt(end, at); n < endSize {
					break
				}
				at += endSize
				if syscall.WaitStatus(binary.LittleEndian.Uint32(end)).Signal() == syscall.SIGXCPU {
					slow++
				}
			}
			if slow >= e.Slow {
				cmd.Process.Kill()
				// The send on done must wait for the caller, so quit is received first.
				<-quit
				done <- true
				return
			}
		}
	}()
	return func() bool {
		close(quit)
		return <-done
	}
}

// procName is a name that an open file can be executed by.
func procName(f *os.File) string { return fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), f.Fd()) }

// Execute runs an executable on the processor and waits for it. If native code is [Confined] it must
// confine itself: it was linked with [RunLimits]. The status is that of the process, as a shell
// would see it. Output beyond the limit ends it, and so does the end of ctx; a process that SIGINT ended was interrupted,
// too: a terminal sends it to all that run there.
func Execute(ctx context.Context, program []byte, args, env []string, stdin io.Reader, stdout, stderr io.Writer) (*Behaviour, error) {
	f, err := memFile("program")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if _, err := f.Write(program); err != nil {
		return nil, err
	}
	// Both streams count against one bound.
	cmd := &exec.Cmd{Path: procName(f), Args: args, Env: env, Stdin: stdin, Stdout: stdout, Stderr: stderr}
	printed := &bounded{left: RunLimits.Output}
	if Confined() {
		if err := CanConfine(); err != nil {
			return nil, err
		}
		cmd.Stdout, cmd.Stderr = &part{printed, stdout}, &part{printed, stderr}
	}
	defer dieTogether(cmd)()
	began := time.Now()
	err = run(ctx, cmd)
	var exit *exec.ExitError
	errors.As(err, &exit)
	switch {
	case printed.over.Load():
		return &Behaviour{End: Undecided, Why: outputLimit + hasNone}, nil
	case ctx.Err() != nil || exit != nil && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGINT:
		return &Behaviour{End: Undecided, Why: fmt.Sprintf("interrupted after %v on the processor", time.Since(began).Round(time.Millisecond))}, nil
	case err != nil && exit == nil:
		return nil, err
	}
	status := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if Confined() && status.Signal() == runtime.Unconfined {
		return nil, ErrUnconfined
	}
	b := processEnd(status)
	switch {
	// A kill from outside is no time limit here, unlike in processEnd.
	case status.Signal() == syscall.SIGKILL: // nothing here sends it
		b.End, b.Why = Crashed, "signal: "+status.Signal().String()
	case b.End == Undecided:
		b.Why += hasNone
	}
	return b, nil
}

// run runs a process until it ends or ctx is done.
func run(ctx context.Context, cmd *exec.Cmd) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { cmd.Process.Kill() })
	defer stop()
	return cmd.Wait()
}

// bounded counts what a program may still print. It is shared by two goroutines of package exec,
// one a stream.
type bounded struct {
	sync.Mutex
	left uint64
	over atomic.Bool
}

// part is one of the streams that share a bound.
type part struct {
	*bounded
	w io.Writer
}

// Write ends the program, by SIGPIPE, at the bound. An error of Write makes exec close the pipe;
// the program's next write gets SIGPIPE.
func (p *part) Write(b []byte) (int, error) {
	p.Lock()
	defer p.Unlock()
	n := min(uint64(len(b)), p.left)
	p.left -= n
	done, err := p.w.Write(b[:n])
	if err == nil && n < uint64(len(b)) {
		p.over.Store(true)
		err = errors.New(outputLimit)
	}
	return done, err
}

// dieTogether makes the kernel kill the process when this one is killed. The kernel means the
// thread that starts it, which the caller keeps until it calls what is returned. Pdeathsig is sent
// when the thread ends (prctl(2), PR_SET_PDEATHSIG); locking it to the goroutine keeps the run-time
// from ending it.
func dieTogether(cmd *exec.Cmd) func() {
	goruntime.LockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return goruntime.UnlockOSThread
}

// CanConfine says by name what this kernel lacks to confine native code. It asks for the action
// that the filter uses; kernels before 4.14 lack it.
func CanConfine() error {
	const getActionAvail = 2 // SECCOMP_GET_ACTION_AVAIL
	action := uint32(runtime.SandboxKills)
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, getActionAvail, 0, uintptr(unsafe.Pointer(&action)))
	if errno != 0 {
		return fmt.Errorf("%w: seccomp: %w", ErrUnconfined, errno)
	}
	return nil
}

const (
	timeLimit   = "the time limit"
	outputLimit = "the limit of output"
	hasNone     = " of a confined program (--sandbox=off has none)"
)

// processEnd is the behaviour that the status of a process tells. Signals are what the sandbox and
// the kernel use to tell limits: SIGXCPU for time, SIGXFSZ for output, SIGSYS for a forbidden call.
func processEnd(status syscall.WaitStatus) *Behaviour {
	if status.Exited() {
		return &Behaviour{End: Exited, Code: status.ExitStatus()}
	}
	switch status.Signal() {
	case syscall.SIGILL, syscall.SIGABRT:
		return &Behaviour{End: Trapped}
	case syscall.SIGXCPU, syscall.SIGKILL:
		return &Behaviour{End: Undecided, Why: timeLimit}
	case syscall.SIGXFSZ:
		return &Behaviour{End: Undecided, Why: outputLimit}
	case syscall.SIGSYS:
		return &Behaviour{End: Crashed, Why: "a system call that the sandbox forbids"}
	case syscall.SIGSEGV: // the kernel does not tell the two apart
		return &Behaviour{End: Crashed, Why: "signal: segmentation fault: a wrong access, or a stack beyond its limit"}
	}
	return &Behaviour{End: Crashed, Why: "signal: " + status.Signal().String()}
}

// endSize is the size of what the harness says of the end of a call: status, length of the output
// so far, length of the report so far. Three 64-bit words.
const endSize = 24

// ends reads what the harness wrote; late is why it did not make all calls, empty if it must have.
// Lengths must grow and fit: an unconfined program may have written over the files.
func (g *Image) ends(output, report, ends []byte, late string) ([]*Behaviour, error) {
	var out []*Behaviour
	printed, reported := uint64(0), uint64(0)
	for n := range g.cases {
		at := n * endSize
		if at+endSize > len(ends) {
			if late == "" {
				return nil, fmt.Errorf("the harness of native calls ended before call %d", n+1)
			}
			out = append(out, &Behaviour{End: Undecided, Why: late})
			continue
		}
		status := syscall.WaitStatus(binary.LittleEndian.Uint32(ends[at:]))
		p, r := binary.LittleEndian.Uint64(ends[at+8:]), binary.LittleEndian.Uint64(ends[at+16:])
		switch {
		case status.Signal() == runtime.Unconfined:
			return nil, ErrUnconfined
		case p < printed || p > uint64(len(output)) || r < reported || r > uint64(len(report)):
			return nil, fmt.Errorf("an unconfined program wrote over the report of call %d", n+1)
		}
		b := g.ended(n, status, report[reported:r])
		b.Output = output[printed:p]
		printed, reported = p, r
		out = append(out, b)
	}
	return out, nil
}

// ended is how case n ended, by the status of its process. A report of the full size and status 0
// together mean that the call returned; anything else is judged by the status.
func (g *Image) ended(n int, status syscall.WaitStatus, report []byte) *Behaviour {
	if status.Exited() && status.ExitStatus() == 0 && uint64(len(report)) == g.reportSize() {
		out := report[:g.outSize()]
		report = report[g.outSize():]
		var data [][]byte
		for _, d := range g.data {
			data = append(data, report[:d.Size()])
			report = report[d.Size():]
		}
		return g.observed(n, out, data, report)
	}
	return processEnd(status)
}
