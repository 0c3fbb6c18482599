/** The value at a JSON pointer (RFC 6901); undefined if there is none. Only what the text itself holds counts. */
export function valueAt(whole: unknown, pointer: string): { readonly value: unknown } | undefined {
  let value = whole;
  for (const step of pointer.split('/').slice(1).map(unescaped)) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(step)) return undefined;
    if (!Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[step];
  }
  return { value };
}

const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** Why a text is no JSON pointer; null if it is one. */
export function whyNotPointer(text: string): string | null {
  if (text !== '' && !text.startsWith('/')) return 'must be empty or start with "/"';
  return /~(?![01])/.test(text) ? 'has a "~" that is neither "~0" nor "~1"' : null;
}
