#include <stdio.h>
int main(void) { puts(__FILE__ ? "f" : "g"); return 0; }
