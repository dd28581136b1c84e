package verb

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/difftest/engines"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/sim"
)

// simFlags are the options of the simulator.
// The zero value is what tuffy --run=sim uses.
type simFlags struct {
	// All are off by default but the limits: what they print or check costs time.
	trace bool
	// 0 is the simulator's own limit; a program that does not end has to be stopped by something.
	steps     uint64
	memory    uint64
	stack     uint64
	registers bool
	redZone   bool
	cycles    bool
	flags     bool
	// stats is --steps, flags is --allow-undefined-flags.
	stats  bool
	format string
}

// simulate is tuffy sim.
func simulate() *cobra.Command {
	f := &simFlags{}
	c := &cobra.Command{
		Use:   "sim [flags] PROGRAM [ARGUMENT...]",
		Short: "Run machine code on the simulator",
		Long:  `Runs a static x86-64 executable on the simulator. It refuses by name what it does not model.`,
		Example: `  tuffy sim prog
  tuffy sim --trace --max-steps 1000 prog`,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("expected a program: an executable, such as tuffy -o makes")
			}
			if f.stack%sim.PageSize != 0 || f.stack > f.memory && f.memory != 0 {
				return fmt.Errorf("--stack %d: expected a multiple of %d, at most --memory", f.stack, sim.PageSize)
			}
			in, err := open(args[0])
			if err != nil {
				return err
			}
			defer in.Close()
			program, err := io.ReadAll(in)
			if err != nil {
				return badInput{fmt.Errorf("%s: %w", args[0], err)}
			}
			return untilInterrupted(c, func() error { return f.run(c, program, args) })
		},
	}
	exits(c, "that of the program; 3 trap; 4 the simulator stopped it")
	formatFlag(c, &f.format)
	fl := c.Flags()
	// What follows the program is its own, flags included.
	fl.SetInterspersed(false)
	fl.BoolVar(&f.trace, "trace", false, "print each instruction with the registers that it changes to standard error")
	fl.Uint64Var(&f.steps, "max-steps", sim.DefaultSteps, "instructions that may run, 0 for the default")
	fl.Uint64Var(&f.memory, "memory", sim.DefaultMemory, "`bytes` of memory")
	// 8 MiB is what Linux gives a process by default.
	fl.Uint64Var(&f.stack, "stack", 8<<20, "`bytes` of stack, a multiple of 4096")
	fl.BoolVar(&f.registers, "check-uninit", false, "stop at a read of a register that nothing has written")
	fl.BoolVar(&f.redZone, "check-red-zone", false, "stop at an access to the stack below the red zone")
	fl.BoolVar(&f.flags, "allow-undefined-flags", false, "continue after a read of a flag that is undefined")
	fl.BoolVar(&f.cycles, "cycles", false, "print an estimate of the cycles to standard error")
	fl.BoolVar(&f.stats, "steps", false, "print the number of instructions to standard error")
	return c
}

// run runs an executable.
//
// tuffy --run=sim calls it with the zero options, in which 0 stands for each default.
func (f *simFlags) run(c *cobra.Command, program []byte, args []string) error {
	o := sim.Options{Args: args, Env: os.Environ(), Stdin: os.Stdin, Stdout: c.OutOrStdout(), Stderr: c.ErrOrStderr(),
		Steps: f.steps, Memory: f.memory, StackSize: f.stack, CheckRegisters: f.registers, CheckRedZone: f.redZone, Cycles: f.cycles, AllowUndefinedFlags: f.flags}
	var output bytes.Buffer
	if f.format == "json" {
		o.Stdout = &output
	}
	if f.trace {
		o.Trace = c.ErrOrStderr()
	}
	if o.StackSize == 0 {
		o.StackSize = 8 << 20
	}
	m := sim.New(o)
	if err := m.LoadELF(bytes.NewReader(program)); err != nil {
		if strings.HasSuffix(args[0], ".tir") {
			err = fmt.Errorf("%w; tuffy --run=sim takes a program in Tuffy IR", err)
		}
		return badInput{fmt.Errorf("%s: %w", args[0], err)}
	}
	// An object has code and no entry: it would start at address 0.
	if _, ok := m.Symbol("_start"); !ok && m.PC == 0 {
		return badInput{fmt.Errorf("%s: an object without _start, where programs start: link it, or let tuffy -o make an executable", args[0])}
	}
	// Whatever stopped it, the numbers are printed first and the status is that of the stop.
	stop := m.Run(c.Context())
	if f.stats {
		fmt.Fprintf(c.ErrOrStderr(), "%s\n", ir.Counted(m.Steps(), "instruction"))
	}
	if f.cycles {
		fmt.Fprintf(c.ErrOrStderr(), "about %s\n", ir.Counted(m.Cycles(), "cycle"))
	}
	// The simulator's own words name its Go option.
	if stop.Kind == sim.StepLimit {
		stop.Reason = "--max-steps of tuffy sim allows more"
	}
	end := engines.Stopped(stop)
	if stop.Kind == sim.Interrupted {
		end.Why = fmt.Sprintf("interrupted at %#x, after %s", stop.PC, ir.Counted(m.Steps(), "instruction"))
	}
	if f.format == "json" {
		rec := simRecord{End: end.End.String(), Status: end.Code, Stop: stop.String(), PC: decimal(stop.PC), Instructions: decimal(m.Steps()), Stdout: output.String()}
		if f.cycles {
			rec.Cycles = decimal(m.Cycles())
		}
		if err := writeRecord(c.OutOrStdout(), "sim", rec); err != nil {
			return err
		}
	}
	return ended(c, end)
}
