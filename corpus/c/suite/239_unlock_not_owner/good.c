#include <stdio.h>
#include <threads.h>

struct account { mtx_t lock; int balance; };

static int withdraw(struct account *a, int amount)
{
    int ok = 0;
    mtx_lock(&a->lock);
    if (amount > a->balance)
        goto out;
    a->balance -= amount;
    ok = 1;
out:
    mtx_unlock(&a->lock);
    return ok;
}

int main(void)
{
    struct account a = { .balance = 100 };
    if (mtx_init(&a.lock, mtx_plain) != thrd_success)
        return 1;
    int n = withdraw(&a, 70);
    n += withdraw(&a, 70);
    printf("n %d\n", n);
    printf("balance %d\n", a.balance);
    mtx_destroy(&a.lock);
    return 0;
}
