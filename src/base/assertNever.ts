/** Marks a place that no value can reach: the compiler fails when a union grows and a switch does not. */
export function assertNever(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
