import type { SecretScanner } from './ports.ts';
import { encode } from './text.ts';

/** Text that is about to be published, with every line that holds a secret blanked. */
export async function withoutSecrets(secrets: SecretScanner, name: string, text: string): Promise<string> {
  const hits = await secrets.scan(name, encode(text));
  if (hits.length === 0) return text;
  const lines = text.split('\n');
  for (const hit of hits) lines[hit.line - 1] = `[a line with a secret in it: ${hit.what}]`;
  return lines.join('\n');
}
