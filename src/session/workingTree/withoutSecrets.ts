import { CairnError } from '../../base/cairnError.ts';
import type { Given } from '../../base/refusal.ts';
import { ALLOWS_SECRET, withoutAllowance } from '../../model/text/allowsSecret.ts';
import type { SecretScanner } from '../ports.ts';
import { encode } from '../record/text.ts';

/** Why a file that holds a secret is in no checkpoint and no rescue. */
export function describeSecret({ line, what }: { readonly line: number; readonly what: string }): string {
  return `a secret in line ${line}: ${what}`;
}

/** Text that is about to be published, with every line that holds a secret blanked. */
export async function withoutSecrets(secrets: SecretScanner, name: string, text: string): Promise<string> {
  const hits = await secrets.scan(name, encode(text));
  if (hits.length === 0) return text;
  const lines = text.split('\n');
  for (const hit of hits) lines[hit.line - 1] = `[a line with a secret in it: ${hit.what}]`;
  return lines.join('\n');
}

/**
 * Text that somebody must be able to read otherwise: blanks only the secret within a line, or the whole line if its position is
 * unknown.
 */
export async function secretsBlanked(secrets: SecretScanner, text: string): Promise<string> {
  // A NUL would make it binary, and binaries are not scanned.
  const visible = text.replaceAll('\0', '');
  const hits = await secrets.scan('output.log', encode(visible));
  const lines = visible.split('\n');
  for (const { line, what, spans } of hits) {
    const blank = `[a secret: ${what}]`;
    const found = (spans ?? []).toSorted(([a], [b]) => b - a);
    lines[line - 1] =
      found.length === 0
        ? blank
        : found.reduce(
            (rest, [from, to]) => rest.slice(0, from) + blank + rest.slice(to),
            lines[line - 1] ?? '',
          );
  }
  return lines.join('\n');
}

/** The same for every text within a value that becomes JSON. Takes a single scan if there is nothing to find. */
export async function valueWithoutSecrets<T>(secrets: SecretScanner, name: string, value: T): Promise<T> {
  // Scans the texts themselves: in JSON the letter of an escaped newline would hide where a secret begins.
  const hits = await secrets.scan(name, encode([...textsIn(value)].join('\n')));
  return hits.length === 0 ? value : ((await clean(secrets, name, value)) as T);
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) yield* textsIn(item);
}

async function clean(secrets: SecretScanner, name: string, value: unknown): Promise<unknown> {
  if (typeof value === 'string') return withoutSecrets(secrets, name, value);
  if (Array.isArray(value)) return Promise.all(value.map((item) => clean(secrets, name, item)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    async ([key, item]) => [key, await clean(secrets, name, item)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/** A person's words are kept verbatim, so a secret in them is refused rather than blanked. */
export async function refuseSecrets(
  secrets: SecretScanner,
  what: string | Given,
  text: string,
): Promise<void> {
  const name = typeof what === 'string' ? what : what.given;
  const [hit] = await secrets.scan(name, encode(text));
  if (hit !== undefined) {
    throw new CairnError('usage/invalid', {
      what,
      why: `line ${hit.line} holds a secret (${hit.what}), and it would be committed; where it is none, "cairn:allow-secret" in that line or the line before allows it`,
    });
  }
}

/** For words that nobody here typed, or that were typed for another place: nothing in them allows a secret. */
export async function refuseAnySecret(secrets: SecretScanner, what: string, text: string): Promise<void> {
  const [hit] = await secrets.scan(what, encode(withoutAllowance(text)));
  if (hit === undefined) return;
  const why = `line ${hit.line} holds a secret (${hit.what}), and it would be committed`;
  throw new CairnError('usage/invalid', { what, why });
}

/** The text without the lines in which a secret is allowed. */
export async function withoutAllowedLines(
  secrets: SecretScanner,
  what: string,
  text: string,
): Promise<string> {
  if (!ALLOWS_SECRET.test(text)) return text;
  const hits = await secrets.scan(what, encode(withoutAllowance(text)));
  const lines = text.split('\n');
  for (const { line } of hits) lines[line - 1] = '';
  return lines.join('\n');
}
