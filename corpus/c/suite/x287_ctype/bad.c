#include <stdio.h>
#include <wctype.h>
int main(void) {
    wctype_t t = (wctype_t)12345;
    printf("%d\n", !!iswctype(L'a', t) >= 0); /* BAD */
    return 0;
}
