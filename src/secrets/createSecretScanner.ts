import { ALLOWS_SECRET } from '../model/text/allowsSecret.ts';
import type { SecretHit, SecretScanner } from '../session/ports.ts';

/** The rules, as their own bundle exports them. */
export interface SecretRules {
  findSecrets(path: string, content: string): Promise<readonly SecretHit[]>;
}

/** The beginning of any private key; secretlint reports only complete, valid ones. */
const PRIVATE_KEY = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/;

/**
 * Scans text for secrets: private-key headers and secretlint's recommended rules.
 *
 * The rules are large, so we load them only for the first text to scan.
 */
export function createSecretScanner(load: () => Promise<SecretRules>): SecretScanner {
  let rules: Promise<SecretRules> | null = null;
  return {
    async scan(path, bytes) {
      const text = textIn(bytes);
      if (text === null) return [];
      const lines = text.split('\n');
      const keys = lines.flatMap((line, index): readonly SecretHit[] => {
        const found = PRIVATE_KEY.exec(line);
        if (found === null) return [];
        return [
          { line: index + 1, what: 'private key', spans: [[found.index, found.index + found[0].length]] },
        ];
      });
      const hits = [...keys, ...(await (await (rules ??= load())).findSecrets(path, text))];
      const allowed = (line: number): boolean =>
        ALLOWS_SECRET.test(lines[line - 1] ?? '') || ALLOWS_SECRET.test(lines[line - 2] ?? '');
      const byLine = new Map<number, SecretHit>();
      for (const hit of hits)
        if (!allowed(hit.line)) byLine.set(hit.line, together(byLine.get(hit.line), hit));
      return [...byLine.values()].sort((a, b) => a.line - b.line);
    },
  };
}

/** Joins two secrets on one line; without spans if the place of one is unknown. */
function together(before: SecretHit | undefined, { spans, ...hit }: SecretHit): SecretHit {
  if (spans === undefined || (before !== undefined && before.spans === undefined)) return hit;
  const all: [number, number][] = [];
  for (const [from, to] of [...(before?.spans ?? []), ...spans].toSorted(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else all.push([from, to]);
  }
  return { ...hit, spans: all };
}

/** Null if it is not text. Windows writes UTF-16, which is full of NULs and begins with a byte-order mark. */
function textIn(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return bytes.subarray(0, 8000).includes(0) ? null : new TextDecoder().decode(bytes);
}
