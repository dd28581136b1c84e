package engines

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
	"unsafe"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/difftest"
)

// Native compiles a program and runs it on the processor: one child process for all calls, which
// makes a child of its own for each.
type Native struct {
	Compile compiler.Options
	Time    time.Duration // of all calls together; 0 is 3 seconds and 2 more for each call
}

// Name implements Engine.
func (e *Native) Name() string { return "native" }

// Run implements Engine.
func (e *Native) Run(p *Program, inputs []*difftest.Input) ([]*Behaviour, error) {
	g, err := Build(p, e.Compile, inputs)
	if err != nil {
		return nil, err
	}
	return e.RunImage(g)
}

// memFile makes a file that has no name.
func memFile(name string) (*os.File, error) {
	b, err := syscall.BytePtrFromString(name)
	if err != nil {
		return nil, err
	}
	const sysMemfdCreate, cloexec = 319, 1
	fd, _, errno := syscall.Syscall(sysMemfdCreate, uintptr(unsafe.Pointer(b)), cloexec, 0)
	if errno != 0 {
		return nil, os.NewSyscallError("memfd_create", errno)
	}
	return os.NewFile(fd, name), nil
}

// RunImage makes the calls of an image, whoever compiled it.
func (e *Native) RunImage(g *Image) ([]*Behaviour, error) {
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
	defer dieTogether(cmd)()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	limit := e.Time
	if limit == 0 {
		limit = 3*time.Second + time.Duration(len(g.cases))*2*time.Second
	}
	timer := time.AfterFunc(limit, func() { cmd.Process.Kill() })
	err := cmd.Wait()
	late := !timer.Stop()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, err
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
	return g.ends(contents[0], contents[1], contents[2], late)
}

// procName is a name that an open file can be executed by.
func procName(f *os.File) string { return fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), f.Fd()) }

// Execute runs an executable on the processor and waits for it.
func Execute(program []byte, args, env []string, stdin io.Reader, stdout, stderr io.Writer) (*Behaviour, error) {
	f, err := memFile("program")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if _, err := f.Write(program); err != nil {
		return nil, err
	}
	cmd := &exec.Cmd{Path: procName(f), Args: args, Env: env, Stdin: stdin, Stdout: stdout, Stderr: stderr}
	defer dieTogether(cmd)()
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	status := cmd.ProcessState.Sys().(syscall.WaitStatus)
	b := processEnd(status)
	if b.End == Undecided { // nobody limits the time here
		b.End, b.Why = Crashed, "signal: "+status.Signal().String()
	}
	return b, nil
}

// dieTogether makes the kernel kill the process when this one is killed. The kernel means the
// thread that starts it, which the caller keeps until it calls what is returned.
func dieTogether(cmd *exec.Cmd) func() {
	runtime.LockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return runtime.UnlockOSThread
}

// processEnd is the behaviour that the status of a process tells.
func processEnd(status syscall.WaitStatus) *Behaviour {
	if status.Exited() {
		return &Behaviour{End: Exited, Code: status.ExitStatus()}
	}
	switch status.Signal() {
	case syscall.SIGILL, syscall.SIGABRT:
		return &Behaviour{End: Trapped}
	case syscall.SIGXCPU, syscall.SIGKILL:
		return &Behaviour{End: Undecided, Why: "the time limit"}
	}
	return &Behaviour{End: Crashed, Why: "signal: " + status.Signal().String()}
}

// endSize is the size of what the harness says of the end of a call: status, length of the output
// so far, length of the report so far.
const endSize = 24

// ends reads what the harness wrote.
func (g *Image) ends(output, report, ends []byte, late bool) ([]*Behaviour, error) {
	var out []*Behaviour
	printed, reported := uint64(0), uint64(0)
	for n := range g.cases {
		b := &Behaviour{End: Crashed, Why: "the batch ended before this call"}
		if late {
			b.End, b.Why = Undecided, "the time limit"
		}
		if at := n * endSize; at+endSize <= len(ends) {
			status := syscall.WaitStatus(binary.LittleEndian.Uint32(ends[at:]))
			p, r := binary.LittleEndian.Uint64(ends[at+8:]), binary.LittleEndian.Uint64(ends[at+16:])
			b = g.ended(n, status, report[reported:r])
			b.Output = output[printed:p]
			printed, reported = p, r
		}
		out = append(out, b)
	}
	return out, nil
}

// ended is how case n ended, by the status of its process.
func (g *Image) ended(n int, status syscall.WaitStatus, report []byte) *Behaviour {
	size := g.outSize() + g.stride
	for _, d := range g.data {
		size += d.Size()
	}
	if status.Exited() && status.ExitStatus() == 0 && uint64(len(report)) == size {
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
