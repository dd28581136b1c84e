#include <stdio.h>
struct __attribute__((packed)) p { char k; double d; };
static double get(const double *p) { return *p; }
int main(void)
{
    static struct p v = { 'a', 2.5 };
    printf("%d\n", get(&v.d) > 0);
    return 0;
}
