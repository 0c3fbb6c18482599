import { CairnError } from '../../base/cairnError.ts';
import type { PromptInput } from './promptInput.ts';

/** Writes what an agent gets on its standard input (format, section 10). Same input, same bytes. */
export function buildPrompt(_input: PromptInput): string {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}
