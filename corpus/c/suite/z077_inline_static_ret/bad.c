#include <stdio.h>
struct r { int ok; int v; };
static struct r find(int k)
{
    if (k > 0) return (struct r){ 1, k };
}
int main(void)
{
    struct r r = find(-1);
    printf("%d\n", r.ok == 1);
    return 0;
}
