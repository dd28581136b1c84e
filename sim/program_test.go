//go:build amd64 && linux

package sim_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/sim"
)

// Programs without a library do the same in the simulator and on the processor.
func TestProgramsAgainstProcessor(t *testing.T) {
	have := processorFeatures(t)
	input := strings.Repeat("The quick brown fox jumps over the lazy dog.\n", 300)
	args := []string{"program", "one", "", "three words here"}
	env := []string{"HOME=/", "EMPTY="}
	for _, source := range []string{"testdata/process.c", "testdata/compute.c"} {
		for _, options := range testseed.Sample(t, 6, []string{"-O0", "-O1", "-O2", "-O3 -msse4.1", "-O3 -mavx2 -mbmi -mbmi2", "-Os"}) {
			if strings.Contains(options, "avx2") && !have["avx2"] {
				t.Logf("%s %s: the processor has no AVX2", source, options)
				continue
			}
			flags := append(strings.Fields(options), "-nostdlib", "-static", "-no-pie", "-ffreestanding", "-fno-stack-protector", "-fno-pie", "-fcf-protection=none", "-ffp-contract=off", "-fno-math-errno")
			program := gcctest.Build(t, nil, append([]string{source}, flags...)...)
			cmd := exec.Command(program)
			var wantErrors, errorOutput, out bytes.Buffer
			cmd.Args, cmd.Env, cmd.Stdin, cmd.Stderr = args, env, strings.NewReader(input), &wantErrors
			want, err := cmd.Output()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || !exit.Exited() {
				t.Fatalf("%s %s on the processor: %v", source, options, err)
			}
			f, err := os.Open(program)
			if err != nil {
				t.Fatal(err)
			}
			o := sim.Options{Args: args, Env: env, Stdin: strings.NewReader(input), Stdout: &out, Stderr: &errorOutput}
			if checked := source == "testdata/compute.c" && options != "-O0"; checked { // right programs pass the checks
				o.CheckRegisters, o.CheckRedZone, o.Cycles = true, true, true
			}
			m := sim.New(o)
			if err := m.LoadELF(f); err != nil {
				t.Fatal(err)
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
			stop := m.Run(context.Background())
			if stop.Kind != sim.Exited || stop.Code != exit.ExitCode() {
				t.Errorf("%s %s: simulator %v, processor exit with status %d", source, options, stop, exit.ExitCode())
			}
			if out.String() != string(want) {
				t.Errorf("%s %s: simulator printed\n%s\nprocessor printed\n%s", source, options, out.String(), want)
			}
			if errorOutput.String() != wantErrors.String() {
				t.Errorf("%s %s: simulator printed errors\n%s\nprocessor\n%s", source, options, errorOutput.String(), wantErrors.String())
			}
			t.Logf("%s %s: %v after %d instructions, %d cycles, %d bytes", source, options, stop, m.Steps(), m.Cycles(), out.Len())
		}
	}
}
