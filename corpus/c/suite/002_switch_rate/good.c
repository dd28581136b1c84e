#include <stdio.h>

enum kind { BOOK, FOOD, TOY, GIFT };

struct item { enum kind kind; int price; };

static int tax(const struct item *it)
{
    int rate;
    switch (it->kind) {
    case BOOK: rate = 5; break;
    case FOOD: rate = 7; break;
    case TOY:  rate = 20; break;
    default:   rate = 10; break;
    }
    return it->price * rate / 100;
}

int main(void)
{
    struct item cart[] = { {BOOK, 1000}, {FOOD, 300}, {TOY, 450}, {GIFT, 800} };
    int total = 0;
    for (unsigned i = 0; i < sizeof cart / sizeof cart[0]; i++) {
        int t = tax(&cart[i]);
        printf("item %u tax %d\n", i, t);
        total += t;
    }
    printf("total %d\n", total);
    return 0;
}
