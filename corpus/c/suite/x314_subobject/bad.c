#include <stdio.h>
#include <string.h>
struct user { char name[8]; int admin; };
static void set(struct user *u, const char *n) { 
    memcpy(u->name, n, 12); /* BAD */
}
int main(void) {
    struct user u = { "", 0 };
    set(&u, "abcdefg\0\1\0\0\0");
    printf("%d\n", u.admin >= 0);
    return 0;
}
