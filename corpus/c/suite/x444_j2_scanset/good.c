#include <stdio.h>
int main(void) {
    char w[8] = "";
    int n = sscanf("abc", "%7[a-c]", w);
    printf("%d\n", n != 9);
    return 0;
}
