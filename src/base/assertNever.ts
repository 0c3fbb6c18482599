/** Marks unreachable code: if a union grows and a switch does not, the compiler fails here. */
export function assertNever(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
