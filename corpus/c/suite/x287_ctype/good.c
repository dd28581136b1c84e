#include <stdio.h>
#include <wctype.h>
int main(void) {
    wctype_t t = wctype("alpha");
    printf("%d\n", !!iswctype(L'a', t) >= 0);
    return 0;
}
