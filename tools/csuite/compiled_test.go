package csuite

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/compiler/object"
	library "github.com/tuffy-ir/tuffy/compiler/runtime"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/sim"
)

//go:embed compiled.txt
var compiledText string

// levels are those of the optimizer that programs are compiled at.
var levels = []string{"0", "2"}

const (
	simSteps  = 200_000_000
	nativeFor = 20 * time.Second
)

// compiled translates a program, compiles it at each level and runs it on the processor, and in the simulator if it needs
// nothing but the run-time library: what is wrong of each run, or nothing, and on how many engines it ran.
func compiled(t *testing.T, name string, expect []byte) (wrong []string, ran map[string]int) {
	ran = map[string]int{}
	say := func(engine string, err error) {
		ran[engine]++
		if err != nil {
			wrong = append(wrong, engine+": "+err.Error())
		}
	}
	defer func() {
		if r := recover(); r != nil {
			wrong = append(wrong, fmt.Sprint("crash: ", r))
		}
	}()
	text, err := os.ReadFile(name)
	if err != nil {
		return []string{err.Error()}, ran
	}
	read := func(hosted bool) (*ir.Module, error) {
		return c.Compile([]c.File{{Name: name, Text: text}}, c.Options{Freeform: true, Hosted: hosted, Wrap: wraps.Match(text)})
	}
	m, err := read(true)
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return []string{"refused: " + strings.TrimPrefix(first, name)}, ran
	}
	if m.Func("main") == nil {
		return []string{"refused: no main"}, ran
	}
	start, err := library.Start(m, false)
	if err != nil {
		return []string{"refused: " + err.Error()}, ran
	}
	for _, level := range levels {
		program, err := executable(m.Clone(), start.Clone(), level)
		if missing := (*object.UndefinedError)(nil); errors.As(err, &missing) {
			var foreign *ir.Module
			if foreign, err = read(false); err == nil {
				program, err = linkedByGCC(t, foreign, level)
			}
		} else if err == nil {
			say("sim -O"+level, simulated(program, expect))
		}
		if err == nil {
			err = native(t, program, expect)
		}
		say("native -O"+level, err)
	}
	return wrong, ran
}

// executable links a program with the run-time library.
func executable(m, start *ir.Module, level string) ([]byte, error) {
	code, err := compiler.Compile(context.Background(), m, compiler.Options{Level: level, Workers: 1})
	if err != nil {
		return nil, err
	}
	lib, err := compiler.Library(nil)
	if err != nil {
		return nil, err
	}
	first, err := compiler.Compile(context.Background(), start, compiler.Options{Internal: true, Workers: 1})
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = object.WriteExec(&b, object.Link(code, []string{library.Entry}, first, lib), library.Entry)
	return b.Bytes(), err
}

// linkedByGCC links an object with the C library of the machine.
func linkedByGCC(t *testing.T, m *ir.Module, level string) ([]byte, error) {
	local := map[string]bool{}
	for _, f := range m.Funcs {
		local[f.Name] = f.Linkage.Binding == ir.Local
	}
	for _, d := range m.Data {
		local[d.Name] = d.Linkage.Binding == ir.Local
	}
	o := compiler.Options{Level: level, Position: compiler.PIE, Workers: 1, Exported: func(name string) bool { return !local[name] }}
	code, err := compiler.Compile(context.Background(), m, o)
	if err == nil {
		code, err = compiler.Outside(code, nil)
	}
	var b bytes.Buffer
	if err == nil {
		err = object.WriteObject(&b, code)
	}
	if err != nil {
		return nil, err
	}
	dir := t.TempDir()
	in, out := filepath.Join(dir, "program.o"), filepath.Join(dir, "program")
	if err := os.WriteFile(in, b.Bytes(), 0o600); err != nil {
		return nil, err
	}
	if text, err := exec.Command("gcc", "-o", out, in, "-lm").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("gcc: %w\n%s", err, text)
	}
	return os.ReadFile(out)
}

// ended says what is wrong with a status and an output.
func ended(status int, got, expect []byte) error {
	switch {
	case expect == nil && status != 0:
		return fmt.Errorf("exit status %d", status)
	case expect != nil && trimmed(got) != trimmed(expect):
		return errors.New("output differs")
	}
	return nil
}

func simulated(program, expect []byte) error {
	var out bytes.Buffer
	m := sim.New(sim.Options{Args: []string{"a"}, Stdout: &out, Stderr: &out, Steps: simSteps, StackSize: 8 << 20})
	if err := m.LoadELF(bytes.NewReader(program)); err != nil {
		return err
	}
	stop := m.Run(context.Background())
	if stop.Kind != sim.Exited {
		return errors.New(stop.String())
	}
	return ended(stop.Code, out.Bytes(), expect)
}

func native(t *testing.T, program, expect []byte) error {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := os.WriteFile(name, program, 0o700); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), nativeFor)
	defer cancel()
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, name)
	cmd.Stdout, cmd.Stderr, cmd.Dir, cmd.Env = &out, &out, dir, []string{}
	err := cmd.Run()
	for try := 0; try < 20 && errors.Is(err, syscall.ETXTBSY); try++ { // a process that is being made still has the file open
		time.Sleep(10 * time.Millisecond)
		out.Reset()
		again := exec.CommandContext(ctx, name)
		again.Stdout, again.Stderr, again.Dir, again.Env = &out, &out, dir, []string{}
		err, cmd = again.Run(), again
	}
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() < 0 {
		return err
	}
	return ended(cmd.ProcessState.ExitCode(), out.Bytes(), expect)
}

// runCompiled compiles and runs each program, and compares with the exceptions. With -short it is each seventh one.
func runCompiled(t *testing.T, dir string, names []string, expect func(name string) []byte) {
	known := exceptions(t, "compiled.txt", compiledText)
	names = testseed.Sample(t, 7, names)
	wrong := make([][]string, len(names))
	ran := make([]map[string]int, len(names))
	var wg sync.WaitGroup
	places := make(chan bool, runtime.NumCPU())
	for i, name := range names {
		places <- true
		wg.Go(func() {
			defer func() { <-places }()
			var want []byte
			if expect != nil {
				want = expect(name)
			}
			wrong[i], ran[i] = compiled(t, name, want)
		})
	}
	wg.Wait()
	passed, excused := 0, 0
	engines := map[string]int{}
	for i, name := range names {
		key := dir + "/" + filepath.Base(name)
		for e, n := range ran[i] {
			engines[e] += n
		}
		switch reason := known[key]; {
		case len(wrong[i]) == 0:
			if passed++; reason != "" {
				t.Errorf("%s: passes, and compiled.txt says %q: remove the line", key, reason)
			}
		case reason == "":
			t.Errorf("%s: %s", key, strings.Join(wrong[i], "; "))
		default:
			excused++
			if strings.Contains(strings.Join(wrong[i], " "), "crash:") {
				t.Errorf("%s: %s", key, wrong[i])
			}
		}
	}
	t.Logf("%d of %d pass on every engine, %d are exceptions; runs: %v", passed, len(names), excused, engines)
}

// TestTortureCompiled runs what the compiler makes of gcc's torture tests.
func TestTortureCompiled(t *testing.T) {
	runCompiled(t, "torture", list(t, corpus(t)+torture), nil)
}

// TestIEEECompiled runs those about floats.
func TestIEEECompiled(t *testing.T) {
	runCompiled(t, "ieee", list(t, corpus(t)+torture+"/ieee"), nil)
}

// TestTCCCompiled runs tcc's tests.
func TestTCCCompiled(t *testing.T) {
	runCompiled(t, "tcc", list(t, corpus(t)+tccTests), tccOutput)
}
