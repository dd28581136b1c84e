// Package verb holds the commands of Tuffy, one file a verb, so that `tuffy VERB` and
// `tuffy-VERB` are the same code. It turns flags into calls of the packages below and
// outcomes into text and exit statuses; it decides nothing about programs.
package verb

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// Exit statuses of all commands. The last two are EX_USAGE and EX_DATAERR of sysexits(3).
const (
	StatusClean       = 0
	StatusDivergence  = 1
	StatusUB          = 2
	StatusTrap        = 3
	StatusUnsupported = 4
	StatusUsage       = 64
	StatusBadInput    = 65
)

// status ends a command with an exit status after it has said everything itself.
type status int

func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// badInput is an error about what a file or an argument holds.
type badInput struct{ err error }

func (b badInput) Error() string { return b.err.Error() }
func (b badInput) Unwrap() error { return b.err }

// Tuffy is the command with all verbs.
func Tuffy() *cobra.Command {
	c := &cobra.Command{
		Use:   "tuffy",
		Short: "A laboratory for compiler correctness",
		Long: `tuffy works on programs in Tuffy IR (.tir): it runs them with every kind of undefined
behaviour detected and explained, checks one version of a program against another, optimizes
programs and says why.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(Interp("interp"), Opt("opt"), Replay("replay"), Reduce("reduce"), Fuzz("fuzz"), format(), verify())
	return c
}

// Main runs a command with the process's arguments and returns the exit status.
func Main(c *cobra.Command) int {
	c.SilenceErrors, c.SilenceUsage = true, true
	c.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return err })
	err := c.Execute()
	var s status
	var bad badInput
	switch {
	case err == nil:
		return StatusClean
	case errors.As(err, &s):
		return int(s)
	case errors.As(err, &bad):
		complain(os.Stderr, bad.err)
		return StatusBadInput
	}
	complain(os.Stderr, err)
	fmt.Fprintf(os.Stderr, "run '%s --help' for what can be said\n", c.CommandPath())
	return StatusUsage
}

// complain prints an error; the lists of the parser and the verifier speak for themselves.
func complain(w io.Writer, err error) {
	var pe parser.ErrorList
	var ve ir.VerifyErrors
	if errors.As(err, &pe) || errors.As(err, &ve) {
		fmt.Fprintln(w, err)
		return
	}
	fmt.Fprintln(w, color.New(color.FgRed, color.Bold).Sprint("error:"), err)
}

// load reads, parses and verifies a file; - is standard input.
func load(name string) (*ir.Module, error) {
	m, err := parseFile(name)
	if err != nil {
		return nil, err
	}
	if err := ir.Verify(m); err != nil {
		return nil, badInput{err}
	}
	return m, nil
}

func parseFile(name string) (*ir.Module, error) {
	src, err := readFile(name)
	if err != nil {
		return nil, err
	}
	m, err := parser.Parse(name, src)
	if err != nil {
		return nil, badInput{err}
	}
	return m, nil
}

// readFile reads a file, or standard input for -, up to the parser's limit.
func readFile(name string) ([]byte, error) {
	f := os.Stdin
	if name != "-" {
		var err error
		if f, err = os.Open(name); err != nil {
			return nil, badInput{err}
		}
		defer f.Close()
	}
	src, err := io.ReadAll(io.LimitReader(f, parser.MaxInput+1))
	if err != nil {
		return nil, badInput{fmt.Errorf("%s: %w", name, err)}
	}
	return src, nil
}
