#include <stdio.h>
struct name { char text[12]; int len; };
static struct name make(int n)
{
    struct name s = { "item", 4 };
    s.text[4] = (char)('0' + n);
    s.text[5] = 0;
    return s;
}
int main(void)
{
    const char *p = &(1 ? make(3) : make(4)).text[1];
    putchar(*p);
    putchar('\n');
    return 0;
}
