package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// limits bound a child. The address space is bounded only to protect the machine: what the attacks
// judge is the peak of resident memory.
// The zero value is 30 seconds, no input and 4 GiB of files. env follows the environment of this
// process, so that it wins.
type limits struct {
	wall    time.Duration
	stdin   string
	env     []string
	maxFile int // blocks of 512 bytes that a file may have, 0 for 4 GiB
}

// outcome is how a child ended.
// timedOut and a signal come together: the child is killed at the end of its time. rss is the peak of
// the child or of the largest of its waited-for children, as wait4(2) counts; cpu is user and system
// time of them.
type outcome struct {
	status   int // -1 if it was ended by a signal
	signal   string
	timedOut bool
	stdout   string
	stderr   string
	rss      int64 // bytes, the peak
	wall     time.Duration
	cpu      time.Duration
	argv     []string
}

// slow reports whether the child took longer than d: of the clock, unless it was other processes that
// kept it from the processor.
// A child that hardly computes waits for something of its own doing, such as a pipe; between the two
// bounds, the machine was busy.
func (o *outcome) slow(d time.Duration) bool {
	return o.wall > d && (o.cpu > d || o.cpu < o.wall/50)
}

// capped keeps the first bytes of a stream and the last ones.
// A child that prints without end must not fill the memory of the attack. The end is kept because a Go
// crash is last, the beginning because a message is first.
type capped struct {
	first, last []byte
	lost        int
}

const (
	keepFirst = 1 << 20
	keepLast  = 1 << 14
)

// last is cut when it has twice its length, so that copying takes constant time a byte.
func (c *capped) Write(b []byte) (int, error) {
	n := min(keepFirst-len(c.first), len(b))
	c.first = append(c.first, b[:n]...)
	if c.last = append(c.last, b[n:]...); len(c.last) > 2*keepLast {
		c.lost += len(c.last) - keepLast
		c.last = append(c.last[:0], c.last[len(c.last)-keepLast:]...)
	}
	return len(b), nil
}

func (c *capped) String() string {
	if c.lost == 0 {
		return string(c.first) + string(c.last)
	}
	return fmt.Sprintf("%s\n… %d bytes …\n%s", c.first, c.lost, c.last)
}

// run starts a command and waits for it. Whatever it started ends with it.
func run(l limits, dir string, argv ...string) outcome {
	if l.wall == 0 {
		l.wall = 30 * time.Second
	}
	if l.maxFile == 0 {
		l.maxFile = 8 << 20
	}
	// ulimit is inherited through exec. It needs a shell, since package os/exec cannot set limits. No
	// core files, which would be as large as the address space that is used.
	shell := fmt.Sprintf("ulimit -v 8000000; ulimit -c 0; ulimit -f %d; exec \"$@\"", l.maxFile)
	cmd := exec.Command("/bin/sh", append([]string{"-c", shell, "sh"}, argv...)...)
	cmd.Dir = dir
	// A process group of its own, so that everything it starts can be killed with it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var stdout, stderr capped
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.Stdin = strings.NewReader(l.stdin)
	// One goroutine's stack is enough to tell a crash; GOMEMLIMIT is off, so that none of this
	// process's own hides what a command takes.
	cmd.Env = append(os.Environ(), "GOTRACEBACK=single", "NO_COLOR=1", "GOMEMLIMIT=off")
	cmd.Env = append(cmd.Env, l.env...)
	// A grandchild may hold the pipes open after the child is gone; Wait would wait for it.
	cmd.WaitDelay = 2 * time.Second
	start := time.Now()
	o := outcome{argv: argv}
	if err := cmd.Start(); err != nil {
		o.status, o.stderr = -1, err.Error()
		return o
	}
	late := time.AfterFunc(l.wall, func() {
		o.timedOut = true
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	})
	cmd.Wait()
	stopped := late.Stop()
	// Stop fails if the timer has fired, whether or not the kill came first.
	o.timedOut = !stopped
	o.wall = time.Since(start)
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // its children, if any are left
	o.stdout, o.stderr = stdout.String(), stderr.String()
	if ru, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		// Linux counts in KiB.
		o.rss = ru.Maxrss << 10
		o.cpu = time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
	}
	ws := cmd.ProcessState.Sys().(syscall.WaitStatus)
	o.status = ws.ExitStatus()
	if ws.Signaled() {
		o.status, o.signal = -1, ws.Signal().String()
	}
	return o
}

// The texts with which the Go runtime dies, and BUG:, which is how Tuffy says that it is at fault
// itself. Only standard error is searched: a program under test may print them.
var goCrash = regexp.MustCompile(`(?m)^(panic: |fatal error: |runtime: |goroutine \d+ \[|unexpected fault address|SIG[A-Z]+: )|BUG:`)

// crash says how Tuffy itself broke, empty if it did not.
// A timeout is no crash, though its child was killed.
func (o *outcome) crash() string {
	switch {
	case o.timedOut:
		return ""
	case goCrash.MatchString(o.stderr):
		return "crash"
	case o.signal != "":
		return "signal " + o.signal
	}
	return ""
}

// complaint holds an outcome to documented statuses; empty if all is well.
// A crash counts whatever the status, as a shell or a recovered panic may hide it.
func (o *outcome) complaint(allowed ...int) string {
	if c := o.crash(); c != "" {
		return c
	}
	if o.timedOut {
		return "timeout"
	}
	for _, a := range allowed {
		if o.status == a {
			return ""
		}
	}
	return fmt.Sprintf("status %d", o.status)
}

// report is what a failure's file says of a child.
func (o *outcome) report() string {
	tail := func(s string) string {
		if len(s) > 6000 {
			return s[:3000] + "\n…\n" + s[len(s)-3000:]
		}
		return s
	}
	return fmt.Sprintf("%s\nstatus %d %s timed out %v, %.1f s (processor %.1f s), %d MB\n--- stdout\n%s\n--- stderr\n%s",
		strings.Join(o.argv, " "), o.status, o.signal, o.timedOut, o.wall.Seconds(), o.cpu.Seconds(), o.rss>>20, tail(o.stdout), tail(o.stderr))
}
