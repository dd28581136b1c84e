package difftest

import (
	"context"
	"time"
)

// Within is the context of work that may take d, all of it if d is 0.
func Within(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, d)
}

// Share is the context of the next of n parts of some work, which get the same of the time that is left until the deadline of ctx. What
// one part does not use is there for those that follow: the share is made when the part begins. n is the
// number of parts left, this one included. Without a deadline it is ctx.
func Share(ctx context.Context, n int) (context.Context, context.CancelFunc) {
	end, ok := ctx.Deadline()
	if !ok || n <= 1 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, time.Until(end)/time.Duration(n))
}
