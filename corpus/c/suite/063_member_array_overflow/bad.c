#include <stdio.h>

struct account {
    char pin[4];
    char flags[4];
    int balance;
};

static void set_pin(struct account *a, const char *digits, int n)
{
    for (int i = 0; i < n; i++)
        a->pin[i] = digits[i];
}

int main(void)
{
    struct account a = { "", { 'a', 'b', 'c', 'd' }, 100 };
    set_pin(&a, "123456", 6);
    a.balance += 50;
    printf("pin %.4s\n", a.pin);
    printf("flags %.2s\n", a.flags + 2);
    printf("balance %d\n", a.balance);
    return 0;
}
