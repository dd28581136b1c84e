package difftest

import (
	"context"
	"time"
)

// Budget is the time that a comparison may take with everything that belongs to it: making inputs,
// runs, self-checks. All parts ask the same budget, and a run that is under way when it is spent
// ends as out of fuel. A nil budget is never spent; then a comparison says the same on every
// machine. It is immutable, so that parts may ask it from several goroutines.
type Budget struct {
	end time.Time       // zero is no limit
	ctx context.Context // nil is one that is never done
}

// Within is the budget that is spent after d, nil where d is 0. A nil budget is what tests use: its
// answers do not depend on the machine's speed.
func Within(d time.Duration) *Budget {
	if d <= 0 {
		return nil
	}
	return &Budget{end: time.Now().Add(d)}
}

// Until is the budget that is spent when ctx is done, nil if it never is. Cancellation counts as well
// as the deadline.
func Until(ctx context.Context) *Budget {
	if ctx.Done() == nil {
		return nil
	}
	// Without a deadline end is zero, which is no limit of time.
	end, _ := ctx.Deadline()
	return &Budget{end, ctx}
}

// Spent reports whether the time is over. It is asked in inner loops; a call costs a look at the clock.
func (b *Budget) Spent() bool {
	return b != nil && (!b.end.IsZero() && !time.Now().Before(b.end) || b.ctx != nil && b.ctx.Err() != nil)
}

// Share is the budget of the next of n parts, which get the same of what is left. What one part
// does not use is there for those that follow. The share is made when the part begins, so that unused
// time passes on. n is the number of parts left, this one included.
func (b *Budget) Share(n int) *Budget {
	if b == nil || b.end.IsZero() {
		return b
	}
	now := time.Now()
	// A share ends when its part of the time is over or the whole is cancelled.
	return &Budget{now.Add(b.end.Sub(now) / time.Duration(max(n, 1))), b.ctx}
}

// Left is the time that is left, and whether there is a limit.
func (b *Budget) Left() (left time.Duration, limited bool) {
	if b == nil || b.end.IsZero() {
		return 0, false
	}
	return max(time.Until(b.end), 0), true
}

// Stop is the question that a run asks, nil if there is no limit. The interpreter asks it every so many
// instructions.
func (b *Budget) Stop() func() bool {
	if b == nil {
		return nil
	}
	return b.Spent
}
