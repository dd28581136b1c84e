#include <stdio.h>
#include <string.h>
struct k { char name[8]; };
static struct k dflt = { "none" };
static void set(struct k *k, const char *s) { strcpy(k->name, s); }
int main(void) { struct k *p = (struct k *)&dflt; set(p, "some"); puts(p->name); return 0; }
