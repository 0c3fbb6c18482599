/** Quotes words so that a POSIX shell reads back the same ones; leaves placeholders such as `<name>` and `"…"` as they are. */
export function shellWords(words: readonly string[]): string {
  return words.map(quote).join(' ');
}

function quote(word: string): string {
  if (/^([\w@%+=:,./-]+|"…"|<[a-z ]+>)$/.test(word)) return word;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
