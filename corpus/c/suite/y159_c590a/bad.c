#include <stdlib.h>
int main(void) { 
  int arr[10]; int *p = arr; free(p);
}
