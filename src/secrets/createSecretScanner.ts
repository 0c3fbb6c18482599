import type { SecretScanner } from '../session/ports.ts';

/** The rules, as the bundle of their own exports them. */
export interface SecretRules {
  findSecrets(
    path: string,
    content: string,
  ): Promise<readonly { readonly line: number; readonly what: string }[]>;
}

/** A private key begins like this whatever its rules say; secretlint wants the whole of a valid one. */
const PRIVATE_KEY = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/;

/** Written beside a line of a file to say that what looks like a secret there is none. */
const ALLOWED = /cairn:allow-secret|secretlint-disable/;

/**
 * Scans text for secrets: private key headers, and secretlint's recommended rules.
 *
 * The rules are large, so they are loaded only once something is scanned that could hold one at all.
 */
export function createSecretScanner(load: () => Promise<SecretRules>): SecretScanner {
  let rules: Promise<SecretRules> | null = null;
  return {
    async scan(path, bytes) {
      if (bytes.subarray(0, 8000).includes(0)) return [];
      const text = new TextDecoder().decode(bytes);
      const lines = text.split('\n');
      const keys = lines.flatMap((line, index) =>
        PRIVATE_KEY.test(line) ? [{ line: index + 1, what: 'private key' }] : [],
      );
      const hits = [...keys, ...(await (await (rules ??= load())).findSecrets(path, text))];
      const allowed = (line: number): boolean =>
        ALLOWED.test(lines[line - 1] ?? '') || ALLOWED.test(lines[line - 2] ?? '');
      const byLine = new Map(hits.filter((hit) => !allowed(hit.line)).map((hit) => [hit.line, hit]));
      return [...byLine.values()].sort((a, b) => a.line - b.line);
    },
  };
}
