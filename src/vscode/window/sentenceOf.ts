import { CairnError } from '../../base/cairnError.ts';

/** What to tell a person about an error, and what to do next. */
export function sentenceOf(error: unknown): { readonly message: string; readonly hint: string } {
  if (error instanceof CairnError) return { message: error.message, hint: '' };
  return { message: error instanceof Error ? error.message : String(error), hint: '' };
}
