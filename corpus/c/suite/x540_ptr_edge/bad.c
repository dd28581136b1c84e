#include <stdio.h>
#include <stddef.h>
#include <string.h>
#include <stdlib.h>
int main(void) {
    int a[5] = { 1, 2, 3, 4, 5 }, *e = a + 5, *z = NULL; int (*pa)[5] = &a;
    struct { int x; int y; } s = { 1, 2 };
    printf("%d %d %d\n", (int)(e - a), &a[5] == e, *(int *)((char *)&s + sizeof(int)));
    printf("%d %d\n", (int)((char *)(pa + 1) - (char *)pa), z == NULL);
    memcpy(e, e, 0); memmove(a + 5, a, 0); printf("%.*s|\n", 0, (char *)"x");
    free(NULL); char *m = malloc(3); if (!m) return 1; char *q = m + 3; while (q != m) *--q = 'a';
    int *p = &*z; printf("%d %d\n", p == 0, &s.x < &s.y);
    for (int i = 4; i >= 0; i--) printf("%d", i[a]);
    puts("");
    printf("%d\n", q < m + 4); /* BAD */
    free(m);
    return 0;
}
