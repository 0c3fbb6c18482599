/** Marks unreachable code: if a union grows and its switch does not, compilation fails here. */
export function assertNever(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
