#include <stdio.h>
#include <stdlib.h>
struct node { int key; struct node *left, *right; };
int main(void) {
    struct node *n = malloc(sizeof *n);
    if (!n) return 1;
    n->key = 3;
    n->left = 0;
    n->right = 0;
    printf("%d\n", n->key);
    free(n);
    return 0;
}
