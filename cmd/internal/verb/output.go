package verb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/internal/quote"
)

// output is a standard stream of the process. It keeps the first error of writing it, so that no
// place that prints has to look: [Main] does, at the end. What comes after an error is dropped.
//
// mu orders writes of several goroutines, so that a line is not torn by another.
type output struct {
	file *os.File

	mu     sync.Mutex
	err    error
	failed chan struct{} // closed with the first error
}

func newOutput(f *os.File) *output { return &output{file: f, failed: make(chan struct{})} }

// Write writes to the stream.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return 0, o.err
	}
	// The lock is held over the write: who comes next must see its error.
	n, err := o.file.Write(p)
	if err != nil {
		o.err = err
		close(o.failed)
	}
	return n, err
}

// problem is the first error of writing, nil if there was none.
func (o *output) problem() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// underlying is the file of a standard stream, for questions about terminals.
//
// Another writer, as tests have, is its own answer and no terminal.
func underlying(w io.Writer) io.Writer {
	if o, ok := w.(*output); ok {
		return o.file
	}
	return w
}

// statusPipe is what shells report of a command that SIGPIPE ended.
// Go's own end by SIGPIPE is prevented by interruptible, so that the status is made here.
const statusPipe = 128 + int(syscall.SIGPIPE)

// outputs are the standard streams of a command.
type outputs struct{ out, err *output }

// redirect makes cobra write through streams that remember their errors. It must be called before the command
// runs, since cobra hands the streams to its children.
func redirect(c *cobra.Command) outputs {
	s := outputs{newOutput(os.Stdout), newOutput(os.Stderr)}
	c.SetOut(s.out)
	c.SetErr(s.err)
	return s
}

// failed reports whether err is what a standard stream failed with, which settle speaks of.
func (s outputs) failed(err error) bool {
	return slices.ContainsFunc([]*output{s.out, s.err}, func(o *output) bool {
		p := o.problem()
		return p != nil && errors.Is(err, p)
	})
}

// settle is the exit status of a command that ended with code, once it is known whether everything
// it said has been written. What could not be written may be the answer, so that no other status is
// right.
func (s outputs) settle(code int) int {
	for _, o := range []*output{s.out, s.err} {
		switch err := o.problem(); {
		case errors.Is(err, syscall.EPIPE):
			return statusPipe // whoever read it has seen enough
		case err != nil:
			complain(s.err, fmt.Errorf("cannot write the output: %w", err))
			return StatusBadInput
		}
	}
	return code
}

// interruptible is a context that ends with SIGINT, SIGTERM or SIGHUP, and when the reader of a
// standard stream goes away, so that a long command can end in good order. A SIGHUP that the process
// was told to ignore, by nohup, stays ignored.
func interruptible(c *cobra.Command) (context.Context, context.CancelFunc) {
	sigs := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		sigs = append(sigs, syscall.SIGHUP)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	// One place is enough: the second signal says nothing new.
	got := make(chan os.Signal, 1)
	signal.Notify(got, sigs...)
	// Without a handler a write to a closed pipe ends the process at once.
	pipe := make(chan os.Signal, 1)
	signal.Notify(pipe, syscall.SIGPIPE)
	closed := func(w io.Writer) <-chan struct{} {
		if o, ok := w.(*output); ok {
			return o.failed
		}
		return nil
	}
	// It ends with the context. out and err become nil once they have spoken, since a closed channel is always
	// ready.
	go func() {
		out, err := closed(c.OutOrStdout()), closed(c.ErrOrStderr())
		for {
			select {
			case <-got:
				cancel(errInterrupted)
				// A second signal ends the process where the first is not seen: a run may wait for its input.
				signal.Stop(got)
			case <-out:
				cancel(nil)
				out = nil
			case <-err:
				// A log that is full is no reason to end; a reader that is gone is.
				if errors.Is(c.ErrOrStderr().(*output).problem(), syscall.EPIPE) {
					cancel(nil)
				}
				err = nil
			case <-ctx.Done():
				return
			}
		}
	}()
	return ctx, func() {
		signal.Stop(got)
		signal.Stop(pipe)
		cancel(nil)
	}
}

// errInterrupted is why a context of interruptible ends that a signal ended.
var errInterrupted = errors.New("interrupted")

// statusInterrupted is what shells report of a command that SIGINT ended.
const statusInterrupted = 130

// untilInterrupted runs a command whose work ends with its context and which prints then what it knows: the place
// and the partial verdict. The status says that it is partial.
func untilInterrupted(c *cobra.Command, run func() error) error {
	ctx, stop := interruptible(c)
	defer stop()
	c.SetContext(ctx)
	err := run()
	if context.Cause(ctx) != errInterrupted {
		return err
	}
	// An error says where the work was; a status says that what is known has been printed.
	known := "the above is what is known until then"
	var s status
	if err != nil && !errors.As(err, &s) && err.Error() != errInterrupted.Error() {
		known = strings.TrimSuffix(err.Error(), ": "+errInterrupted.Error())
	}
	fmt.Fprintln(c.ErrOrStderr(), "interrupted: "+quote.Text(known))
	return status(statusInterrupted)
}

// atOnce runs a command that has no partial result, and that looks at no context on the way: reading, comparing and replaying
// what is at hand. Interrupted, it tells what it was doing, which the command says with doing. From writing on it is not
// interrupted, so that no half of a result is left.
func atOnce(c *cobra.Command, run func(doing func(what string)) error) error {
	const writing, ended = "writing the result", "ended"
	ctx, stop := interruptible(c)
	defer stop()
	var stage atomic.Value
	stage.Store("reading")
	go func() {
		<-ctx.Done()
		if context.Cause(ctx) != errInterrupted {
			return
		}
		if what := stage.Swap(ended); what != writing {
			fmt.Fprintf(c.ErrOrStderr(), "interrupted while %s: nothing is written\n", quote.Text(what.(string)))
			os.Exit(statusInterrupted)
		}
	}()
	return run(func(what string) {
		if what == "" {
			what = writing
		}
		if stage.Swap(what) == ended {
			select {} // the process ends
		}
	})
}
