#include <stdio.h>
#include <wchar.h>
int main(void) {
    printf("narrow\n");
    fputwc(L'w', stdout); /* BAD */
    return 0;
}
