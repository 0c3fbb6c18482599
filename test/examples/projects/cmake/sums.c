static int sum(const int *numbers, int count) {
  int all = 0;
  for (int at = 0; at < count; at += 1) all += numbers[at];
  return all;
}

int main(void) {
  const int numbers[] = {1, 2, 3};
  return sum(numbers, 3) == 6 ? 0 : 1;
}
