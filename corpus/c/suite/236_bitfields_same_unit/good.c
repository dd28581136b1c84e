#include <stdio.h>
#include <threads.h>

struct status {
    unsigned left : 4;
    unsigned : 0;
    unsigned right : 4;
};

static struct status st;

static int set_left(void *arg)
{
    (void)arg;
    for (int i = 0; i < 200; i++)
        st.left = (unsigned)i & 15u;
    return 1;
}

static int set_right(void *arg)
{
    (void)arg;
    for (int i = 0; i < 200; i++)
        st.right = (unsigned)i & 7u;
    return 1;
}

int main(void)
{
    thrd_t a, b;
    int x, y;
    if (thrd_create(&a, set_left, NULL) != thrd_success ||
        thrd_create(&b, set_right, NULL) != thrd_success)
        return 1;
    thrd_join(a, &x);
    thrd_join(b, &y);
    printf("threads %d\n", x + y);
    printf("%d\n", st.left < 16u && st.right < 16u);
    return 0;
}
