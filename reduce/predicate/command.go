package predicate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/reduce"
)

// Command asks a shell command: exit status 0 is interesting. {} in the line stands for the
// file, or {1} and {2} for those of a pair; without any the names are appended. It is safe for
// concurrent calls: each has a folder of its own.
type Command struct {
	Line    string
	Timeout time.Duration // of one run; 0 is none
	Dir     string        // where the files are made; empty is a temporary folder
}

// killGrace is how long a killed command may keep its output open. A child that was left behind may
// hold the pipe for ever.
const killGrace = 2 * time.Second

// Interesting writes the files, runs the command and waits. A command that takes longer than
// the timeout is killed with all its children, and the case is not interesting. A command that
// cannot be started is an error, since no answer would mean anything.
func (c *Command) Interesting(ctx context.Context, files reduce.Case) (bool, error) {
	_, err := c.Run(ctx, files)
	return answer(ctx, err)
}

// InterestingText is Interesting for a text of another language.
func (c *Command) InterestingText(ctx context.Context, ext, text string) (bool, error) {
	_, err := c.RunTexts(ctx, ext, text)
	return answer(ctx, err)
}

// answer is what the end of a command says.
func answer(ctx context.Context, err error) (bool, error) {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return true, nil
	case errors.As(err, &exit), errors.Is(err, ErrTimeout), ctx.Err() != nil:
		return false, nil
	}
	return false, err
}

// ErrShared is the error of a command that answers differently when several of it run at the same time.
var ErrShared = errors.New("asked several times at once, the command answers differently than alone (does it write to a file with a fixed name?); use -j 1, or a command that writes only beside the file it is given")

// togetherRounds is how often Together asks: what two runs share does not always get in the way.
const togetherRounds = 3

// Together sees whether jobs commands may run at the same time: some of them about start, the others about
// programs without a function, as the candidates of a reduction differ, too. Each must answer as it
// does alone, else the error is ErrShared. Asking about start alone would not see a file with a fixed name,
// to which all would write the same.
func (c *Command) Together(ctx context.Context, start reduce.Case, jobs int) error {
	empty := make(reduce.Case, len(start))
	for n := range empty {
		empty[n] = ir.NewModule()
	}
	ask := []reduce.Case{start, empty}
	var alone [2]bool
	for n := range ask {
		yes, err := c.Interesting(ctx, ask[n])
		if err != nil {
			return err
		}
		alone[n] = yes
	}
	for range togetherRounds {
		errs := make([]error, jobs) // each goroutine writes its own
		var all sync.WaitGroup
		for n := range jobs {
			all.Go(func() {
				yes, err := c.Interesting(ctx, ask[n%2])
				if err == nil && yes != alone[n%2] && ctx.Err() == nil {
					err = ErrShared
				}
				errs[n] = err
			})
		}
		all.Wait()
		if err := cmp.Or(errs...); err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}

// ErrTimeout is the error of a command that took too long.
var ErrTimeout = errors.New("the command took longer than the time limit of a test")

// Run runs the command once and returns the end of its output, up to 64 KiB. The error is that of exec.Cmd.Run,
// ErrTimeout, or one that says that the files could not be written. Standard output and error are
// one stream, as a terminal would show them.
func (c *Command) Run(ctx context.Context, files reduce.Case) (output []byte, err error) {
	var texts []string
	for _, m := range files {
		texts = append(texts, m.String())
	}
	return c.RunTexts(ctx, ".tir", texts...)
}

// RunTexts is Run with one file, or two, of texts whose names end in ext.
func (c *Command) RunTexts(ctx context.Context, ext string, texts ...string) (output []byte, err error) {
	dir, err := os.MkdirTemp(c.Dir, "tuffy-reduce-")
	if err != nil {
		return nil, fmt.Errorf("cannot make a folder for a candidate: %w", err)
	}
	defer os.RemoveAll(dir)
	line, names := c.Line, make([]string, len(texts))
	for n, text := range texts {
		names[n] = filepath.Join(dir, []string{"a", "b"}[n]+ext)
		if err := os.WriteFile(names[n], []byte(text), 0o666); err != nil {
			return nil, fmt.Errorf("cannot write a candidate: %w", err)
		}
	}
	marked := false
	// {} is the first file, so that one command serves cases of one and of two files. Names are
	// quoted for the shell.
	for n, name := range append([]string{names[0]}, names...) {
		mark := []string{"{}", "{1}", "{2}"}[n]
		marked = marked || strings.Contains(line, mark)
		line = strings.ReplaceAll(line, mark, quote.Word(name))
	}
	for _, name := range names {
		if !marked {
			line += " " + quote.Word(name)
		}
	}
	run := ctx
	if c.Timeout > 0 {
		var cancel context.CancelFunc
		run, cancel = context.WithTimeout(ctx, c.Timeout)
		defer cancel()
	}
	cmd := exec.CommandContext(run, "/bin/sh", "-c", line)
	var out tail
	cmd.Stdout, cmd.Stderr = &out, &out
	grouped(cmd)
	cmd.WaitDelay = killGrace
	err = cmd.Run()
	if run.Err() != nil && ctx.Err() == nil {
		return out.bytes(), ErrTimeout
	}
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil // the command ended with 0; a child of it still holds the output
	}
	return out.bytes(), err
}

// tailBytes is how much of a command's output is kept.
const tailBytes = 1 << 16

// tail keeps the end of what is written to it: a command may print without end. It keeps between
// one and two times tailBytes, so that moving is rare.
type tail struct{ buf []byte }

// Write never fails: a failing writer would end the command.
func (t *tail) Write(b []byte) (int, error) {
	n := len(b)
	b = b[max(0, n-tailBytes):]
	if len(t.buf)+len(b) > 2*tailBytes {
		t.buf = append(t.buf[:0], t.buf[len(t.buf)+len(b)-2*tailBytes:]...)
	}
	t.buf = append(t.buf, b...)
	return n, nil
}

// bytes cuts what Write has kept beyond the promised length.
func (t *tail) bytes() []byte { return t.buf[max(0, len(t.buf)-tailBytes):] }
