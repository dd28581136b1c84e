#include <stdio.h>
#include <threads.h>
struct job { int in; int *result; int room; };
static int work(void *p)
{
    struct job *j = p;
    int r = j->in * 3;
    j->result = &r;
    return 0;
}
int main(void)
{
    struct job j = { 7, 0, 0 };
    thrd_t t;
    if (thrd_create(&t, work, &j) != thrd_success) return 1;
    thrd_join(t, 0);
    printf("%d\n", *j.result);
    return 0;
}
