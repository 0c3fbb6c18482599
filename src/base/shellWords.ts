/** Words as a POSIX shell reads them back, one by one the same; placeholders such as `<name>` and `"…"` stay as they are. */
export function shellWords(words: readonly string[]): string {
  return words.map(quote).join(' ');
}

function quote(word: string): string {
  if (/^([\w@%+=:,./-]+|"…"|<[a-z ]+>)$/.test(word)) return word;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
