/** Makes what it is asked for by a name once. */
export function once<T>(): (name: string, make: () => Promise<T>) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (name, make) => {
    const known = made.get(name) ?? make();
    made.set(name, known);
    return known;
  };
}
