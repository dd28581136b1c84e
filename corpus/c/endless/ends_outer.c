int main(void) {
  int k = 0;
  while (1) {
    for (int i = 0; i < 3; i++)
      k = !k;
    if (k == 7)
      break;
  }
  return 0;
}
