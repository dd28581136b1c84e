#include <stdio.h>
#include <stdlib.h>
struct node { int key; struct node *left, *right; };
int main(void) {
    struct node *n = malloc(sizeof n);
    if (!n) return 1;
    n->key = 3;
    n->left = 0; /* BAD */
    n->right = 0; /* BAD */
    printf("%d\n", n->key);
    free(n);
    return 0;
}
