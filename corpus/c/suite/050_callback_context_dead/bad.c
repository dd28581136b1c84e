#include <stdio.h>

typedef void (*handler)(void *ctx, int event);

static struct { handler fn; void *ctx; } slot;

struct counter { int events; int sum; };

static void on_event(void *ctx, int event)
{
    struct counter *c = ctx;
    c->events++;
    c->sum += event;
}

static void subscribe(void)
{
    struct counter c = { 0, 0 };
    slot.fn = on_event;
    slot.ctx = &c;
}

static int fire(int n)
{
    int fired = 0;
    for (int i = 1; i <= n; i++) {
        slot.fn(slot.ctx, i);
        fired++;
    }
    return fired;
}

int main(void)
{
    subscribe();
    printf("fired %d\n", fire(3));
    printf("fired %d\n", fire(2));
    return 0;
}
