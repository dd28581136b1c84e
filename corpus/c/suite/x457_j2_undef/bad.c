#include <stdio.h>
#undef __FILE__ /* BAD */
#define __FILE__ "x" /* BAD */
int main(void) { puts(__FILE__ ? "f" : "g"); return 0; }
