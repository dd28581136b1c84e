#include <stdio.h>
int main(void)
{
    const int limit = 5;
    int n = sscanf("17", "%d", (int *)&limit);
    printf("%d\n", n);
    return 0;
}
