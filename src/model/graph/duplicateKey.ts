const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],]/g;

/** A key that an object of a valid JSON text has twice: `JSON.parse` takes the last of them without a word. Null if there is none. */
export function duplicateKey(json: string): string | null {
  /** The keys of each open object; null for a list. */
  const open: (Set<string> | null)[] = [];
  let before = '';
  for (const [token] of json.matchAll(TOKEN)) {
    const keys = open.at(-1) ?? null;
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null);
    else if (token === '}' || token === ']') open.pop();
    else if (token !== ',' && keys !== null && '{,'.includes(before)) {
      const key = String(JSON.parse(token));
      if (keys.has(key)) return key;
      keys.add(key);
    }
    before = token;
  }
  return null;
}
