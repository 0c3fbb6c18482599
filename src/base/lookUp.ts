/**
 * What a table has for a word that anybody may have written. Undefined where it has nothing: unlike `table[word]`,
 * for `constructor` too.
 */
export function lookUp<T extends object, K extends keyof T>(table: T, word: K): T[K] | undefined;
export function lookUp<T extends object>(table: T, word: string): T[keyof T] | undefined;
export function lookUp<T extends object>(table: T, word: keyof T): T[keyof T] | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
