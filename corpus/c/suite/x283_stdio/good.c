#include <stdio.h>
#include <wchar.h>
int main(void) {
    printf("narrow\n");
    putchar('w');
    return 0;
}
