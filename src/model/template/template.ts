/**
 * Templates in text: `{{ name }}`, white space inside the braces free. Whatever stands between `{{` and the next `}}` is one; a
 * `{{` that nothing closes is one without a name.
 */
export interface Template {
  /** As written, without the white space; null where nothing closes it. */
  readonly name: string | null;
  /** All of it in the text, braces included. */
  readonly from: number;
  readonly to: number;
  /** Which `{{` of the text begins it, from 0: a file may write line ends and indents of its own between them. */
  readonly nth: number;
}

export function templatesIn(text: string): readonly Template[] {
  const found: Template[] = [];
  let seen = 0;
  let begun: Pick<Template, 'from' | 'nth'> | null = null;
  for (const { 0: braces, index } of text.matchAll(/\{\{|\}\}/g)) {
    if (braces === '{{') {
      begun ??= { from: index, nth: seen };
      seen += 1;
    } else if (begun !== null) {
      found.push({ ...begun, to: index + 2, name: text.slice(begun.from + 2, index).trim() });
      begun = null;
    }
  }
  return begun === null ? found : [...found, { ...begun, to: text.length, name: null }];
}

/** A text with its templates replaced, once: what comes in their place is not looked at again. Null leaves one as it is. */
export function fillTemplates(text: string, valueOf: (name: string) => string | null): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { name, from, to } of templatesIn(text)) {
    const value = name === null ? null : valueOf(name);
    pieces.push(text.slice(at, from), value ?? text.slice(from, to));
    at = to;
  }
  return [...pieces, text.slice(at)].join('');
}
