package engines

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"strconv"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/compiler/runtime"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/parser"
	"golang.org/x/sys/unix"
)

// hostile is the code of every function of testdata/hostile.c, by name.
func hostile(t *testing.T) map[string][]byte {
	t.Helper()
	f, err := elf.Open(gcctest.Build(t, nil, "testdata/hostile.c", "-c", "-O1", "-fno-pie", "-fcf-protection=none", "-fno-stack-protector", "-fno-builtin",
		"-fno-tree-loop-distribute-patterns", "-mgeneral-regs-only", "-fno-asynchronous-unwind-tables"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	code := map[string][]byte{}
	for _, s := range f.Sections {
		if name, ok := strings.CutPrefix(s.Name, ".text."); ok {
			if code[name], err = s.Data(); err != nil {
				t.Fatal(err)
			}
		}
		if strings.HasPrefix(s.Name, ".rela.text.") {
			t.Fatalf("%s: hostile code must not refer to anything", s.Name)
		}
	}
	return code
}

// hostileImage is an image that calls the code with 0, 1 and 2.
func hostileImage(t *testing.T, code []byte) *Image {
	t.Helper()
	m, err := parser.Parse("hostile.tir", []byte(`func @main(int:s64) -> int:s64 {
  bb0:
    v0:s64 = param 0
    ret v0
}
`))
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	p := &Program{Module: m, Entry: "main"}
	out, err := compileProgram(context.Background(), p, compiler.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for n, f := range out.Funcs {
		if f.Name == "main" {
			out.Funcs[n] = &object.Func{Name: "main", Code: code, Align: 16}
		}
	}
	var inputs []*difftest.Input
	for n := range int64(3) {
		inputs = append(inputs, &difftest.Input{Args: []difftest.Arg{{Int: new(num.New(n))}}})
	}
	g, err := newImage(p, out, inputs)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestHostile: hostile code reaches nothing outside of its process, ends with it, and cannot say
// anything about the calls before and after it.
func TestHostile(t *testing.T) {
	limits := map[string]string{"loops": timeLimit, "prints": outputLimit}
	if err := os.WriteFile("victim", []byte("alive"), 0o600); err != nil {
		t.Fatal(err)
	}
	defer os.Remove("victim")
	for name, code := range hostile(t) {
		if testing.Short() && name == "loops" { // for seconds; TestLimits has an endless loop
			continue
		}
		t.Run(name, func(t *testing.T) {
			got, err := (&Native{Time: time.Minute}).RunImage(context.Background(), hostileImage(t, code))
			if err != nil {
				t.Fatal(err)
			}
			for n, b := range got {
				switch {
				case n != 1 || name == "grows_heap":
					if b.End != Returned || b.Results[0].Bytes[0].Value != byte(40+n) || len(b.Output) > 0 {
						t.Errorf("call %d: %s (%s) %v, printed %d bytes; it is none of the hostile one's", n, b.End, b.Why, b.Results, len(b.Output))
					}
				case limits[name] != "":
					if b.End != Undecided || b.Why != limits[name] {
						t.Errorf("%s: %s; want %s", b.End, b.Why, limits[name])
					}
				case name == "grows_stack":
					if b.End == Returned {
						t.Error("a stack without end")
					}
				case b.End != Crashed || !strings.Contains(b.Why, "sandbox"):
					t.Errorf("%s: %s; want the sandbox to end it", b.End, b.Why)
				}
			}
		})
	}
	if _, err := os.Stat("victim"); err != nil {
		t.Error(err)
	}
}

// TestKernelWithoutSeccomp: where the kernel has no filters nothing runs, and the error says so. A
// filter that answers ENOSYS makes such a kernel.
func TestKernelWithoutSeccomp(t *testing.T) {
	const inside = "TUFFY_TEST_NO_SECCOMP"
	if os.Getenv(inside) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestKernelWithoutSeccomp$", "-test.v")
		cmd.Env = append(os.Environ(), inside+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	// ld nr; jeq seccomp, 0, 1; ret ERRNO ENOSYS; ret ALLOW
	code := []unix.SockFilter{{Code: 0x20}, {Code: 0x15, Jf: 1, K: unix.SYS_SECCOMP}, {Code: 6, K: 0x50000 | uint32(unix.ENOSYS)}, {Code: 6, K: 0x7fff0000}}
	prog := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	goruntime.LockOSThread() // the filter brings the bit to the other threads
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	const allThreads = 1 // SECCOMP_FILTER_FLAG_TSYNC
	if _, _, errno := unix.Syscall(unix.SYS_SECCOMP, 1, allThreads, uintptr(unsafe.Pointer(&prog))); errno != 0 {
		t.Fatal(errno)
	}
	g := hostileImage(t, []byte{0x48, 0x8d, 0x47, 0x28, 0xc3}) // lea rax, [rdi+40]; ret
	if _, err := (&Native{}).RunImage(context.Background(), g); !errors.Is(err, ErrUnconfined) || !strings.Contains(err.Error(), "seccomp") {
		t.Errorf("%v", err)
	}
	RunUnconfined()
	got, err := (&Native{}).RunImage(context.Background(), g)
	if err != nil || got[2].End != Returned || got[2].Results[0].Bytes[0].Value != 42 {
		t.Errorf("unconfined: %v, %v", got, err)
	}
}

// TestHostileProgram: a program that is run by itself is confined, too.
func TestHostileProgram(t *testing.T) {
	m, err := parser.Parse("main.tir", []byte(`func @main(int:s32) -> int:s64 {
  bb0:
    v0:s32 = param 0
    ret v0
}
`))
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	start, err := runtime.Start(m, true)
	if err != nil {
		t.Fatal(err)
	}
	first, err := compiler.Compile(context.Background(), start, compiler.Options{Internal: true})
	if err != nil {
		t.Fatal(err)
	}
	lib, err := compiler.Library(nil)
	if err != nil {
		t.Fatal(err)
	}
	code := hostile(t)
	for name, end := range map[string]End{"opens": Crashed, "fork_bomb": Crashed, "kills_parent": Crashed, "forges_any": Crashed, "prints": Undecided, "loops": Undecided, "grows_heap": Exited} {
		if testing.Short() && name == "loops" { // for seconds
			continue
		}
		main := &object.Module{Funcs: []*object.Func{{Name: "main", Code: code[name], Align: 16}}}
		var file bytes.Buffer
		if err := object.WriteExec(&file, object.Link(main, []string{runtime.Entry}, first, lib, runtime.Sandbox(RunLimits)), runtime.Entry); err != nil {
			t.Fatal(err)
		}
		var printed bytes.Buffer
		b, err := Execute(t.Context(), file.Bytes(), []string{"program"}, nil, nil, &printed, &printed)
		if err != nil {
			t.Fatal(err)
		}
		if b.End != end || uint64(printed.Len()) > RunLimits.Output {
			t.Errorf("%s: %s (%s), printed %d bytes; want %s", name, b.End, b.Why, printed.Len(), end)
		}
	}
}

// TestKilledHarness: when the process that asked for native calls is killed, the call in progress ends.
func TestKilledHarness(t *testing.T) {
	const inside = "TUFFY_TEST_LOOPS"
	if os.Getenv(inside) != "" {
		(&Native{}).RunImage(context.Background(), hostileImage(t, hostile(t)["loops"]))
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestKilledHarness$")
	cmd.Env = append(os.Environ(), inside+"=1")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	var harness, call []int
	for end := time.Now().Add(time.Minute); len(call) == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("there is no call in progress")
		}
		if harness = native(cmd.Process.Pid); len(harness) > 0 {
			call = native(harness[0])
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	for _, pid := range append(harness, call...) {
		for running(pid) {
			if time.Since(start) > 1500*time.Millisecond { // of its 2 seconds
				t.Fatalf("process %d outlives the run", pid)
			}
			time.Sleep(time.Millisecond)
		}
	}
}

// native are the processes from memory whose parent is pid.
func native(pid int) []int {
	var out []int
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		text, _ := os.ReadFile(name)
		_, rest, _ := strings.Cut(string(text), ") ")
		var state string
		var parent int
		if n, _ := fmt.Sscan(rest, &state, &parent); n == 2 && parent == pid {
			dir := filepath.Dir(name)
			if exe, _ := os.Readlink(filepath.Join(dir, "exe")); strings.HasPrefix(exe, "/memfd:") {
				child, _ := strconv.Atoi(filepath.Base(dir))
				out = append(out, child)
			}
		}
	}
	return out
}

// running reports whether a process is there and no zombie.
func running(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, _ := strings.Cut(string(text), ") ")
	return err == nil && !strings.HasPrefix(rest, "Z")
}
