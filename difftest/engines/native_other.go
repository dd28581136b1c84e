//go:build !(linux && amd64)

package engines

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/difftest"
)

// Native runs compiled programs on the processor, where that is an x86-64 with Linux. The fields
// are those of the other file, so that callers compile everywhere.
type Native struct {
	Compile compiler.Options
	Time    time.Duration
	Slow    int
}

// Name implements Engine.
func (e *Native) Name() string { return "native" }

// elsewhere is why this system runs no program. It is a refusal, not a failure: checks count it and
// go by the simulator.
const elsewhere = "native runs need an x86-64 processor and Linux: use the simulator"

// Execute is for other systems.
func Execute(_ context.Context, _ []byte, _, _ []string, _ io.Reader, _, _ io.Writer) (*Behaviour, error) {
	return nil, errors.New(elsewhere)
}

// CanConfine is for other systems, which run nothing natively.
func CanConfine() error { return nil }

// Run implements Engine: this system refuses every program.
func (e *Native) Run(context.Context, *Program, []*difftest.Input) ([]*Behaviour, error) {
	return nil, &Rejected{elsewhere}
}

// RunImage refuses likewise.
func (e *Native) RunImage(ctx context.Context, _ *Image) ([]*Behaviour, error) {
	return e.Run(ctx, nil, nil)
}
