package fuzz

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/interp"
)

// TestRunIsCanceled: a run that is canceled midway stops with the cause, and what it had printed, called and reported is there.
func TestRunIsCanceled(t *testing.T) {
	m := irtest.Parse(t, `
data @line const = "line\x00"
func @main() {
  bb0(v0: mem):
    v1 = symbol_addr @puts
    v2 = symbol_addr @line
    v3, v4:s32 = call v1(v2), v0 -> int
    v5 = poison -> int
    v6 = symbol_addr @putchar
    v7, v8:s32 = call v6(v5), v3 -> int
    br bb1
  bb1:
    br bb1
}
`)
	cause := errors.New("enough")
	for _, exact := range []bool{false, true} {
		ctx, cancel := context.WithCancelCause(context.Background())
		timer := time.AfterFunc(50*time.Millisecond, func() { cancel(cause) })
		start := time.Now()
		out, text, err := Run(ctx, m, interp.Options{Exact: exact})
		timer.Stop()
		if !errors.Is(err, cause) || out == nil || out.Kind != interp.OutOfFuel {
			t.Fatalf("exact %v: %+v, %v", exact, out, err)
		}
		if d := time.Since(start); d > 30*time.Second {
			t.Errorf("exact %v: it took %s to stop", exact, d)
		}
		if string(text) != "line\n\x00" || len(out.Events) != 2 || out.Events[0].Name != "puts" {
			t.Errorf("exact %v: printed %q, events %v", exact, text, out.Events)
		}
		if len(out.Reports) != 1 || !strings.Contains(out.Reports[0].Text(false), "poison") {
			t.Errorf("exact %v: reports %v", exact, out.Reports)
		}
		cancel(nil)
	}
}
